import { describe, expect, it } from 'vitest'
import type { JudgedCase, Rubric } from '../../../core/judge.ts'
import type { Json, JsonObject } from '../../../core/json.ts'
import { judgeConstraint, judgePersona, judgePreference, judgeReality } from './abilities.ts'
import {
  judgeConstraintFields,
  judgeEmotionFields,
  judgeInteractionFields,
  judgePersonaFields,
  judgePreferenceFields,
} from './ability-fields.ts'
import { judgeEmotion } from './emotion.ts'
import { judgeMemoryMatch } from './memory-match.ts'
import { judgePenalty } from './penalty.ts'
import { judgeUsage } from './usage.ts'

function answered(answer: string, memory: JsonObject | null = { value: 'The user likes tea' }): JudgedCase {
  return {
    input: { query: 'What shall I drink?', dialogue_history: [] },
    gold: { selected_memory: memory },
    prediction: { answer, used_memory_fact: '' },
  }
}

/** What a rubric makes of a verdict, read from its text as in a run. */
function worth(rubric: Rubric, said: Json, subject: JudgedCase): Record<string, number | string> {
  const verdict = rubric.read(JSON.stringify(said))
  if (verdict === null) return { verdict: 'unreadable' }
  return Object.fromEntries(
    Object.entries(rubric.score(verdict, subject)).map(([name, score]) => [
      name,
      'unscored' in score ? score.unscored : score.numerator / score.denominator,
    ]),
  )
}

const tea = answered('Have a cup of tea.')

describe('pass or fail', () => {
  const best: readonly (readonly [Rubric, JsonObject])[] = [
    [judgePersona, { builds_on_fact: true, contradicts_fact: false, passes: true }],
    [judgePreference, { agrees: true, contradicts: false, passes: true }],
    [judgeReality, { carries_over: false, passes: true }],
    [judgeConstraint, { violates: false, passes: true }],
  ]
  const findings = best.flatMap(([rubric, verdict]) =>
    Object.keys(verdict).map((field) => [rubric.name, field, rubric, verdict] as const),
  )

  it.each(best)('$name passes what has nothing against it', (rubric, verdict) => {
    expect(worth(rubric, verdict, tea)).toEqual({ pass_rate: 1 })
  })

  it.each(findings)('%s fails on %s alone, whatever the judge concludes', (_name, field, rubric, verdict) => {
    const turned = { ...verdict, [field]: verdict[field] !== true }
    expect(worth(rubric, turned, tea)).toEqual({ pass_rate: 0 })
    const read = rubric.read(JSON.stringify(turned))
    expect(read !== null && rubric.passes(read, tea)).toBe(false)
  })

  it.each(findings)('%s can not be read without %s', (_name, field, rubric, verdict) => {
    const { [field]: _left, ...rest } = verdict
    expect(worth(rubric, rest, tea)).toEqual({ verdict: 'unreadable' })
  })

  it.each(best)('$name never passes an empty answer', (rubric, verdict) => {
    for (const nothing of [' \n', '\u200B', '\uFEFF \u2060']) {
      expect(worth(rubric, verdict, answered(nothing))).toEqual({ pass_rate: 0 })
    }
  })

  it.each(best)('$name has nothing to judge by without the memory', (rubric) => {
    for (const memory of [null, { memory_id: 'm1' }, { value: ' ' }]) {
      const subject = answered('Tea.', memory)
      expect(rubric.prompt(subject)).toEqual({ unscored: 'no-reference' })
      expect(rubric.bounds(subject)['pass_rate']?.best.denominator).toBe(0)
    }
  })
})

describe('several fields', () => {
  const persona = { alignment: 0.9, naturalness: 0.8, honesty: 0.7, personalization: 0.6, overall: 0.75 }

  it('caps the overall figure of a persona answer that does not use the fact', () => {
    expect(worth(judgePersonaFields, persona, tea)).toEqual({ pass_rate: 1, ...persona })
    const vague = { ...persona, alignment: 0.49 }
    expect(worth(judgePersonaFields, vague, tea)).toEqual({ pass_rate: 0, ...vague, overall: 0.2 })
    const poor = { ...vague, overall: 0.1 }
    expect(worth(judgePersonaFields, poor, tea)).toEqual({ pass_rate: 0, ...poor })
  })

  it('wants both alignment and overall of a persona answer', () => {
    expect(worth(judgePersonaFields, { ...persona, alignment: 0.5, overall: 0.5 }, tea)).toMatchObject({
      pass_rate: 1,
    })
    expect(worth(judgePersonaFields, { ...persona, overall: 0.49 }, tea)).toMatchObject({ pass_rate: 0 })
  })

  it.each([
    [judgePreferenceFields, 'contradicts', 'respect_score', 'naturalness'],
    [judgeConstraintFields, 'violates', 'adherence_score', 'helpfulness_score'],
  ] as const)('$name has 0 overall on a finding against it', (rubric, finding, main, other) => {
    const said = { [finding]: false, [main]: 0.9, [other]: 0.4, overall: 0.8 }
    const figures = { [main]: 0.9, [other]: 0.4 }
    expect(worth(rubric, said, tea)).toEqual({ pass_rate: 1, ...figures, overall: 0.8 })
    expect(worth(rubric, { ...said, [finding]: true }, tea)).toEqual({ pass_rate: 0, ...figures, overall: 0 })
    expect(worth(rubric, { ...said, [main]: 0.49 }, tea)).toMatchObject({ pass_rate: 0 })
    expect(worth(rubric, { ...said, [main]: 0.5, overall: 0.01 }, tea)).toMatchObject({ pass_rate: 1 })
    expect(worth(rubric, { ...said, overall: 0 }, tea)).toMatchObject({ pass_rate: 0 })
  })

  it('reads interaction preferences by their own field', () => {
    const said = { preference_following: 0.5, fact_match: 0, answer_quality: 0 }
    expect(worth(judgeInteractionFields, said, tea)).toEqual({ pass_rate: 1, ...said })
    const not = { ...said, preference_following: 0.49, answer_quality: 1 }
    expect(worth(judgeInteractionFields, not, tea)).toEqual({ pass_rate: 0, ...not })
  })

  it.each([
    ['Preferences/Food', true, false],
    ['Preferences/Interaction_Preferences', false, true],
    ['Interaction_Preferences', false, true],
    ['interaction/style/preference', false, true],
    [undefined, true, false],
  ])('a preference labelled %s is general: %s, interaction: %s', (label, general, interaction) => {
    const subject = answered('Tea.', { value: 'Likes tea', ...(label === undefined ? {} : { label }) })
    const isAsked = (rubric: Rubric) => !('unscored' in rubric.prompt(subject))
    const weight = (rubric: Rubric) => rubric.bounds(subject)['pass_rate']?.best.denominator
    expect([isAsked(judgePreferenceFields), isAsked(judgeInteractionFields)]).toEqual([general, interaction])
    expect([weight(judgePreferenceFields), weight(judgeInteractionFields)]).toEqual([
      general ? 1 : 0,
      interaction ? 1 : 0,
    ])
  })

  it('has no pass rate for empathy', () => {
    const said = { emotional_grounding: 0.6, fact_match: 0.2, empathy_quality: 0.7 }
    expect(worth(judgeEmotionFields, said, tea)).toEqual(said)
  })

  it.each(['', '\u200B\uFEFF'])('gives an empty answer nothing: %j', (nothing) => {
    expect(worth(judgePersonaFields, persona, answered(nothing))).toEqual({
      pass_rate: 0,
      alignment: 0,
      naturalness: 0,
      honesty: 0,
      personalization: 0,
      overall: 0,
    })
  })

  it('does not read a figure out of its range', () => {
    expect(worth(judgePersonaFields, { ...persona, honesty: 7 }, tea)).toEqual({ verdict: 'unreadable' })
    expect(worth(judgePersonaFields, { ...persona, honesty: 'high' }, tea)).toEqual({ verdict: 'unreadable' })
  })
})

describe('judge-emotion', () => {
  it.each([
    [3, 3, 3, true],
    [5, 5, 2, false],
    [2, 5, 5, false],
    [5, 2, 5, false],
    [4, 3, 5, true],
  ])('passes a probe with %d, %d and %d: %s', (resonation, expression, reception, passes) => {
    const verdict = judgeEmotion.read(JSON.stringify({ reason: '', resonation, expression, reception }))
    expect(verdict === null ? null : judgeEmotion.passes(verdict, tea)).toBe(passes)
  })

  const full = { reason: '', resonation: 4, expression: 2, reception: 5 }

  it('gives three figures and their mean; a null leaves its own one and the mean unscored', () => {
    expect(worth(judgeEmotion, full, tea)).toEqual({
      mean: 11 / 3,
      resonation: 4,
      expression: 2,
      reception: 5,
    })
    expect(worth(judgeEmotion, { ...full, expression: null }, tea)).toEqual({
      mean: 'judge-unreadable',
      resonation: 4,
      expression: 'judge-unreadable',
      reception: 5,
    })
  })

  it.each([
    { ...full, expression: 'insufficient' },
    { ...full, expression: 0 },
    { ...full, expression: 6 },
    { resonation: 4, expression: 4 },
    { resonation: null, expression: null, reception: null },
  ])('does not read %j', (said) => {
    expect(worth(judgeEmotion, said, tea)).toEqual({ verdict: 'unreadable' })
  })

  it('gives an empty answer 1 in all', () => {
    for (const nothing of ['', '\u200B\u2060']) {
      expect(worth(judgeEmotion, full, answered(nothing))).toEqual({
        mean: 1,
        resonation: 1,
        expression: 1,
        reception: 1,
      })
    }
  })

  it('needs no memory, and asks in the language of the query', () => {
    const system = (query: string) => {
      const subject = { ...answered('…', null), input: { query, dialogue_history: [] } }
      const prompt = judgeEmotion.prompt(subject)
      return 'unscored' in prompt ? '' : prompt[0]?.content
    }
    expect(system('I feel lost since the move.')).toContain('You judge the empathy')
    expect(system('搬家以后我总觉得很失落。')).toContain('你评判')
    expect(system('搬家以后我总觉得很失落。')).not.toContain('You judge')
  })
})

describe('judge-usage', () => {
  const target = { memory_id: 'c2', value: 'The user likes tea', label: 'Preferences/Food' }
  const other = { memory_id: 'c1', value: 'The user runs', label: 'Preferences/Sports' }
  const subject = (answer: string, id = 'c2', candidates = [other, target]): JudgedCase => ({
    input: { query: 'What shall I drink?', candidate_memories: candidates },
    gold: { selected_memory_id: 'c2', selected_memory: target },
    prediction: { answer, reason: '', selected_memory_id: id },
  })
  const selected = (one: JudgedCase) => {
    const prompt = judgeUsage.prompt(one)
    return 'unscored' in prompt ? '' : (prompt[1]?.content ?? '')
  }

  it("is worth the judge's score", () => {
    expect(worth(judgeUsage, { used_memory: true, score: 0.9 }, subject('Tea.'))).toEqual({ score: 0.9 })
    expect(worth(judgeUsage, { used_memory: false, score: '0' }, subject('Tea.'))).toEqual({ score: 0 })
  })

  it.each([
    { used_memory: true, score: 0 },
    { used_memory: true, score: 0.5 },
    { used_memory: false, score: 0.8 },
    { used_memory: true, score: 9 },
    { used_memory: true },
    { score: 1 },
  ])('does not read %j', (said) => {
    expect(worth(judgeUsage, said, subject('Tea.'))).toEqual({ verdict: 'unreadable' })
  })

  it.each([' ', '\u200B'])('gives nothing for no answer and no reason: %j', (nothing) => {
    expect(worth(judgeUsage, { used_memory: true, score: 1 }, subject(nothing))).toEqual({ score: 0 })
  })

  it('takes exactly the half for not used', () => {
    const half = judgeUsage.read(JSON.stringify({ used_memory: false, score: 0.5 }))
    expect(half !== null && judgeUsage.passes(half, subject('Tea.'))).toBe(false)
    expect(half).not.toBeNull()
  })

  it('shows the text that was selected, never an id, and none where the id is not clear', () => {
    expect(selected(subject('Tea.'))).toContain('"selected_memory":"The user likes tea"')
    expect(selected(subject('Tea.'))).not.toContain('c2')
    expect(selected(subject('Tea.', 'c9'))).toContain('"selected_memory":null')
    const twins = [other, { ...other, value: 'The user swims' }, target]
    expect(selected(subject('Tea.', 'c1', twins))).toContain('"selected_memory":null')
  })
})

describe('judge-penalty', () => {
  const item = (id: string, label: string, value: string) => {
    return { memory_id: id, type: 'direct', label, value, confidence: 0.95 }
  }
  const subject: JudgedCase = {
    input: { dialogue: [] },
    gold: {
      memory_items: [
        item('m1', 'Possessions/Pet', 'The user has a parrot'),
        item('m2', 'Preferences/Food', 'Likes soup'),
      ],
    },
    prediction: {
      memory_items: [
        item('p1', 'Possessions/Pet', 'The user has a parrot'),
        item('p1', 'Thoughts/Curiosity', 'Asks about rockets'),
      ],
    },
  }
  const pair = { gold_id: 'm1', pred_id: 'p1', ok: true, error_type: 'EQUIVALENT', severity: 0 }
  const missing = { id: 'm2', should_have_extracted: true, severity: 1 }
  const extra = { id: 'p1', hallucinated: false, severity: 0 }
  const all = { pair_reviews: [pair], missing_reviews: [missing], extra_reviews: [extra] }
  const record = judgePenalty('memory_items', 'record')
  const strict = judgePenalty('memory_items', 'strict')

  it('is worth 100 less the penalties', () => {
    expect(worth(record, all, subject)).toEqual({ score: 90 })
    expect(worth(strict, all, subject)).toEqual({ score: 90 })
  })

  it.each([
    { ...all, missing_reviews: [] },
    { ...all, pair_reviews: [pair, pair] },
    { ...all, extra_reviews: [] },
  ])('notes reviews that are missing or too many; strict leaves the case unscored', (said) => {
    const verdict = record.read(JSON.stringify(said)) ?? {}
    expect(record.notes?.(verdict, subject)).toMatchObject({
      shown: { pair_reviews: 1, missing_reviews: 1, extra_reviews: 1 },
      complete: false,
    })
    expect(worth(record, said, subject)['score']).toBeTypeOf('number')
    expect(worth(strict, said, subject)).toEqual({ score: 'judge-unreadable' })
    expect(record.passes(verdict, subject)).toBe(false)
  })

  it('does not read a verdict without one of its lists, or with an unclear finding', () => {
    const { extra_reviews: _left, ...rest } = all
    expect(worth(record, rest, subject)).toEqual({ verdict: 'unreadable' })
    const unclear = { ...all, extra_reviews: [{ ...extra, hallucinated: 'maybe' }] }
    expect(worth(record, unclear, subject)).toEqual({ verdict: 'unreadable' })
  })

  it('shows pairs with their figures, missing and extra items; nothing to judge where there is nothing', () => {
    const prompt = record.prompt(subject)
    const payload: Json = 'unscored' in prompt ? null : JSON.parse(prompt[1]?.content ?? '')
    expect(payload).toMatchObject({
      evidence: { mode: 'memory_only' },
      pairs: [{ gold: { memory_id: 'm1' }, pred: { memory_id: 'p1' }, algo: { score: 1, label_sim: 1 } }],
      missing: [{ memory_id: 'm2' }],
      extra: [{ value: 'Asks about rockets' }],
    })
    const nothing = { ...subject, gold: { memory_items: [] }, prediction: { memory_items: [] } }
    expect(record.prompt(nothing)).toEqual({ unscored: 'not-applicable' })
  })
})

describe('judge-memory-match', () => {
  const rubric = judgeMemoryMatch('memory_items')
  const items = (...values: string[]) => values.map((value) => ({ value, label: 'UNMAPPED', type: 'direct' }))
  const subject: JudgedCase = {
    input: { dialogue: [] },
    gold: { memory_items: items('The user works as a baker', 'The user has a parrot called Kiko') },
    prediction: { memory_items: items('用户的职业是面包师', '用户养了一只鹦鹉', '用户每天早上都去公园跑步') },
  }
  const match = (gold: string, predicted: string) => ({ gold, predicted })

  it('counts pairs as strict-match does', () => {
    const said = { matches: [match('g1', 'p1'), match('g2', 'p2')] }
    expect(worth(rubric, said, subject)).toEqual({ precision: 2 / 3, recall: 1, f1: 0.8 })
    expect(worth(rubric, { matches: [] }, subject)).toEqual({ precision: 0, recall: 0, f1: 0 })
  })

  it('lets no item have two partners', () => {
    const all = ['g1', 'g2'].flatMap((g) => ['p1', 'p2', 'p3'].map((p) => match(g, p)))
    expect(worth(rubric, { matches: all }, subject)).toEqual({ precision: 2 / 3, recall: 1, f1: 0.8 })
    const same = [match('g1', 'p1'), match('g1', 'p2'), match('G1', 'p3'), match('g1', 'p1')]
    expect(worth(rubric, { matches: same }, subject)).toEqual({ precision: 1 / 3, recall: 0.5, f1: 0.4 })
  })

  it.each([match('g3', 'p1'), match('g1', 'p4'), match('p1', 'g1'), match('g0', 'p1'), match('m1', 'p1')])(
    'takes no name that was not shown: %j',
    (wrong) => {
      const unscored = 'judge-unreadable'
      expect(worth(rubric, { matches: [match('g1', 'p1'), wrong] }, subject)).toEqual({
        precision: unscored,
        recall: unscored,
        f1: unscored,
      })
    },
  )

  it('lets a probe pass from half of all items on', () => {
    const said = (...matches: object[]) =>
      rubric.passes({ matches: matches.map((one) => ({ ...one })) }, subject)
    expect(said(match('g1', 'p1'), match('g2', 'p2'))).toBe(true)
    expect(said(match('g1', 'p1'))).toBe(false)
  })

  it('leaves to strict-match what strict-match can tell', () => {
    expect('unscored' in rubric.prompt(subject)).toBe(false)
    const same = { ...subject, prediction: { memory_items: items('The user is a baker') } }
    expect(rubric.prompt(same)).toEqual({ unscored: 'not-applicable' })
  })
})
