import { describe, expect, it } from 'vitest'
import { agreementByLanguage, agreementOf } from './agreement.ts'
import type { LabelledAnswer } from './labelled-answers.ts'

const pass = { scale: 'binary', range: [0, 1] } as const
const stars = { scale: 'ordinal', range: [1, 5] } as const

let at = 0
const labelled = (verdict: number | null, ...values: number[]): LabelledAnswer => {
  at += 1
  return {
    place: `p${at}`,
    system: 'a',
    cluster: `k${at}`,
    language: at % 2 === 0 ? 'en' : 'zh',
    length: 1,
    stratum: 'a',
    weight: 1,
    labels: values.map((value, who) => ({ annotator: `person ${who}`, value })),
    truth: null,
    verdict,
  }
}
const times = (count: number, verdict: number | null, ...values: number[]): LabelledAnswer[] =>
  Array.from({ length: count }, () => labelled(verdict, ...values))

describe('a judge beside people', () => {
  it('kappa of the table 20, 5, 10, 15 is 0.4 (a published worked example of Cohen’s kappa)', () => {
    const rows = [...times(20, 1, 1), ...times(5, 1, 0), ...times(10, 0, 1), ...times(15, 0, 0)]
    const { kappa, people } = agreementOf(rows, pass)
    expect(kappa?.value).toBeCloseTo(0.4, 12)
    expect(kappa).toMatchObject({ n: 50, clusters: 50 })
    // One person each: nothing to compare people by.
    expect(people).toBeNull()
  })

  it('compares the judge with each person, and people with each other, in the same measure', () => {
    const rows = [...times(10, 1, 1, 1), ...times(10, 0, 0, 0), ...times(5, 1, 1, 0), ...times(5, 0, 1, 0)]
    const { judge, people } = agreementOf(rows, pass)
    expect(judge?.n).toBe(60)
    expect(people?.n).toBe(30)
    // The judge errs in 10 of 60 pairs, people in 10 of 30.
    expect(judge?.observed).toBeCloseTo(50 / 60, 12)
    expect(people?.observed).toBeCloseTo(20 / 30, 12)
    expect(judge?.value ?? 0).toBeGreaterThan(people?.value ?? 1)
  })

  it('on ranks near misses count less than far ones', () => {
    const near = agreementOf(
      [1, 2, 3, 4].flatMap((star) => times(4, star + 1, star)),
      stars,
    )
    const far = agreementOf(
      [1, 2, 3, 4].flatMap((star) => times(4, 6 - star, star)),
      stars,
    )
    expect(near.kappa?.value ?? 0).toBeGreaterThan(0.5)
    expect(far.kappa?.value ?? 0).toBeLessThan(0)
    expect(near.judge?.value ?? 0).toBeGreaterThan(far.judge?.value ?? 1)
  })

  it('a verdict between two steps has no category: alpha stays, kappa is none', () => {
    const rows = [...times(4, 2.5, 2), ...times(4, 4, 4), ...times(4, 1, 1)]
    expect(agreementOf(rows, stars)).toMatchObject({ kappa: null, judge: { n: 12 } })
  })

  it('measures are compared to a fortieth of their range, whatever their decimals', () => {
    const values = Array.from({ length: 60 }, (_, place) => place / 59)
    const near = agreementOf(
      values.map((value) => labelled(value, Math.min(1, value + 0.001))),
      { scale: 'interval', range: [0, 1] },
    )
    expect(near.judge?.value ?? 0).toBeGreaterThan(0.99)
    expect(near.kappa).toBeNull()
  })

  it('is no number without verdicts, or where everything is alike', () => {
    expect(agreementOf(times(5, null, 1), pass)).toEqual({ judge: null, kappa: null, people: null })
    expect(agreementOf(times(5, 1, 1, 1), pass)).toEqual({ judge: null, kappa: null, people: null })
    expect(agreementOf([], pass)).toEqual({ judge: null, kappa: null, people: null })
  })

  it('is told by language where there is more than one', () => {
    const rows = [...times(10, 1, 1), ...times(10, 0, 0), ...times(4, 1, 0)]
    expect(agreementByLanguage(rows, pass).map(({ language, answers }) => [language, answers])).toEqual([
      ['en', 12],
      ['zh', 12],
    ])
    const few = rows.map((one, place) => ({ ...one, language: place < 9 ? 'fr' : 'en' }))
    expect(agreementByLanguage(few, pass).map(({ language }) => language)).toEqual(['en'])
    expect(
      agreementByLanguage(
        rows.map((one) => ({ ...one, language: null })),
        pass,
      ),
    ).toEqual([])
  })
})
