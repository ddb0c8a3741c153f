import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { confidenceScore } from '../src/text/confidence.ts'
import { normalizeResearch } from '../src/text/normalize.ts'
import { SequenceMatcher } from '../src/text/sequence-matcher.ts'
import { PreparedValue, labelSimilarity, valueSimilarity } from '../src/text/similarity.ts'
import { sharedData, skipReason } from './shared.ts'

const folder = sharedData('alpsbench-expected')

function rows<Row>(file: string, row: z.ZodType<Row>): Row[] {
  const path = sharedData('alpsbench-expected', file)
  if (path === undefined) throw new Error(`missing ${file}`)
  return z
    .array(row)
    .nonempty()
    .parse(JSON.parse(readFileSync(path, 'utf8')))
}

const similarityRow = z.strictObject({
  a: z.string(),
  b: z.string(),
  ratio: z.number(),
  norm_a: z.string(),
  norm_b: z.string(),
  value_similarity: z.number(),
})
const labelRow = z.strictObject({ a: z.json(), b: z.json(), similarity: z.number() })
const confidenceRow = z.strictObject({ a: z.json(), b: z.json(), score: z.number() })

describe.skipIf(folder === undefined)(`text functions against Python (${skipReason})`, () => {
  test('normalisation, ratio of the raw texts and value similarity', () => {
    const wrong = rows('similarity-vectors.json', similarityRow).filter(
      ({ a, b, ...expected }) =>
        normalizeResearch(a) !== expected.norm_a ||
        normalizeResearch(b) !== expected.norm_b ||
        new SequenceMatcher(b).ratio(a) !== expected.ratio ||
        valueSimilarity(new PreparedValue(a), new PreparedValue(b)) !== expected.value_similarity,
    )
    expect(wrong).toEqual([])
  })

  test('label similarity', () => {
    const wrong = rows('label-vectors.json', labelRow).filter(
      (row) => labelSimilarity(row.a, row.b) !== row.similarity,
    )
    expect(wrong).toEqual([])
  })

  test('confidence score', () => {
    const wrong = rows('confidence-vectors.json', confidenceRow).filter(
      (row) => confidenceScore(row.a, row.b) !== row.score,
    )
    expect(wrong).toEqual([])
  })
})
