import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import {
  judgeConstraint,
  judgePersona,
  judgePreference,
  judgeReality,
} from '../src/benchmarks/alpsbench/rubrics/abilities.ts'
import { judgeEmotion } from '../src/benchmarks/alpsbench/rubrics/emotion.ts'
import { judgePenalty } from '../src/benchmarks/alpsbench/rubrics/penalty.ts'
import { judgeUsage } from '../src/benchmarks/alpsbench/rubrics/usage.ts'
import type { JudgedCase, Rubric } from '../src/core/judge.ts'
import { jsonObjectSchema, parseJson, type Json } from '../src/core/json.ts'
import { sharedData, skipReason } from './shared.ts'

const folder = sharedData('alpsbench-judged')
const penaltyVerdict = jsonObjectSchema.nullable()

function rows<T>(file: string, schema: z.ZodType<T>): readonly T[] {
  if (folder === undefined) return []
  return readFileSync(`${folder}/${file}.jsonl`, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => schema.parse(parseJson(line)))
}

/** The figure of one metric for a recorded verdict that is read from its text; null: no figure. */
function figure(rubric: Rubric, metric: string, verdict: Json, subject: JudgedCase): number | null {
  const read = rubric.read(JSON.stringify(verdict))
  if (read === null) return null
  const score = rubric.score(read, subject)[metric]
  return score === undefined || 'unscored' in score ? null : score.numerator / score.denominator
}

const items = z.array(jsonObjectSchema)
const output = z.object({ raw_output: z.string().nullable(), memory_items: items })
const listRow = { model_output: output, judge_output_raw: penaltyVerdict, judge_score: z.number().nullable() }

const task1 = rows(
  'task1',
  z.object({ ...listRow, original: z.object({ probe: z.object({ ground_truth_memories: items }) }) }),
).map(({ original, ...row }) => ({
  ...row,
  key: 'memory_items' as const,
  gold: { memory_items: original.probe.ground_truth_memories },
}))

const task2 = rows('task2', z.object({ ...listRow, original: z.object({ answer: items }) })).map(
  ({ original, ...row }) => ({ ...row, key: 'answer' as const, gold: { answer: original.answer } }),
)

const candidate = z.object({ memory_id: z.string(), value: z.string(), label: z.string() })
const task3 = rows(
  'task3',
  z.object({
    original: z.object({
      query: z.string(),
      selected_memory_id: z.string(),
      selected_memory: candidate,
      candidate_memories: z.array(candidate),
    }),
    model_output: z.object({ raw_output: z.string().nullable() }),
    judge_output_raw: z.object({ used_memory: z.boolean(), score: z.number(), reason: z.string() }),
    judge_score: z.number(),
  }),
)

const abilityRow = z.object({
  judge_output_raw: z.object({ score: z.number() }),
  judge_score: z.number(),
})
const abilities = [
  {
    rubric: judgePersona,
    file: 'task4_ability1',
    findings: { builds_on_fact: true, contradicts_fact: false },
  },
  { rubric: judgePreference, file: 'task4_ability2', findings: { agrees: true, contradicts: false } },
  { rubric: judgeReality, file: 'task4_ability3', findings: { carries_over: false } },
  { rubric: judgeConstraint, file: 'task4_ability4', findings: { violates: false } },
].map((ability) => ({ ...ability, recorded: rows(ability.file, abilityRow) }))

const dimensions = ['resonation', 'expression', 'reception'] as const
const stars = z.number().nullable()
const task4Emotion = rows(
  'task4_ability5',
  z.object({
    judge_output_raw: z.array(z.object({ resonation: stars, expression: stars, reception: stars })),
    judge_score: z.object({
      avg_resonation: z.number(),
      avg_expression: z.number(),
      avg_reception: z.number(),
    }),
  }),
)

const answered: JudgedCase = {
  input: { query: 'q', dialogue_history: [] },
  gold: { selected_memory: { value: 'v' } },
  prediction: { answer: 'a', used_memory_fact: '' },
}

describe.skipIf(folder === undefined)(`recorded verdicts (${skipReason})`, () => {
  it('are all there: 280 rows', () => {
    const counts = [task1, task2, task3, ...abilities.map(({ recorded }) => recorded), task4Emotion]
    expect(counts.reduce((sum, { length }) => sum + length, 0)).toBe(280)
  })

  it.each([
    ['extraction', task1, 70, 10],
    ['update', task2, 77, 0],
  ] as const)('%s: every verdict gives the recorded score, none gives none', (_name, all, count, without) => {
    expect(all).toHaveLength(count)
    expect(all.filter(({ judge_output_raw: verdict }) => verdict === null)).toHaveLength(without)
    for (const row of all) {
      const rubric = judgePenalty(row.key, 'record')
      const subject = {
        input: null,
        gold: row.gold,
        prediction: { memory_items: row.model_output.memory_items },
      }
      expect(figure(rubric, 'score', row.judge_output_raw, subject)).toBe(row.judge_score)
    }
  })

  it('the number of reviews is checked: few verdicts leave some out', () => {
    const incomplete = [...task1, ...task2].filter((row) => {
      const rubric = judgePenalty(row.key, 'strict')
      const subject = {
        input: null,
        gold: row.gold,
        prediction: { memory_items: row.model_output.memory_items },
      }
      return row.judge_output_raw !== null && figure(rubric, 'score', row.judge_output_raw, subject) === null
    })
    expect(incomplete).toHaveLength(3)
  })

  it('retrieval: judge.score', () => {
    for (const row of task3) {
      const { query, candidate_memories, selected_memory_id, selected_memory } = row.original
      const subject = {
        input: { query, candidate_memories },
        gold: { selected_memory_id, selected_memory },
        prediction: { answer: row.model_output.raw_output ?? '', reason: '', selected_memory_id: '' },
      }
      expect(figure(judgeUsage, 'score', row.judge_output_raw, subject)).toBe(row.judge_score)
    }
  })

  it.each(abilities)('$file: 0 or 1', ({ rubric, findings, recorded }) => {
    for (const { judge_output_raw: verdict, judge_score: score } of recorded) {
      const said = { ...findings, passes: verdict.score }
      expect(figure(rubric, 'pass_rate', said, answered)).toBe(score)
    }
  })

  it('emotion: three figures, a null leaves its dimension without one and out of its mean', () => {
    let nulls = 0
    for (const { judge_output_raw: verdicts, judge_score: means } of task4Emotion) {
      for (const dimension of dimensions) {
        const figures = verdicts.map((verdict) => figure(judgeEmotion, dimension, verdict, answered))
        expect(figures).toEqual(verdicts.map((verdict) => verdict[dimension]))
        const given = figures.filter((one) => one !== null)
        nulls += figures.length - given.length
        const mean = given.reduce((sum, one) => sum + one, 0) / given.length
        expect(mean).toBeCloseTo(means[`avg_${dimension}`], 4)
      }
    }
    expect(nulls).toBe(2)
  })

  it('emotion: the mean of a session is that of its recorded dimension means, save where one is null', () => {
    let without = 0
    for (const { judge_output_raw: verdicts, judge_score: recorded } of task4Emotion) {
      const figures = verdicts.map((verdict) => figure(judgeEmotion, 'mean', verdict, answered))
      const hasNull = verdicts.map((verdict) => dimensions.some((name) => verdict[name] === null))
      expect(figures.map((one) => one === null)).toEqual(hasNull)
      without += hasNull.filter(Boolean).length
      if (hasNull.includes(true)) continue
      const mean = figures.reduce<number>((sum, one) => sum + (one ?? 0), 0) / figures.length
      const { avg_resonation, avg_expression, avg_reception } = recorded
      expect(mean).toBeCloseTo((avg_resonation + avg_expression + avg_reception) / 3, 4)
    }
    expect(without).toBe(2)
  })
})
