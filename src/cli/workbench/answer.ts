import { z } from 'zod'
import type { Case } from '../../core/case.ts'
import { plainView, type CaseView, type ViewBlock } from '../../core/case-view.ts'
import { isJsonObject, type Json } from '../../core/json.ts'
import type { Outcome } from '../../core/outcome.ts'
import { scoreResultSchema } from '../../core/score-result.ts'
import type { Answer } from '../../server/schemas/cases.ts'
import type { AnswerSource } from './answer-source.ts'
import { caseVerdicts } from './verdicts.ts'
import { partsOf, placesOf } from './case-detail.ts'
import { languageOf, laidOut } from './laid-out.ts'

const parsedSchema = z.object({ prediction: z.json(), repairs: z.array(z.string()).default([]) })

/** What one system made of a case. */
export function answerView(source: AnswerSource): Answer {
  const { subject, view, unit, system } = source
  const output = (stage: string): Json | null => {
    const reference = unit?.references.find((one) => one.stage === stage && one.instrument === '')
    return (reference === undefined ? undefined : unit?.results.get(reference.fingerprint))?.output ?? null
  }
  const parsed = parsedSchema.safeParse(output('parse'))
  const prediction = parsed.success ? parsed.data.prediction : null
  const language = languageOf(subject)
  const places = placesOf(partsOf(subject, view))
  const scores = scoresOf(source)
  const prompts = 'missing' in source.prompts ? [] : source.prompts
  const own = prompts.find(({ instrument }) => instrument === '')
  return {
    run: source.run,
    track: source.track,
    case: subject.id,
    system: system.id,
    kind: system.kind,
    repeat: source.repeat,
    repeats: source.repeats,
    attempt: unit?.attempt ?? 0,
    stages: (unit?.references ?? []).map(({ stage, instrument, reused, failure, fingerprint }) => ({
      stage,
      instrument: instrument === '' ? null : instrument,
      reused,
      duration: unit?.results.get(fingerprint)?.duration ?? null,
      failure,
    })),
    prompt: own === undefined ? null : own.messages.map(({ role, content }) => ({ role, text: content })),
    promptMissing:
      own !== undefined
        ? null
        : 'missing' in source.prompts
          ? source.prompts.missing
          : 'this system is not asked through a prompt that could be built again',
    raw: rawOf(output('respond')),
    prediction:
      prediction === null ? [] : laidOut(predictionBlocks(view, prediction, subject), language, places),
    repairs: parsed.success ? parsed.data.repairs : [],
    alignments:
      prediction === null
        ? []
        : scores.flatMap(({ instrument, detail }) => {
            if (detail === null) return []
            const found = alignmentOf(view, instrument, detail, subject, prediction)
            return found === null ? [] : [found]
          }),
    scores,
    verdicts: caseVerdicts(source),
    calls: source.callsKnown
      ? source.calls.map(({ at, model, purpose, outcome, detail, usage, latency, cost }) => ({
          at,
          model,
          purpose,
          outcome,
          detail,
          inputTokens: usage.input,
          outputTokens: usage.output,
          cachedTokens: usage.cachedInput,
          latency,
          cost,
        }))
      : null,
    withheld: false,
  }
}

/** The words of a model as text; a value that came in the contract's form as it is. */
function rawOf(output: Json | null): Json | null {
  if (!isJsonObject(output)) return output
  if (output['form'] === 'text' && typeof output['text'] === 'string') return output['text']
  return output['form'] === 'contract' ? (output['value'] ?? null) : output
}

function predictionBlocks(view: CaseView, prediction: Json, subject: Case): readonly ViewBlock[] {
  try {
    return view.prediction(prediction, subject)
  } catch {
    return plainView.prediction(prediction, subject)
  }
}

function alignmentOf(
  view: CaseView,
  instrument: string,
  detail: Json,
  subject: Case,
  prediction: Json,
): Answer['alignments'][number] | null {
  const found = view.alignment?.(instrument, detail, subject, prediction) ?? null
  if (found === null) return null
  return {
    instrument,
    gold: found.gold,
    predicted: found.predicted,
    pairs: found.pairs.map(({ parts, ...pair }) => ({ ...pair, parts: parts.map((part) => ({ ...part })) })),
    missing: [...found.missing],
    extra: [...found.extra],
  }
}

/** Outcomes by instrument, with what its last stage wrote down. */
function scoresOf({ outcomes, unit, instruments }: AnswerSource): Answer['scores'] {
  const byInstrument = new Map<string, { metric: string; outcome: Outcome }[]>()
  for (const { instrument, metric, outcome } of outcomes)
    byInstrument.set(instrument, [...(byInstrument.get(instrument) ?? []), { metric, outcome }])
  return [...byInstrument].map(([instrument, metrics]) => {
    const reference = unit?.references.find((one) => one.stage === 'score' && one.instrument === instrument)
    const result = reference === undefined ? undefined : unit?.results.get(reference.fingerprint)
    const read = scoreResultSchema.safeParse(result?.output)
    const known = instruments.get(instrument)
    return {
      instrument,
      label: known?.label ?? instrument,
      judged: known?.judged ?? false,
      metrics,
      detail: read.success ? (read.data.detail ?? null) : null,
    }
  })
}
