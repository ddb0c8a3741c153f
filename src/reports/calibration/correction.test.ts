import { describe, expect, it } from 'vitest'
import { createRandom } from '../../stats/random.ts'
import { correctionsOf } from './correction.ts'
import type { JudgedValues, LabelledAnswer } from './labelled-answers.ts'

const field = { name: 'x', scale: 'binary', range: [0, 1] } as const

/** Answers of a system with a hidden truth, and a judge's verdict on each. */
function population(
  system: string,
  size: number,
  truthOf: (at: number) => number,
  verdictOf: (truth: number, at: number) => number,
): { judged: JudgedValues[]; labelledFirst: (count: number) => LabelledAnswer[] } {
  const judged = Array.from({ length: size }, (_, at): JudgedValues => {
    const place = `${system} ${at}`
    const values = { x: verdictOf(truthOf(at), at) }
    return { place, system, cluster: `k${at}`, language: null, answer: 'h', length: 9, values }
  })
  return {
    judged,
    labelledFirst: (count) =>
      judged.slice(0, count).map(({ place, cluster, length, values }, at) => ({
        place,
        system,
        cluster,
        language: null,
        length,
        stratum: system,
        weight: size / count,
        labels: [{ annotator: 'ada', value: truthOf(at) }],
        truth: truthOf(at),
        verdict: values['x'] ?? null,
      })),
  }
}

/** Right in half of the cases; the judge accepts everything right, and a third of what is wrong. */
const half = (at: number): number => at % 2
const kind = (truth: number, at: number): number => (truth === 1 || at % 3 === 0 ? 1 : 0)

describe('judged rates corrected by labels', () => {
  const { judged, labelledFirst } = population('a', 600, half, kind)

  it('takes out what the judge accepts wrongly, and the interval is wider than the judge admits', () => {
    const [found] = correctionsOf(labelledFirst(120), judged, field)
    expect(found?.uncorrected?.value).toBeCloseTo(2 / 3, 6)
    expect(found?.corrected?.value).toBeCloseTo(0.5, 1)
    const { corrected, uncorrected } = found ?? {}
    if (corrected == null || uncorrected == null) throw new Error('not corrected')
    expect(corrected.low).toBeLessThan(0.5)
    expect(corrected.high).toBeGreaterThan(0.5)
    expect(corrected.high - corrected.low).toBeGreaterThan(uncorrected.high - uncorrected.low)
  })

  it('says how many labels are missing, and gives no number', () => {
    const [few] = correctionsOf(labelledFirst(10), judged, field)
    expect(few).toMatchObject({
      corrected: null,
      labelled: 10,
      missing: '5 of the 10 labelled answers of each kind that are needed; label about 10 more of its 600',
    })
    const [none] = correctionsOf([], judged, field)
    expect(none?.missing).toBe(
      '0 of the 10 labelled answers of each kind that are needed; label about 20 more of its 600',
    )
  })

  it('does not ask for more labels than there are answers', () => {
    const small = population('a', 30, () => 1, kind)
    const [found] = correctionsOf(small.labelledFirst(30), small.judged, field)
    expect(found?.missing).toMatch(/about 320 labels, .* 30 judged answers: judge more cases$/)
  })

  it('a judge that accepts everything leaves nothing to correct with', () => {
    const blind = population('a', 200, half, () => 1)
    const [found] = correctionsOf(blind.labelledFirst(100), blind.judged, field)
    expect(found).toMatchObject({ corrected: null, missing: expect.stringContaining('say nothing') })
  })

  it('corrects a system by its own labels alone: a judge can be kind to one of them', () => {
    const fair = population('b', 600, half, (truth) => truth)
    const found = correctionsOf(
      [...labelledFirst(120), ...fair.labelledFirst(120)],
      [...judged, ...fair.judged],
      field,
    )
    expect(found.map(({ system }) => system)).toEqual(['a', 'b'])
    for (const { corrected } of found) expect(corrected?.value).toBeCloseTo(0.5, 1)
    const alone = correctionsOf(labelledFirst(120), judged, field)
    expect(found[0]).toEqual(alone[0])
  })
})

describe('graded figures', () => {
  const random = createRandom('grades')
  const truths = Array.from({ length: 400 }, () => random.integer(1, 5))
  const { judged, labelledFirst } = population(
    'a',
    400,
    (at) => truths[at] ?? 3,
    (truth) => Math.min(5, truth + 1),
  )
  const stars = { name: 'x', scale: 'ordinal', range: [1, 5] } as const

  it('are prediction-powered', () => {
    const [found] = correctionsOf(labelledFirst(80), judged, stars)
    const mean = truths.reduce((sum, one) => sum + one, 0) / truths.length
    expect(found?.uncorrected?.value).toBeGreaterThan(mean + 0.5)
    expect(found?.corrected?.method).toBe('prediction-powered')
    expect(Math.abs((found?.corrected?.value ?? 0) - mean)).toBeLessThan(0.15)
  })

  it('need twenty labels', () => {
    expect(correctionsOf(labelledFirst(19), judged, stars)[0]).toMatchObject({
      corrected: null,
      missing: '19 of the 20 labelled answers that are needed; label about 1 more of its 400',
    })
    expect(correctionsOf(labelledFirst(20), judged, stars)[0]?.corrected).not.toBeNull()
  })

  it('leave out labels without a verdict or a truth', () => {
    const labelled = labelledFirst(21).map((one, at) =>
      at === 0 ? { ...one, truth: null } : at === 1 ? { ...one, verdict: null } : one,
    )
    expect(correctionsOf(labelled, judged, stars)[0]).toMatchObject({ labelled: 19, corrected: null })
  })
})
