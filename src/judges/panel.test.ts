import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { panelScore, voteValue, type Vote } from './panel.ts'

const pass: Vote = { numerator: 1, denominator: 1 }
const fail: Vote = { numerator: 0, denominator: 1 }
const stars = (count: number): Vote => ({ numerator: count, denominator: 1 })
const unreadable: Vote = null
const missing = { unscored: 'judge-unreadable' } as const

const binary = { binary: true, aggregate: 'mean' } as const
const scale = { aggregate: 'mean' } as const
const ratio = { aggregate: 'ratio' } as const

describe('panelScore', () => {
  it('leaves a single verdict as it is', () => {
    const vote: Vote = { numerator: 2, denominator: 3 }
    for (const rule of ['majority', 'mean'] as const) {
      expect(panelScore(scale, [vote], rule)).toEqual(vote)
      expect(panelScore(binary, [fail], rule)).toEqual(fail)
      expect(panelScore(binary, [unreadable], rule)).toEqual(missing)
    }
  })

  it('takes the majority of the whole panel', () => {
    expect(panelScore(binary, [pass, fail, pass], 'majority')).toEqual(pass)
    expect(panelScore(binary, [pass, fail, fail], 'majority')).toEqual(fail)
    expect(panelScore(binary, [pass, pass, unreadable], 'majority')).toEqual(pass)
  })

  it('knows no winner of a tie that an unreadable verdict leaves', () => {
    expect(panelScore(binary, [pass, fail, unreadable], 'majority')).toEqual(missing)
    expect(panelScore(binary, [pass, pass, unreadable, unreadable, fail], 'majority')).toEqual(missing)
  })

  it('takes the median of what is no rate', () => {
    expect(panelScore(scale, [stars(1), stars(5), stars(4)], 'majority')).toEqual(stars(4))
    expect(panelScore(scale, [stars(2), unreadable, stars(5)], 'majority')).toEqual(stars(3.5))
  })

  it('takes the mean, which an unreadable verdict is no part of', () => {
    expect(panelScore(binary, [pass, fail, fail], 'mean')).toEqual({ numerator: 1 / 3, denominator: 1 })
    expect(panelScore(scale, [stars(2), unreadable, stars(5)], 'mean')).toEqual(stars(3.5))
    expect(panelScore(binary, [pass, unreadable], 'mean')).toEqual(missing)
  })

  it('adds up what is summed over cases', () => {
    const votes = [
      { numerator: 1, denominator: 2 },
      { numerator: 3, denominator: 4 },
    ]
    expect(panelScore(ratio, votes, 'mean')).toEqual({ numerator: 2, denominator: 3 })
    expect(panelScore(scale, votes, 'mean')).toEqual({ numerator: 0.625, denominator: 1 })
  })

  it('keeps a reason that all share, and "does not apply"', () => {
    const language = { unscored: 'language' } as const
    expect(panelScore(scale, [language, language, language], 'mean')).toEqual(language)
    expect(panelScore(scale, [language, unreadable, unreadable], 'mean')).toEqual(missing)
    const none = { numerator: 0, denominator: 0 }
    expect(panelScore(scale, [none, none, none], 'majority')).toEqual(none)
    expect(panelScore(scale, [none, stars(3), none], 'majority')).toEqual(stars(3))
  })

  it('does not depend on the order of the judges, and stays within their values', () => {
    const vote = fc.constantFrom<Vote>(unreadable, ...[1, 2, 3, 4, 5].map(stars))
    fc.assert(
      fc.property(
        fc.array(vote, { minLength: 1, maxLength: 7 }),
        fc.constantFrom('majority' as const, 'mean' as const),
        (votes, rule) => {
          const score = panelScore(scale, votes, rule)
          expect(panelScore(scale, votes.toReversed(), rule)).toEqual(score)
          const values = votes.map(voteValue).filter((value) => value !== null)
          const value = voteValue(score)
          if (value === null) expect(values.length * 2).toBeLessThanOrEqual(votes.length)
          else {
            expect(value).toBeGreaterThanOrEqual(Math.min(...values))
            expect(value).toBeLessThanOrEqual(Math.max(...values))
          }
        },
      ),
    )
  })
})
