import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { parseExtraction } from '../src/benchmarks/alpsbench/extraction/parse.ts'
import { parseRetrieval } from '../src/benchmarks/alpsbench/retrieval/parse.ts'
import { predictedItems } from '../src/benchmarks/alpsbench/scoring/memory-lists.ts'
import { researchAlgo } from '../src/benchmarks/alpsbench/scoring/research-algo.ts'
import { candidateSchema, retrievalPredictionSchema } from '../src/benchmarks/alpsbench/shapes.ts'
import { parseUpdate } from '../src/benchmarks/alpsbench/update/parse.ts'
import { Fault } from '../src/core/fault.ts'
import { jsonSchema, parseJson, type Json } from '../src/core/json.ts'
import type { Parsed } from '../src/core/track.ts'
import { sharedData, skipReason } from './shared.ts'

// Rows that a judge of the authors scored: the model's reply as it came, and what the reference made of it.
const recorded = {
  judge_score: z.number().nullable(),
  final_score: z.number().nullable(),
  model_output: z.object({
    raw_output: z.string().nullable(),
    memory_items: z.array(jsonSchema).nullable(),
  }),
}
const extractionSchema = z.object({
  ...recorded,
  original: z.object({ probe: z.object({ ground_truth_memories: z.array(jsonSchema) }) }),
})
const updateSchema = z.object({ ...recorded, original: z.object({ answer: z.array(jsonSchema) }) })
const retrievalSchema = z.object({
  model_output: z.object({ raw_output: z.string().nullable() }),
  original: z.object({ query: z.string(), candidate_memories: z.array(candidateSchema) }),
})

function rows<T>(file: string, schema: z.ZodType<T>): T[] {
  const path = sharedData('alpsbench-judged', file)
  if (path === undefined) return []
  return readFileSync(path, 'utf8')
    .trim()
    .split('\n')
    .map((line) => schema.parse(parseJson(line)))
}

/** Items that we read out of a reply; none where the reply is a fault of the system, as the reference has it. */
function itemsOf(parse: (response: { form: 'text'; text: string }) => Parsed, raw: string | null): Json {
  try {
    return predictedItems(parse({ form: 'text', text: raw ?? '' }).prediction)
  } catch (error) {
    if (error instanceof Fault && error.by === 'system') return []
    throw error
  }
}

/** Spec 2.2.9: half the matcher's score and half the judge's; the matcher's alone where no judge spoke. */
function blended(gold: readonly Json[], items: Json, judge: number | null): number {
  const { metrics } = researchAlgo('memory_items', { matcher: 'greedy' }).score(
    { memory_items: items },
    { input: null, gold: { memory_items: gold } },
  )
  const { score } = metrics
  if (score === undefined || 'unscored' in score) throw new Error('no score')
  return judge === null ? score.numerator : 0.5 * score.numerator + 0.5 * judge
}

describe.skipIf(sharedData('alpsbench-judged') === undefined)(`recorded judged rows (${skipReason})`, () => {
  const extractions = rows('task1.jsonl', extractionSchema).map(({ original, ...row }) => ({
    ...row,
    gold: original.probe.ground_truth_memories,
  }))
  const updates = rows('task2.jsonl', updateSchema).map(({ original, ...row }) => ({
    ...row,
    gold: original.answer,
  }))

  it.each([
    ['extraction', parseExtraction, extractions, 60, 0],
    // One list of the right form in a reply that the reference could not read.
    ['update', parseUpdate, updates, 70, 1],
  ] as const)(
    '%s replies are read into the items that the reference read',
    (_name, parse, all, least, more) => {
      expect(all.length).toBeGreaterThan(least)
      let readByUsAlone = 0
      for (const { model_output: output } of all) {
        const reference = output.memory_items ?? []
        const ours = itemsOf(parse, output.raw_output)
        if (reference.length === 0 && Array.isArray(ours) && ours.length > 0) readByUsAlone += 1
        else expect(ours).toEqual(reference)
      }
      expect(readByUsAlone).toBe(more)
    },
  )

  it.each([
    ['extraction', extractions],
    ['update', updates],
  ] as const)('%s: matcher and judge blend into the recorded final score', (_name, all) => {
    const finals = all.flatMap(({ gold, final_score: final, judge_score: judge, model_output: output }) =>
      final === null ? [] : [{ final, ours: blended(gold, output.memory_items ?? [], judge) }],
    )
    expect(finals.length).toBeGreaterThan(60)
    for (const { final, ours } of finals) expect(ours).toBeCloseTo(final, 3)
  })

  it('retrieval replies select a candidate, fenced or not', () => {
    const all = rows('task3.jsonl', retrievalSchema).filter(({ model_output: output }) => output.raw_output)
    expect(all.length).toBeGreaterThan(60)
    const read = all.map(({ original, model_output: output }) => {
      const input = { query: original.query, candidate_memories: original.candidate_memories }
      const { prediction, repairs } = parseRetrieval({ form: 'text', text: output.raw_output ?? '' }, input)
      const ids = original.candidate_memories.map(({ memory_id: id }) => id)
      expect(ids).toContain(retrievalPredictionSchema.parse(prediction).selected_memory_id)
      return repairs
    })
    expect(read.filter((repairs) => repairs.includes('fence-removed')).length).toBeGreaterThan(10)
  })
})
