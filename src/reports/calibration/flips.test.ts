import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { flipsOf } from './flips.ts'

const pass = { scale: 'binary', range: [0, 1] } as const
const stars = { scale: 'ordinal', range: [1, 5] } as const
const asked = (cluster: string, ...values: (number | null)[]) => ({ system: 'a', cluster, values })

describe('how often verdicts on one answer differ', () => {
  it('counts pairs of verdicts, each answer once', () => {
    const flips = flipsOf(
      [asked('1', 1, 1, 1), asked('2', 1, 0, 1), asked('3', 0, 0), asked('4', 1, 0)],
      pass,
    )
    // Shares of differing pairs: 0 of 3, 2 of 3, 0 of 1, 1 of 1.
    expect(flips).toMatchObject({ answers: 4, wavering: 2, unreadable: 0, distance: null })
    expect(flips.share?.value).toBeCloseTo((0 + 2 / 3 + 0 + 1) / 4, 12)
    expect(flips.share).toMatchObject({ n: 4, clusters: 4 })
  })

  it('a verdict that could not be read is neither the same nor another', () => {
    const flips = flipsOf([asked('1', 1, null), asked('2', null, null), asked('3', 1, 1, null)], pass)
    expect(flips).toMatchObject({ answers: 1, wavering: 0, unreadable: 4 })
    expect(flips.share?.value).toBe(0)
  })

  it('is no number without two verdicts', () => {
    expect(flipsOf([asked('1', 1)], pass)).toEqual({
      answers: 0,
      wavering: 0,
      unreadable: 0,
      share: null,
      distance: null,
    })
  })

  it('says of graded verdicts how far they are apart', () => {
    const flips = flipsOf([asked('1', 2, 4), asked('2', 3, 3), asked('3', 1, 5), asked('4', 5, 4)], stars)
    expect(flips.distance?.value).toBeCloseTo((2 + 0 + 4 + 1) / 4, 12)
    expect(flips.share?.value).toBe(0.75)
  })

  it('never has an interval of zero width, and does not depend on the order of asking', () => {
    const row = fc.array(fc.constantFrom(0, 1, null), { minLength: 1, maxLength: 5 })
    fc.assert(
      fc.property(fc.array(row, { minLength: 1, maxLength: 12 }), (rows) => {
        const forward = flipsOf(
          rows.map((values, at) => asked(String(at), ...values)),
          pass,
        )
        const backward = flipsOf(
          rows.map((values, at) => asked(String(at), ...values.toReversed())),
          pass,
        )
        expect(backward).toEqual(forward)
        if (forward.share !== null) expect(forward.share.low).toBeLessThan(forward.share.high)
      }),
    )
  })
})
