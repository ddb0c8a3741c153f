import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { parseJson } from '../src/core/json.ts'
import type { BaselineSystem } from '../src/core/system.ts'
import { retrievalTracks } from '../src/benchmarks/alpsbench/retrieval/track.ts'
import { candidateSchema, retrievalPredictionSchema } from '../src/benchmarks/alpsbench/shapes.ts'
import { expectedRows } from './recorded-sessions.ts'
import { sharedData, skipReason } from './shared.ts'

const packetSchema = z.object({
  session_id: z.string(),
  task3: z.object({
    query: z.string(),
    candidate_memories: z.array(candidateSchema),
    task3_selected_memory_id: z.string(),
    task3_selected_memory: z.looseObject({ value: z.string(), label: z.string() }),
  }),
})

const chunks = sharedData('alpsbench-packets', 'chunks')
const defects = sharedData('alpsbench-expected', 'defect-counts.json')
const top1Schema = z.object({ session_id: z.string(), top1_index: z.int(), gold_rank: z.int() })
const countsSchema = z.object({ id_multiplicity_hits: z.int(), first_candidate_hits: z.int() })

function cases() {
  const folder = chunks ?? ''
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /sess_[^/\\]*\.json$/.test(name))
    .map((name) => packetSchema.parse(parseJson(readFileSync(join(folder, name), 'utf8'))))
    .map(({ session_id: id, task3 }) => {
      const { task3_selected_memory_id: goldId, task3_selected_memory: memory } = task3
      return {
        id,
        input: { query: task3.query, candidate_memories: task3.candidate_memories },
        gold: {
          selected_memory_id: goldId,
          selected_memory: { memory_id: goldId, value: memory.value, label: memory.label },
        },
      }
    })
}

const track = retrievalTracks[0]

function system(id: string): BaselineSystem {
  const made = track?.baselines.find((baseline) => baseline.id === id)?.create({ seed: 1, states: [] })
  if (made?.access !== 'baseline') throw new Error(`${id} is no baseline`)
  return made
}

/** Prediction and scores of a baseline on every packet, through the track's own parser and scorers. */
async function run(id: string) {
  const baseline = system(id)
  const scorer = (name: string) => track?.scorer(name, { matcher: 'greedy' })
  const rows = []
  for (const subject of cases()) {
    const context = { repeat: 0, attempt: 0, fresh: null, signal: new AbortController().signal }
    const response = await baseline.respond({ input: subject.input, id: subject.id, fold: 0 }, context)
    const parsed = track?.parse(response, subject.input)
    const prediction = retrievalPredictionSchema.parse(parsed?.prediction)
    const metric = (name: string, key: string) => {
      const score = scorer(name)?.score(parsed?.prediction ?? null, subject).metrics[key]
      return score !== undefined && 'numerator' in score ? score.numerator : Number.NaN
    }
    rows.push({
      subject,
      prediction,
      publicAccuracy: metric('public-exact', 'accuracy'),
      accuracy: metric('retrieval-rank', 'accuracy'),
      reciprocalRank: metric('retrieval-rank', 'mrr'),
    })
  }
  return rows
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)
const isAbsent = chunks === undefined || defects === undefined

describe.skipIf(isAbsent)(`retrieval baselines on the packets${isAbsent ? ` (${skipReason})` : ''}`, () => {
  it('the id rule finds every gold memory, the first candidate one', async () => {
    const wanted = countsSchema.parse(parseJson(readFileSync(defects ?? '', 'utf8')))
    const byRule = await run('baseline:id-multiplicity')
    const first = await run('baseline:first')
    expect(byRule).toHaveLength(214)
    expect(sum(byRule.map(({ publicAccuracy }) => publicAccuracy))).toBe(wanted.id_multiplicity_hits)
    expect(sum(byRule.map(({ accuracy }) => accuracy))).toBe(wanted.id_multiplicity_hits)
    expect(sum(first.map(({ publicAccuracy }) => publicAccuracy))).toBe(wanted.first_candidate_hits)
  })

  it('bm25:reference selects the reference candidate and ranks the gold as the reference does, 214 of 214', async () => {
    const expected = new Map(expectedRows('bm25-d100.jsonl', top1Schema).map((row) => [row.session_id, row]))
    const rows = await run('bm25:reference')
    const differing = rows.filter(({ subject, prediction, reciprocalRank }) => {
      const row = expected.get(subject.id)
      const candidate = subject.input.candidate_memories[row?.top1_index ?? -1]
      return (
        prediction.selected_memory_id !== candidate?.memory_id ||
        prediction.answer !== candidate.value ||
        Math.abs(1 / reciprocalRank - (row?.gold_rank ?? 0)) > 1e-9
      )
    })
    expect(expected.size).toBe(214)
    expect(differing.length).toBe(0)
    // The README of the reference data: 0.2523 on these rows.
    expect(sum(rows.map(({ publicAccuracy }) => publicAccuracy)) / 214).toBeCloseTo(0.2523, 4)
  })

  it('bm25:multilingual finds more than the English tokeniser does', async () => {
    const reference = await run('bm25:reference')
    const multilingual = await run('bm25:multilingual')
    const hits = (rows: typeof reference) => sum(rows.map(({ accuracy }) => accuracy))
    expect(hits(multilingual)).toBeGreaterThanOrEqual(hits(reference))
  })
})
