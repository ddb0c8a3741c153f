import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createRandom, type Random } from './random.ts'
import { roganGladen } from './rogan-gladen.ts'

let next = 0
const fresh = (): string => `k${(next += 1)}`
const verdicts = (yes: number, no: number) =>
  [...Array.from({ length: yes }, () => true), ...Array.from({ length: no }, () => false)].map((verdict) => ({
    verdict,
    cluster: fresh(),
  }))
const labels = (truth: boolean, yes: number, no: number) =>
  verdicts(yes, no).map((row) => ({ ...row, truth }))

describe('the rate behind the verdicts', () => {
  it('is (p + Sp − 1) / (Se + Sp − 1), with the interval of Lang and Reiczigel', () => {
    const found = roganGladen({
      verdicts: verdicts(130, 270),
      calibration: [...labels(true, 45, 5), ...labels(false, 20, 80)],
    })
    if (found.kind === 'none') throw new Error(found.reason)
    expect(found.value).toBeCloseTo(0.178_571, 6)
    // Their formula in Python, with n − 1 in place of each n: the variance here divides by it.
    expect(found.low).toBeCloseTo(0.051_232, 4)
    expect(found.high).toBeCloseTo(0.289_737, 4)
    expect(found).toMatchObject({
      apparent: 0.325,
      sensitivity: 0.9,
      specificity: 0.8,
      n: 400,
      clipped: false,
    })
    expect(found.labelled).toEqual({ right: 50, wrong: 100 })
  })

  it('is the apparent one under a perfect judge', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 60 }), fc.integer({ min: 1, max: 60 }), (yes, no) => {
        const found = roganGladen({
          verdicts: verdicts(yes, no),
          calibration: [...labels(true, 30, 0), ...labels(false, 0, 30)],
        })
        expect(found).toMatchObject({ kind: 'corrected', clipped: false })
        expect(found.kind === 'corrected' && found.value).toBeCloseTo(yes / (yes + no), 12)
      }),
    )
  })

  it('is cut to [0, 1] and says so', () => {
    const found = roganGladen({
      verdicts: verdicts(2, 98),
      calibration: [...labels(true, 45, 5), ...labels(false, 20, 80)],
    })
    expect(found).toMatchObject({ kind: 'corrected', value: 0, low: 0, clipped: true })
    expect(found.kind === 'corrected' && found.high > 0).toBe(true)
  })

  it.each([
    ['accepts everything', [...labels(true, 20, 0), ...labels(false, 20, 0)], 'its verdicts say nothing'],
    ['has no wrong answer to go by', labels(true, 20, 3), 'no labelled answer is wrong'],
    ['has no right answer to go by', labels(false, 20, 3), 'no labelled answer is right'],
    ['was not labelled', [], 'no labelled answer is right'],
  ])('is not there where the judge %s', (_, calibration, reason) => {
    const found = roganGladen({ verdicts: verdicts(10, 10), calibration })
    expect(found.kind).toBe('none')
    expect(found.kind === 'none' && found.reason).toContain(reason)
  })

  it('weighs each stratum as often as it occurs, and needs a label in each', () => {
    const inStratum = <T extends object>(stratum: string, rows: readonly T[]) =>
      rows.map((row) => ({ ...row, stratum }))
    // Stratum b is nine tenths of the answers, and there the judge is worse.
    const calibration = [
      ...inStratum('a', [...labels(true, 10, 0), ...labels(false, 0, 10)]),
      ...inStratum('b', [...labels(true, 8, 2), ...labels(false, 2, 8)]),
    ]
    const all = [...inStratum('a', verdicts(50, 50)), ...inStratum('b', verdicts(450, 450))]
    expect(roganGladen({ verdicts: all, calibration })).toMatchObject({
      sensitivity: 0.82,
      specificity: 0.82,
    })
    const none = roganGladen({ verdicts: all, calibration: calibration.slice(0, 20) })
    expect(none).toEqual({ kind: 'none', reason: 'nobody labelled an answer of "b"' })
  })

  it('covers the truth about as often as it says', () => {
    const random = createRandom('rogan')
    const draw = (truth: boolean, source: Random): boolean => source.uniform() < (truth ? 0.85 : 0.2)
    let [covered, sum] = [0, 0]
    for (let round = 0; round < 600; round += 1) {
      const made = Array.from({ length: 420 }, (_, i) => {
        const truth = random.uniform() < 0.4
        return { truth, verdict: draw(truth, random), cluster: String(i) }
      })
      const found = roganGladen({ verdicts: made.slice(0, 300), calibration: made.slice(300) })
      if (found.kind === 'none') throw new Error(found.reason)
      sum += found.value
      if (found.low <= 0.4 && found.high >= 0.4) covered += 1
    }
    expect(sum / 600).toBeCloseTo(0.4, 1)
    expect(covered / 600).toBeGreaterThan(0.92)
    expect(covered / 600).toBeLessThan(0.99)
  })
})
