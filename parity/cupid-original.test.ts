import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { originalCounts } from '../src/benchmarks/cupid/arithmetic/counts.ts'
import { OriginalCrash } from '../src/benchmarks/cupid/arithmetic/crash.ts'
import { precisionRecall } from '../src/benchmarks/cupid/arithmetic/precision-recall.ts'
import { filesByKey, originalSummary } from '../src/benchmarks/cupid/arithmetic/summary.ts'
import {
  originalEvaluation,
  type NamedRow,
  type OriginalCall,
  type ResultFiles,
} from '../src/benchmarks/cupid/original/evaluation.ts'
import { originalRows, UnusableReply } from '../src/benchmarks/cupid/original/replies.ts'
import { renderLog } from '../src/benchmarks/cupid/rendering/log.ts'
import {
  generationRequest,
  inferenceRequest,
  judgeRequest,
  matcherRequest,
  type OriginalRequest,
} from '../src/benchmarks/cupid/rendering/requests.ts'
import { messageSchema } from '../src/benchmarks/cupid/shapes.ts'
import { isJsonObject, knownJson, parseJson, type Json } from '../src/core/json.ts'
import { cupidVectors, expectedOutcome, OriginalError, outcomeOf, type CupidVector } from './cupid-vectors.ts'
import { skipReason } from './shared.ts'

const text = z.string()
const texts = z.array(text)
const task = z.enum(['inference', 'generation', 'both'])

const historySchema = z.array(
  z.object({ dialogue: z.array(z.object({ role: z.string(), content: z.string() })) }),
)
const shownSchema = z
  .object({ current_request: text, prior_interactions: historySchema })
  .transform(({ current_request, prior_interactions }) => ({
    request: current_request,
    sessions: prior_interactions,
  }))
const filesSchema = z.record(text, knownJson).transform((files) => new Map(Object.entries(files).map(read)))

/** A text stands for the raw text of a file. */
function read([name, file]: [string, Json]): [string, Json] {
  if (typeof file !== 'string') return [name, file]
  try {
    return [name, parseJson(file)]
  } catch {
    return [name, null]
  }
}

/** Our errors under the neutral names of the vectors. */
function neutral<T>(call: () => T): T {
  try {
    return call()
  } catch (error) {
    if (error instanceof OriginalCrash || error instanceof UnusableReply) throw new OriginalError(error.kind)
    throw error
  }
}

const userMessage = ({ messages }: OriginalRequest): string | undefined => messages[1]?.content

const callOf = (request: OriginalRequest) => ({
  user_message: userMessage(request),
  temperature: request.temperature,
  max_tokens: request.maxOutputTokens,
  model: request.model,
})

const matchingSchema = z.object({ model: text, preference: text, checklist: texts })
const judgedSchema = z.object({ user_request: text, ai_response: text, preference: text, checklist: texts })

const roles: Readonly<Record<string, (input: CupidVector['input']) => unknown>> = {
  'log.format': (input) => renderLog(historySchema.parse(input['prior_interactions'])),
  'generation.user_message': (input) => userMessage(generationRequest(shownSchema.parse(input))),
  'inference.user_message_prefix': (input) =>
    userMessage(inferenceRequest(shownSchema.parse(input)))?.split('## Your Task')[0],
  'matcher.request'(input) {
    const { model, preference, checklist } = matchingSchema.parse(input)
    return callOf(matcherRequest(model, preference, checklist))
  },
  'matcher.parse': ({ model_output, model }) => ({
    rows: neutral(() => originalRows(text.parse(model_output), text.parse(model))),
  }),
  'judge.request'(input) {
    const { user_request, ai_response, preference, checklist } = judgedSchema.parse(input)
    const subject = { request: user_request, answer: ai_response, preference, checklist }
    const request = judgeRequest('gpt-4o-2024-11-20', subject)
    const system = request.messages[0]?.content ?? ''
    const block = '- Is it brief?\n- Is it a note?'
    return {
      ...callOf(request),
      checklist_block: block,
      system_contains_checklist_block: system.includes(`\n\n${block}\n\n`),
      system_contains_quoted_preference: system.includes(`"${preference}"`),
    }
  },
  'inference.counts': (input) => neutral(() => originalCounts(knownJson.parse(input))),
  prf: (input) =>
    precisionRecall(
      z
        .object({
          n_true: z.number(),
          n_predicted: z.number(),
          true_matched: z.number(),
          predicted_matched: z.number(),
        })
        .parse(input),
    ),
  aggregate: (input) =>
    neutral(() => originalSummary(filesSchema.parse(input['files']), task.parse(input['task']))),
  'results.keys': ({ files }) => ({ instance_keys: [...filesByKey(filesSchema.parse(files)).keys()] }),
  'evaluate.run': evaluated,
}

const replySchema = z.union([text, z.object({ raise: text })])
const scriptSchema = z.record(text, z.union([replySchema, z.array(replySchema)]))
const runSchema = z.object({
  task,
  runs: z.number().default(1),
  use_matcher: z.boolean().default(false),
  existing: filesSchema.optional(),
  instances: z.array(
    z.object({
      name: text,
      data: z
        .object({
          current_request: text,
          current_contextual_preference: text,
          current_checklist: texts,
          prior_interactions: z.array(z.object({ dialogue: z.array(messageSchema) })),
        })
        .transform((data) => ({
          request: data.current_request,
          preference: data.current_contextual_preference,
          checklist: data.current_checklist,
          sessions: data.prior_interactions,
        })),
    }),
  ),
  evaluated_model: scriptSchema,
  evaluator: scriptSchema,
})

/** Replies in their order, the last one again and again. */
function scripted(script: z.infer<typeof scriptSchema>): (word: string) => string {
  const places = new Map<string, number>()
  return (word) => {
    const replies = [script[word] ?? []].flat()
    const place = places.get(word) ?? 0
    places.set(word, place + 1)
    const reply = replies[Math.min(place, replies.length - 1)]
    if (typeof reply === 'string') return reply
    throw new Error(reply?.raise)
  }
}

async function evaluated(input: CupidVector['input']): Promise<unknown> {
  const script = runSchema.parse(input)
  const rows: NamedRow[] = script.instances.map(({ name, data }) => ({ name, ...data }))
  const [model, evaluator] = [scripted(script.evaluated_model), scripted(script.evaluator)]
  const [modelCalls, evaluatorCalls]: [string[], string[]] = [[], []]
  const ask = async ({ kind, request }: OriginalCall<NamedRow>) => {
    if (request.model === null) {
      modelCalls.push(kind)
      return model(kind)
    }
    const word = kind === 'decompose' || kind === 'judge' ? kind : 'match'
    evaluatorCalls.push(`${word}:${request.model}`)
    return evaluator(word)
  }
  const files: ResultFiles = script.existing ?? new Map()
  const options = { task: script.task, evaluator: 'judge-model', useMatcher: script.use_matcher }
  let crash: OriginalCrash | null = null
  for (let run = 0; run < script.runs; run++) crash = await originalEvaluation(rows, options, ask, files)
  return {
    files: Object.fromEntries(Array.from(files, ([name, file]) => [name, withoutErrorText(file)])),
    evaluated_model_calls: modelCalls,
    evaluator_calls: evaluatorCalls,
    ...(crash?.kind === 'unset_request' ? { uncaught: { type: 'UnboundLocalError' } } : {}),
  }
}

/** The words of an error are not compared. */
function withoutErrorText(file: Json): Json {
  if (!isJsonObject(file) || !isJsonObject(file['generation'])) return file
  const { alignment } = file['generation']
  if (!isJsonObject(alignment) || alignment['score'] !== 0) return file
  return {
    ...file,
    generation: { ...file['generation'], alignment: { ...alignment, analysis: '<error text>' } },
  }
}

/** A null message prints as None there; here it is an error in the data, named when the data is read (spec 2.2). */
const refused = ['log.format/08']

describe.skipIf(cupidVectors.length === 0)(`CUPID as the authors run it (${skipReason})`, () => {
  const known = cupidVectors.filter(({ role }) => role in roles)

  it('covers every vector of these roles', () => {
    const counts = Object.fromEntries(
      Object.keys(roles).map((name) => [name, known.filter(({ role }) => role === name).length]),
    )
    expect(counts).toEqual({
      'log.format': 8,
      'generation.user_message': 2,
      'inference.user_message_prefix': 1,
      'matcher.request': 4,
      'matcher.parse': 8,
      'judge.request': 1,
      'inference.counts': 12,
      prf: 10,
      aggregate: 12,
      'results.keys': 1,
      'evaluate.run': 13,
    })
  })

  it.each(known.filter(({ id }) => !refused.includes(id)))('$id in reference', async (vector) => {
    expect(await outcomeOf(() => roles[vector.role]?.(vector.input))).toEqual(expectedOutcome(vector))
  })

  it.each(known.filter(({ id }) => refused.includes(id)))('$id is refused', ({ role, input }) => {
    expect(() => roles[role]?.(input)).toThrow('expected string, received null')
  })
})
