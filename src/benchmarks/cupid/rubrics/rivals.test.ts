import { describe, expect, it } from 'vitest'
import type { JudgedCase } from '../../../core/judge.ts'
import { changing, consistent, contrastive, says } from '../inference/fixtures.ts'
import type { CupidGold } from '../shapes.ts'
import { rivalsRubric } from './rivals.ts'

const subject = (gold: CupidGold, preference: string, request = 'r'): JudgedCase => ({
  input: { sessions: [], request },
  gold,
  prediction: says(preference),
})

/** The two preferences as the judge is shown them. */
function shown(of: JudgedCase): { first: string; second: string; belief: string } {
  const prompt = rivalsRubric.prompt(of)
  if ('unscored' in prompt) throw new Error(prompt.unscored)
  return JSON.parse(prompt[1]?.content ?? '')
}

/** A judge that finds the preference with exactly these words. */
function verdictFor(of: JudgedCase, ...followed: string[]) {
  const { first, second } = shown(of)
  return { reason: '', follows_first: followed.includes(first), follows_second: followed.includes(second) }
}

const old = changing.superseded?.preference ?? ''
const other = contrastive.contrasting?.preference ?? ''

describe('rivals', () => {
  it.each<[string, CupidGold, string[], Record<string, string>]>([
    [
      'adopted',
      changing,
      [changing.preference],
      { change_adopted: '1/1', stale: '0/1', contrast_kept: '0/0', contrast_error: '0/0' },
    ],
    [
      'stale',
      changing,
      [old],
      { change_adopted: '0/1', stale: '1/1', contrast_kept: '0/0', contrast_error: '0/0' },
    ],
    [
      'both',
      changing,
      [old, changing.preference],
      { change_adopted: '0/1', stale: '0/1', contrast_kept: '0/0', contrast_error: '0/0' },
    ],
    [
      'kept',
      contrastive,
      [contrastive.preference],
      { change_adopted: '0/0', stale: '0/0', contrast_kept: '1/1', contrast_error: '0/1' },
    ],
    [
      'confused',
      contrastive,
      [other],
      { change_adopted: '0/0', stale: '0/0', contrast_kept: '0/1', contrast_error: '1/1' },
    ],
  ])('%s', (_, gold, followed, expected) => {
    // Whatever place the preferences have.
    for (const request of ['a', 'b', 'c', 'd', 'e', 'f']) {
      const of = subject(gold, 'x', request)
      const scores = rivalsRubric.score(verdictFor(of, ...followed), of)
      const figures = Object.entries(scores).map(([name, score]) => [
        name,
        'unscored' in score ? score.unscored : `${score.numerator}/${score.denominator}`,
      ])
      expect(Object.fromEntries(figures)).toEqual(expected)
    }
  })

  it('puts the right preference in either place', () => {
    const places = Array.from({ length: 40 }, (_, at) => shown(subject(changing, 'x', `r${at}`)).first)
    expect(new Set(places)).toEqual(new Set([changing.preference, old]))
  })

  it('has nothing to ask of a consistent case, and no empty belief follows anything', () => {
    expect(rivalsRubric.prompt(subject(consistent, 'x'))).toEqual({ unscored: 'not-applicable' })
    const empty = subject(changing, ' ')
    const verdict = verdictFor(empty, changing.preference)
    expect(rivalsRubric.score(verdict, empty)).toMatchObject({ change_adopted: { numerator: 0 } })
    expect(rivalsRubric.passes(verdict, empty)).toBe(false)
  })

  it('reads a verdict of its form only', () => {
    expect(
      rivalsRubric.read('```json\n{"reason":"r","follows_first":true,"follows_second":false}\n```'),
    ).toMatchObject({
      follows_first: true,
    })
    expect(rivalsRubric.read('the first')).toBeNull()
    expect(rivalsRubric.read('{"follows_first":true}')).toBeNull()
  })
})
