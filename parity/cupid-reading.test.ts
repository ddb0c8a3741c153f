import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { originalJsonText, readJson } from '../src/benchmarks/cupid/reading/json.ts'
import { readPreference } from '../src/benchmarks/cupid/reading/preference.ts'
import {
  labelOfScore,
  originalScoreOfLabel,
  readRows,
  scoreOfLabel,
} from '../src/benchmarks/cupid/reading/rows.ts'
import {
  originalScore,
  originalScoreText,
  readJudgeScore,
  readScoreText,
} from '../src/benchmarks/cupid/reading/score.ts'
import { knownJson, parseJson } from '../src/core/json.ts'
import {
  cupidVectors,
  expectedOutcome,
  OriginalError,
  orError,
  outcomeOf,
  type Role,
} from './cupid-vectors.ts'
import { skipReason } from './shared.ts'

const text = z.string()
const matchSchema = z.object({
  groundtruth: z.object({ checklist: z.array(z.string()) }),
  inferred: z.object({ checklist: z.array(z.string()) }),
  match: z.object({ gt_to_infer: knownJson, infer_to_gt: knownJson }),
})

/** JSON as the original reads it; the NaN that Python takes is refused here, since it can't be stored. */
function originalJson(reply: string): unknown {
  try {
    return parseJson(originalJsonText(reply))
  } catch {
    throw new OriginalError('invalid_json')
  }
}

function strictJson(reply: string): unknown {
  const value = readJson(reply)
  return value === null ? { status: 'invalid_json' } : { status: 'ok', value }
}

function strictPreference(reply: string): unknown {
  const { status, ...found } = readPreference(reply, 'strict')
  if (!('words' in found)) return { status }
  const { overLimit: over_limit, ...said } = found
  return { status, ...said, over_limit }
}

const roles: Readonly<Record<string, Role>> = {
  'score.parse': {
    reference: ({ score }) => ({ score: originalScore(knownJson.parse(score)) }),
    strict: ({ score }) => readScoreText(score),
  },
  'judge.extract_score': {
    reference: ({ output }) => ({
      score_text: orError(originalScoreText(text.parse(output)), 'missing_section'),
    }),
    strict: ({ output }) => readJudgeScore(text.parse(output)),
  },
  'judge.extract_then_parse': {
    reference: ({ output }) => ({
      score: originalScore(orError(originalScoreText(text.parse(output)), 'missing_section')),
    }),
    strict: ({ output }) => readJudgeScore(text.parse(output)),
  },
  'infer.extract_preference': {
    reference({ output }) {
      const read = readPreference(text.parse(output), 'reference')
      return read.status === 'ok' ? read.preference : orError(null, 'missing_section')
    },
    strict: ({ output }) => strictPreference(text.parse(output)),
  },
  'label.to_score': {
    reference: ({ label }) => originalScoreOfLabel(knownJson.parse(label)),
    strict({ label }) {
      const score = scoreOfLabel(knownJson.parse(label))
      return score === null ? { status: 'invalid' } : { status: 'ok', score }
    },
  },
  'score.to_label': { reference: ({ score }) => labelOfScore(z.number().parse(score)) },
  'json.extract': {
    reference: ({ text: reply }) => originalJson(text.parse(reply)),
    strict: ({ text: reply }) => strictJson(text.parse(reply)),
  },
}

const rowRoles: Readonly<Record<string, Role['reference']>> = {
  'inference.counts': (input) => {
    const { groundtruth, inferred, match } = matchSchema.parse(input)
    return {
      gt_to_infer: readRows(match.gt_to_infer, groundtruth.checklist.length),
      infer_to_gt: readRows(match.infer_to_gt, inferred.checklist.length),
    }
  },
}

/** Its NaN can't be held (see above); the specification's own port refuses it too (spec 6). */
const refused = ['json.extract/12']

describe.skipIf(cupidVectors.length === 0)(`CUPID readings (${skipReason})`, () => {
  const known = cupidVectors.filter(({ role }) => role in roles)

  it('cover every vector of these roles', () => {
    const counts = Object.fromEntries(
      Object.keys(roles).map((name) => [name, known.filter(({ role }) => role === name).length]),
    )
    expect(counts).toEqual({
      'score.parse': 87,
      'judge.extract_score': 16,
      'judge.extract_then_parse': 5,
      'infer.extract_preference': 17,
      'label.to_score': 13,
      'score.to_label': 6,
      'json.extract': 16,
    })
  })

  it.each(known)('$id in reference', async (vector) => {
    const found = await outcomeOf(() => roles[vector.role]?.reference(vector.input))
    expect(found).toEqual(refused.includes(vector.id) ? { error: 'invalid_json' } : expectedOutcome(vector))
  })

  it.each(known.filter(({ corrected }) => corrected !== undefined))('$id in strict', (vector) => {
    expect(roles[vector.role]?.strict?.(vector.input)).toEqual(vector.corrected)
  })

  it.each(cupidVectors.filter(({ role }) => role in rowRoles))('$id in strict', (vector) => {
    expect(rowRoles[vector.role]?.(vector.input)).toEqual(vector.corrected)
  })
})
