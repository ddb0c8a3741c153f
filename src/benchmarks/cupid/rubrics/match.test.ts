import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { JudgedCase } from '../../../core/judge.ts'
import type { JudgeChain, Readings } from '../../../core/judge-chain.ts'
import { changing, says } from '../inference/fixtures.ts'
import { originalMatch } from './original-match.ts'
import { ownWording, preferenceMatch, strictMatch, type MatchWording } from './preference-match.ts'

const original = originalMatch(ownWording)
const subject = (preference: string): JudgedCase => ({
  input: { sessions: [], request: 'r' },
  gold: changing,
  prediction: says(preference),
})

/** Replies by question id; a question without one got no readable reply. */
function readingsFrom(
  chain: JudgeChain,
  of: JudgedCase,
  replies: Readonly<Record<string, string>>,
): Readings {
  const readings: Record<string, Readings[string] | null> = {}
  for (const step of chain.steps) {
    for (const question of step.questions(of, readings)) {
      const reply = replies[question.id]
      readings[question.id] = reply === undefined ? null : question.read(reply)
    }
  }
  return readings
}

function figures(
  chain: JudgeChain,
  replies: Readonly<Record<string, string>>,
  preference = 'Short.',
): string[] {
  const of = subject(preference)
  const { metrics } = chain.score(readingsFrom(chain, of, replies), of)
  return ['precision', 'recall', 'f1'].map((name) => {
    const score = metrics[name]
    if (score === undefined) throw new Error(name)
    return 'unscored' in score ? score.unscored : `${score.numerator}/${score.denominator}`
  })
}

const list = (...entries: string[]) =>
  `**Checklist**\n\n\`\`\`json\n${JSON.stringify({ checklist: entries })}\n\`\`\``
const rows = (...labels: string[]) =>
  `\`\`\`json\n${JSON.stringify({ results: labels.map((label, at) => ({ index: at + 1, label })) })}\n\`\`\``
const F = 'Fully Covered'
const P = 'Partially Covered'
const N = 'Not Covered'
const unreadable = 'judge-unreadable'

describe('preference match', () => {
  // precision, recall, f1 of the case; strict and original
  it.each<[string, Record<string, string>, string[], string[]]>([
    [
      'all covered',
      { checklist: list('a', 'b'), inferred_in_gold: rows(F, F), gold_in_inferred: rows(F, F) },
      ['2/2', '2/2', '1/1'],
      ['2/2', '2/2', '1/1'],
    ],
    [
      'halves',
      { checklist: list('a'), inferred_in_gold: rows(P), gold_in_inferred: rows(N, F) },
      ['0.5/1', '1/2', '0.5/1'],
      ['0.5/1', '1/2', '0.5/1'],
    ],
    [
      'labels in another case',
      {
        checklist: list('a'),
        inferred_in_gold: rows('fully covered'),
        gold_in_inferred: rows('**Not Covered**', F),
      },
      ['1/1', '1/2', `${1 / 1.5}/1`],
      ['0/1', '1/2', '0/1'],
    ],
    [
      'an empty checklist',
      { checklist: list() },
      ['0/0', '0/2', '0/1'],
      [unreadable, unreadable, unreadable],
    ],
    [
      'no checklist',
      { checklist: 'well', gold_in_inferred: rows(F, N) },
      [unreadable, '1/2', unreadable],
      [unreadable, unreadable, unreadable],
    ],
    [
      'too few rows one way',
      { checklist: list('a', 'b'), inferred_in_gold: rows(F), gold_in_inferred: rows(F, F) },
      [unreadable, '2/2', unreadable],
      ['1/2', '2/2', `${1 / 1.5}/1`],
    ],
    [
      'too many rows',
      { checklist: list('a'), inferred_in_gold: rows(F, F, F), gold_in_inferred: rows(F, F) },
      [unreadable, '2/2', unreadable],
      [unreadable, '2/2', unreadable],
    ],
    [
      'a direction that failed',
      { checklist: list('a'), inferred_in_gold: rows(F) },
      ['1/1', unreadable, unreadable],
      ['0/1', '0/2', '0/1'],
    ],
    [
      'a bare array',
      {
        checklist: list('a'),
        inferred_in_gold: '[{"label":"Fully Covered"}]',
        gold_in_inferred: '[{"label":"Fully Covered"},{"label":"Not Covered"}]',
      },
      ['1/1', '1/2', `${1 / 1.5}/1`],
      ['0/1', '0/2', '0/1'],
    ],
  ])('of %s', (_, replies, strict, reference) => {
    expect(figures(strictMatch, replies)).toEqual(strict)
    expect(figures(original, replies)).toEqual(reference)
  })

  it('asks no model about an empty preference, which covers nothing', () => {
    for (const chain of [strictMatch, original]) {
      expect(chain.steps.flatMap((step) => step.questions(subject(' '), {}))).toEqual([])
    }
    expect(figures(strictMatch, {}, '')).toEqual(['0/0', '0/2', '0/1'])
  })

  it('shows the matcher one side of the case in each direction, braces untouched', () => {
    const of = subject('Keep {preference} and {examples}.')
    const [inferred, gold] = strictMatch.steps[1]?.questions(of, { checklist: ['{checklist}?'] }) ?? []
    expect(inferred?.messages[1]?.content).toBe(
      `#### Preference\n\n${changing.preference}\n\n#### Checklist\n\n1. {checklist}?`,
    )
    expect(gold?.messages[1]?.content).toBe(
      `#### Preference\n\nKeep {preference} and {examples}.\n\n#### Checklist\n\n1. ${changing.checklist[0]}\n2. ${changing.checklist[1]}`,
    )
    expect(gold?.messages[0]?.content).toContain('#### Output')
    expect(gold?.messages[0]?.content).not.toContain('{examples}')
  })

  it('fills examples in the same pass: their braces never get a value', () => {
    const chain = preferenceMatch(
      'x',
      { ...ownWording, examples: 'of {preference} and {checklist}' },
      { title: 'X', maxOutputTokens: 1 },
    )
    const [question] = chain.steps[1]?.questions(subject('secret'), { checklist: ['a'] }) ?? []
    expect(question?.messages[0]?.content).toContain('of {preference} and {checklist}')
  })

  it('names its words for its identity, of the matcher too', () => {
    const hash = (wording: MatchWording) =>
      JSON.stringify(
        preferenceMatch('x', wording, { title: 'X', maxOutputTokens: 1 }).steps.map((step) => step.wording),
      )
    const base = hash(ownWording)
    const other = { system: 'other {examples}', user: ownWording.matcher.user }
    expect(hash({ ...ownWording, matcher: other })).not.toBe(base)
    expect(hash({ ...ownWording, decomposer: other })).not.toBe(base)
    expect(hash({ ...ownWording, examples: 'none' })).not.toBe(base)
    expect(hash({ ...ownWording })).toBe(base)
  })

  it('never passes 1, nor gives a number by accident, whatever a matcher says', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.json(), (noise, json) => {
        for (const reply of [noise, json, `\`\`\`json\n${json}\n\`\`\``]) {
          for (const figure of figures(strictMatch, {
            checklist: list('a', 'b'),
            inferred_in_gold: reply,
            gold_in_inferred: reply,
          })) {
            expect(figure).toBe(unreadable)
          }
        }
      }),
    )
  })

  it('passes probes by their F1', () => {
    const of = subject('x')
    const reading = (scores: number[]) => ({
      checklist: ['a', 'b'],
      inferred_in_gold: scores,
      gold_in_inferred: scores,
    })
    expect(strictMatch.passes(reading([1, 0]), of)).toBe(true)
    expect(strictMatch.passes(reading([0.5, 0]), of)).toBe(false)
    expect(strictMatch.passes({ checklist: null }, of)).toBeNull()
  })
})
