import { describe, expect, it } from 'vitest'
import { confusionOf, judgeAccuracy } from './confusion.ts'

const rows = (truth: boolean, verdict: boolean, count: number) =>
  Array.from({ length: count }, (_, i) => ({ truth, verdict, cluster: `${truth} ${verdict} ${i}` }))
const judged = [
  ...rows(true, true, 36),
  ...rows(true, false, 4),
  ...rows(false, true, 6),
  ...rows(false, false, 54),
]

describe('how right a judge is', () => {
  it('is counted', () => {
    expect(confusionOf(judged)).toEqual({ tp: 36, fn: 4, fp: 6, tn: 54 })
    expect(confusionOf(judged.map((row) => ({ ...row, weight: 0.5 })))).toEqual({
      tp: 18,
      fn: 2,
      fp: 3,
      tn: 27,
    })
    expect(() => confusionOf([{ truth: true, verdict: true, cluster: '', weight: -1 }])).toThrow(RangeError)
  })

  it.each([
    ['sensitivity', 0.9, 40],
    ['specificity', 0.9, 60],
    ['ppv', 36 / 42, 42],
    ['npv', 54 / 58, 58],
    ['accuracy', 0.9, 100],
  ] as const)('%s is %d over %d', (name, value, n) => {
    const found = judgeAccuracy(judged)[name]
    expect(found?.value).toBeCloseTo(value, 12)
    expect(found?.n).toBe(n)
    expect(found?.method).toBe('wilson')
  })

  it('of one that accepts everything is a specificity of 0, with an interval', () => {
    const lenient = judgeAccuracy([...rows(true, true, 10), ...rows(false, true, 30)])
    expect(lenient.specificity).toMatchObject({ value: 0, low: 0, n: 30 })
    expect(lenient.specificity?.high).toBeGreaterThan(0)
    expect(lenient.specificity?.high).toBeLessThan(0.2)
    expect(lenient.npv).toBeUndefined()
  })

  it('is unsure where verdicts come in clusters', () => {
    const clustered = judged.map((row, i) => ({ ...row, cluster: String(Math.floor(i / 12)) }))
    const [alone, together] = [judgeAccuracy(judged).accuracy, judgeAccuracy(clustered).accuracy]
    const width = (one: typeof alone): number => (one?.high ?? 0) - (one?.low ?? 0)
    expect(width(together)).toBeGreaterThan(width(alone))
  })
})
