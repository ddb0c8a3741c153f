import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../../../core/json.ts'
import { extractionTrack } from '../extraction/track.ts'
import { VALUE_ONLY, valueOnly } from './value-only.ts'

const scorer = valueOnly('memory_items')
const cello: JsonObject = {
  memory_id: 'g1',
  type: 'direct',
  label: 'Preferences/Music',
  value: 'Plays the cello',
  confidence: 0.95,
}
const tea: JsonObject = {
  memory_id: 'g2',
  type: 'indirect',
  label: 'Preferences/Food',
  value: 'Drinks green tea daily',
  confidence: 0.8,
}
const bare = (value: string): JsonObject => ({
  memory_id: 's',
  type: null,
  label: null,
  value,
  confidence: null,
})

function figures(gold: readonly JsonObject[], items: readonly JsonObject[]) {
  const { metrics } = scorer.score({ memory_items: items }, { input: null, gold: { memory_items: gold } })
  return Object.values(metrics).map((score) =>
    'unscored' in score
      ? score.unscored
      : score.denominator === 0
        ? null
        : score.numerator / score.denominator,
  )
}

describe('value-only', () => {
  it.each<[string, readonly JsonObject[], readonly JsonObject[], readonly (number | string | null)[]]>([
    ['gold itself', [cello, tea], [cello, tea], [1, 1, 1]],
    ['the same words as plain text', [cello, tea], [bare('Plays the cello')], [1, 0.5, 2 / 3]],
    ['almost the same words', [cello], [bare('User plays the cello')], [1, 1, 1]],
    ['labels and types alone', [cello], [{ ...cello, value: 'User prefers' }], [0, 0, 0]],
    [
      'everything',
      [cello],
      [bare('Plays the cello'), ...Array.from({ length: 9 }, (_, n) => bare(`turn ${n}`))],
      [0.1, 1, 2 / 11],
    ],
    ['nothing', [cello], [], [0, 0, 0]],
    ['something of nothing', [], [bare('Plays the cello')], [0, null, 0]],
    ['nothing of nothing', [], [], [null, null, null]],
    ['another language', [cello], [bare('我每个星期天都去上大提琴课')], ['language', 'language', 'language']],
  ])('%s', (_name, gold, items, expected) => {
    expect(figures(gold, items)).toEqual(expected)
  })

  it('looks at no label and no type', () => {
    const other = fc.constantFrom('direct', 'Preferences/Music', '', null)
    fc.assert(
      fc.property(other, other, (label, type) => {
        expect(figures([cello, tea], [{ ...cello, label, type }])).toEqual(figures([cello, tea], [cello]))
      }),
    )
  })

  it('is asked for by name on extraction', () => {
    expect(extractionTrack.defaultScorers).toEqual(['strict-match', 'research-algo', 'public-exact'])
    expect(extractionTrack.scorerNames).toContain(VALUE_ONLY)
    expect(
      extractionTrack
        .scorer(VALUE_ONLY, { matcher: 'greedy' })
        .metrics.every(({ description }) => description.startsWith('Ours:')),
    ).toBe(true)
  })
})
