import { z } from 'zod'
import { contentHash, hashJson } from '../core/hash.ts'
import { UsageError } from '../core/errors.ts'
import type { Json } from '../core/json.ts'
import type { JudgedCase } from '../core/judge.ts'
import type { ChainStep, JudgeChain, Readings } from '../core/judge-chain.ts'
import type { ModelParameters, ModelPort } from '../core/model.ts'
import { faultReasons } from '../core/outcome.ts'
import { instrumentKey, type Instrument } from '../core/scorer.ts'
import type { InstrumentStage, JudgedInstrument, JudgeStage, StageInput } from '../core/stage.ts'
import { askJudge, type JudgeTry } from './ask-judge.ts'
import { judgedCase } from './judged-case.ts'
import { waitForAll } from './wait-for-all.ts'

/** Who plays which part in a chain. */
export interface ChainModels {
  /** Model id by role; every role of the chain has one. */
  readonly roles: Readonly<Record<string, string>>
  readonly port: ModelPort
  /** `maxOutputTokens` here is a bound over what the steps ask for. */
  readonly parameters: ModelParameters
  /** Base URLs of models that are not at their provider's usual address. */
  readonly servers?: Readonly<Record<string, string>>
}

/** Output of a step: the models' own words by question, so that a better reader costs no new calls. */
const answersSchema = z.record(
  z.string(),
  z.array(
    z.object({
      text: z.string().nullable(),
      fault: z.enum(faultReasons).nullable(),
      served_by: z.string().nullable(),
    }),
  ),
)
export type StepAnswers = Readonly<Record<string, readonly JudgeTry[]>>

/**
 * An instrument whose figures come from a chain of questions to models: one stage a step, each kept, then the chain's
 * own arithmetic. A model that can't be reached fails the case by the infrastructure.
 * @throws UsageError for a role without a model
 */
export function createChainInstrument(chain: JudgeChain, models: ChainModels): JudgedInstrument {
  for (const { role } of chain.steps) {
    if (models.roles[role] === undefined) throw new UsageError(`${chain.name} needs a model as ${role}`)
  }
  const { servers = {} } = models
  const instrument: Instrument = {
    name: chain.name,
    version: chain.version,
    options: {
      ...Object.fromEntries(chain.steps.map(({ role }) => [role, models.roles[role] ?? ''])),
      prompt: chainHash(chain),
      ...models.parameters,
      ...(Object.keys(servers).length === 0 ? {} : { servers: { ...servers } }),
    },
    judges: chainRoles(chain).map((role) => ({ role, models: [models.roles[role] ?? ''] })),
    metrics: chain.metrics,
    bounds: (subject) => chain.bounds(subject),
  }
  const key = instrumentKey(instrument)
  const seen: JudgeStage['seen'] = ({ input, gold }) => ({
    input: contentHash(input),
    gold: contentHash(gold),
  })
  const stages = chain.steps.map((step, place): JudgeStage => {
    const earlier = chain.steps.slice(0, place)
    const model = models.roles[step.role] ?? ''
    const server = servers[model]
    return {
      kind: 'judge',
      name: step.name,
      instrument: key,
      version: '1',
      needs: ['parse', ...earlier.map(({ name }) => name)],
      settings: {
        chain: chain.name,
        version: chain.version,
        prompt: chainHash(chain),
        model,
        ...(server === undefined ? {} : { server }),
        parameters: { ...parametersOf(step, models.parameters) },
      },
      seen,
      async run(input): Promise<Json> {
        const subject = judgedCase(input)
        const readings = readingsOf(earlier, subject, input.upstream)
        const { repeat, fresh, attempt, signal } = input.context
        const answers = await askStep(chain, step, subject, readings, models, {
          sample: { repeat, fresh, asking: attempt },
          purpose: `judge:${chain.name}`,
          signal,
        })
        return Object.fromEntries(
          Object.entries(answers).map(([id, tries]) => [id, tries.map((one) => ({ ...one }))]),
        )
      },
    }
  })
  const last: InstrumentStage = {
    kind: 'instrument',
    name: 'score',
    instrument: key,
    scorer: instrument,
    version: '1',
    needs: ['parse', ...chain.steps.map(({ name }) => name)],
    settings: { chain: chain.name, version: chain.version },
    seen,
    async run(input) {
      const subject = judgedCase(input)
      return chain.score(readingsOf(chain.steps, subject, input.upstream), subject)
    },
  }
  return { ...instrument, stages: [...stages, last] }
}

/** What a step is asked with. */
export interface StepContext {
  readonly sample: { readonly repeat: number; readonly fresh: string | null; readonly asking: number }
  readonly purpose: string
  readonly signal: AbortSignal
}

/**
 * Puts a step's questions to its model, side by side, and waits for all, so that what was paid is kept.
 * @throws Fault `judge` by the infrastructure when the model can't be reached; RunStop from the port
 */
export async function askStep(
  chain: Pick<JudgeChain, 'tries'>,
  step: ChainStep,
  subject: JudgedCase,
  readings: Readings,
  { roles, port, parameters }: ChainModels,
  { sample, purpose, signal }: StepContext,
): Promise<StepAnswers> {
  const model = roles[step.role] ?? ''
  const answered = await waitForAll(
    step.questions(subject, readings).map(async (question) => {
      const { tries } = await askJudge(
        port,
        {
          form: { reply: question.reply, tries: chain.tries, read: (text) => question.read(text) },
          model,
          messages: question.messages,
          parameters: parametersOf(step, parameters),
          sample,
          purpose,
        },
        signal,
      )
      return [question.id, tries] as const
    }),
  )
  return Object.fromEntries(answered)
}

/** What the answers of steps say: each reply is read as its question wants it, the first readable one counts. */
export function readStep(
  step: ChainStep,
  subject: JudgedCase,
  readings: Readings,
  answers: StepAnswers,
): Readings {
  const found: Record<string, Json | null> = { ...readings }
  for (const question of step.questions(subject, readings)) {
    found[question.id] = null
    for (const { text } of answers[question.id] ?? []) {
      const reading = text === null ? null : question.read(text)
      if (reading === null) continue
      found[question.id] = reading
      break
    }
  }
  return found
}

function readingsOf(
  steps: readonly ChainStep[],
  subject: JudgedCase,
  upstream: StageInput['upstream'],
): Readings {
  let readings: Readings = {}
  for (const step of steps) {
    readings = readStep(step, subject, readings, answersSchema.parse(upstream[step.name]))
  }
  return readings
}

/** The parts that models play in a chain, each once. */
function chainRoles(chain: JudgeChain): string[] {
  return [...new Set(chain.steps.map(({ role }) => role))]
}

/** A step never asks for more than it needs, nor for more than the run allows. */
function parametersOf(step: ChainStep, parameters: ModelParameters): ModelParameters {
  return {
    ...parameters,
    maxOutputTokens: Math.min(step.maxOutputTokens, parameters.maxOutputTokens),
  }
}

/**
 * Changes with a chain's wording, reply forms or version: a hash of the messages that its steps write for its own
 * probes; those of later steps are written from nothing read. 12 hex digits.
 */
export function chainHash(chain: JudgeChain): string {
  const messages = chain.steps.flatMap((step) =>
    chain.probes.flatMap(({ subject }) =>
      step.questions(subject, {}).map((question) => ({
        id: question.id,
        reply: question.reply === null ? null : { ...question.reply },
        messages: question.messages.map(({ role, content }) => ({ role, content })),
      })),
    ),
  )
  const { name, version, tries } = chain
  // Questions of later steps depend on what was read, so their texts are named apart.
  const wording = chain.steps.map((step) => [step.name, ...step.wording])
  return hashJson({ name, version, tries, messages, wording }).slice(0, 12)
}
