import { z } from 'zod'
import { UsageError } from '../core/errors.ts'
import { contentHash } from '../core/hash.ts'
import type { JudgedCase, Rubric } from '../core/judge.ts'
import type { Json, JsonObject } from '../core/json.ts'
import type { ModelParameters, ModelPort } from '../core/model.ts'
import { faultReasons, unscoredReasons } from '../core/outcome.ts'
import { instrumentKey, type Instrument, type MetricScore, type ScoreResult } from '../core/scorer.ts'
import type { InstrumentStage, JudgedInstrument, JudgeStage } from '../core/stage.ts'
import { askJudge, type JudgeAnswer } from './ask-judge.ts'
import { judgedCase } from './judged-case.ts'
import { panelScore, voteValue, type PanelRule, type Vote } from './panel.ts'
import { promptHash } from './prompt-hash.ts'
import { waitForAll } from './wait-for-all.ts'

/** Who judges, and how several verdicts become one figure. */
export interface JudgePanel {
  /** Model ids, at least one, none twice; an odd number with `majority`. */
  readonly models: readonly string[]
  readonly rule: PanelRule
  /** Base URLs of models that are not at their provider's usual address. */
  readonly servers?: Readonly<Record<string, string>>
  readonly port: ModelPort
  readonly parameters: ModelParameters
}

const answerSchema = z.object({
  model: z.string(),
  tries: z.array(
    z.object({
      text: z.string().nullable(),
      fault: z.enum(faultReasons).nullable(),
      served_by: z.string().nullable(),
    }),
  ),
})

/** Output of the judge stage: the judges' own words, so that a better reader costs no new calls. */
const askedSchema = z.union([
  z.object({ unscored: z.enum(unscoredReasons) }),
  z.object({ answers: z.array(answerSchema) }),
])

/**
 * An instrument whose figures come from judges under a rubric. Its first stage asks every model of the panel; its
 * last one reads their verdicts and applies the rubric's rules and the panel's. A judge that can't be reached fails
 * the case by the infrastructure; one whose verdict stays unreadable leaves it unscored.
 * @throws UsageError for a panel that can't decide
 */
export function createJudgedInstrument(rubric: Rubric, panel: JudgePanel): JudgedInstrument {
  const { models, rule, servers = {}, port, parameters } = panel
  const places = Object.keys(servers).length === 0 ? {} : { servers: { ...servers } }
  checkPanel(models, rule)
  const isPanel = models.length > 1
  const instrument: Instrument = {
    name: rubric.name,
    version: rubric.version,
    options: {
      judge: models.join('+'),
      prompt: promptHash(rubric),
      ...(isPanel ? { rule } : {}),
      ...places,
      ...parameters,
    },
    judges: [{ role: 'judge', models }],
    // A mean of several verdicts can lie between 0 and 1.
    metrics:
      isPanel && rule === 'mean'
        ? rubric.metrics.map(({ binary: _binary, ...metric }) => metric)
        : rubric.metrics,
    bounds: (subject) => rubric.bounds(subject),
  }
  const key = instrumentKey(instrument)
  const seen: JudgeStage['seen'] = ({ input, gold }) => ({
    input: contentHash(input),
    gold: contentHash(gold),
  })

  const ask: JudgeStage = {
    kind: 'judge',
    name: 'judge',
    instrument: key,
    version: '1',
    needs: ['parse'],
    settings: {
      rubric: rubric.name,
      version: rubric.version,
      prompt: promptHash(rubric),
      models: [...models],
      ...places,
      parameters: { ...parameters },
    },
    seen,
    async run(input): Promise<Json> {
      const messages = rubric.prompt(judgedCase(input))
      if ('unscored' in messages) return { unscored: messages.unscored }
      const { repeat, fresh, attempt, signal } = input.context
      const sample = { repeat, fresh, asking: attempt }
      const purpose = `judge:${rubric.name}`
      const answers = await waitForAll(
        models.map((model) =>
          askJudge(port, { form: rubric, model, messages, parameters, sample, purpose }, signal),
        ),
      )
      return { answers: answers.map(({ model, tries }) => ({ model, tries: [...tries] })) }
    },
  }

  const last: InstrumentStage = {
    kind: 'instrument',
    name: 'score',
    instrument: key,
    scorer: instrument,
    version: '1',
    needs: ['parse', 'judge'],
    settings: { rubric: rubric.name, version: rubric.version, rule, judges: models.length },
    seen,
    async run(input) {
      const asked = askedSchema.parse(input.upstream['judge'])
      return 'unscored' in asked
        ? { metrics: everyMetric(rubric, { unscored: asked.unscored }) }
        : scoreOf(rubric, rule, asked.answers, judgedCase(input))
    },
  }
  return { ...instrument, stages: [ask, last] }
}

function checkPanel(models: readonly string[], rule: PanelRule): void {
  if (models.length === 0) throw new UsageError('a judge needs a model', 'name one with --judge')
  if (new Set(models).size < models.length) {
    throw new UsageError('a panel of judges has the same model twice', 'name every judge once')
  }
  if (rule === 'majority' && models.length % 2 === 0) {
    throw new UsageError(
      `a majority of ${models.length} judges can be a tie`,
      'take an odd number of judges, or the rule mean',
    )
  }
}

function everyMetric(rubric: Rubric, score: MetricScore): Record<string, MetricScore> {
  return Object.fromEntries(rubric.metrics.map(({ name }) => [name, score]))
}

function scoreOf(
  rubric: Rubric,
  rule: PanelRule,
  answers: readonly JudgeAnswer[],
  subject: JudgedCase,
): ScoreResult {
  const judges = answers.map((answer) => {
    const verdict = verdictOf(rubric, answer)
    const scores: Readonly<Record<string, MetricScore>> | null =
      verdict === null ? null : rubric.score(verdict, subject)
    const notes = verdict === null ? undefined : rubric.notes?.(verdict, subject)
    return { answer, verdict, scores, notes }
  })
  const votesOn = (name: string): Vote[] => judges.map(({ scores }) => scores?.[name] ?? null)
  const metrics = rubric.metrics.map((metric) => {
    return [metric.name, panelScore(metric, votesOn(metric.name), rule)] as const
  })
  const disagreement = rubric.metrics.flatMap(({ name }): [string, JsonObject][] => {
    const values = votesOn(name).map(voteValue)
    const given = values.filter((value) => value !== null)
    const [lowest, highest] = [Math.min(...given), Math.max(...given)]
    return given.length < 2 || lowest === highest ? [] : [[name, { lowest, highest, values }]]
  })
  return {
    metrics: Object.fromEntries(metrics),
    detail: {
      judges: judges.map(({ answer, verdict, notes }) => ({
        model: answer.model,
        tries: answer.tries.length,
        verdict,
        ...(verdict === null
          ? { unreadable: answer.tries.at(-1)?.fault ?? 'no verdict of the asked form' }
          : {}),
        ...(notes === undefined ? {} : { notes }),
      })),
      ...(answers.length > 1 ? { disagreement: Object.fromEntries(disagreement) } : {}),
    },
  }
}

/** The first readable reply. */
export function verdictOf(rubric: Rubric, answer: JudgeAnswer): JsonObject | null {
  for (const { text } of answer.tries) {
    const verdict = text === null ? null : rubric.read(text)
    if (verdict !== null) return verdict
  }
  return null
}
