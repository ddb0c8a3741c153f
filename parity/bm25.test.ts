import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { createBm25 } from '../src/text/bm25.ts'
import { tokenizeReference, tokenizeReferenceQuery } from '../src/text/tokenize-reference.ts'
import { sharedData, skipReason } from './shared.ts'

const packetSchema = z.object({
  session_id: z.string(),
  task3: z.object({ query: z.string(), candidate_memories: z.array(z.object({ value: z.string() })) }),
})
const expectedSchema = z.object({
  session_id: z.string(),
  top1_index: z.int(),
  top1_score: z.number(),
  gold_index: z.int(),
  gold_score: z.number(),
  gold_rank: z.int(),
})

function readPackets(folder: string) {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /sess_[^/\\]*\.json$/.test(name))
    .map((name) => packetSchema.parse(JSON.parse(readFileSync(join(folder, name), 'utf8'))))
}

function readExpected(file: string) {
  const lines = readFileSync(file, 'utf8').split('\n').filter(Boolean)
  return new Map(
    lines.map((line) => expectedSchema.parse(JSON.parse(line))).map((row) => [row.session_id, row]),
  )
}

const packets = sharedData('alpsbench-packets', 'chunks')
const expected = sharedData('alpsbench-expected', 'bm25-d100.jsonl')
const isAbsent = packets === undefined || expected === undefined

describe.skipIf(isAbsent)(`BM25 against rank-bm25 and NLTK${isAbsent ? ` (${skipReason})` : ''}`, () => {
  it('picks the same candidate, with the same scores and rank of the gold, in 214 of 214 rows', () => {
    const rows = readPackets(packets ?? '')
    const wanted = readExpected(expected ?? '')
    const differences = rows.flatMap(({ session_id, task3 }, position) => {
      const row = wanted.get(session_id)
      const bm25 = createBm25(task3.candidate_memories.map(({ value }) => tokenizeReference(value)))
      const query = tokenizeReferenceQuery(task3.query)
      const best = bm25.best(query)
      if (row === undefined || best === undefined) return [{ position, found: [] }]
      const goldScore = bm25.scores(query)[row.gold_index] ?? Number.NaN
      const same =
        best.index === row.top1_index &&
        Math.abs(best.score - row.top1_score) <= 1e-5 &&
        Math.abs(goldScore - row.gold_score) <= 1e-5 &&
        bm25.ranking(query).indexOf(row.gold_index) + 1 === row.gold_rank
      return same ? [] : [{ position, found: [best.index, best.score, goldScore] }]
    })
    expect(rows).toHaveLength(214)
    expect(wanted.size).toBe(214)
    expect(differences).toEqual([])
  })
})
