import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { predictionPowered } from './prediction-powered.ts'
import { createRandom } from './random.ts'
import { studentTQuantile } from './distributions.ts'

const judged = [
  0.625, 0.897, 0.776, 0.225, 0.3, 0.874, 0.005, 0.821, 0.797, 0.468, 0.303, 0.278, 0.255, 0.445, 0.505,
  0.553, 0.996, 0.793, 0.622, 0.989, 0.215, 0.16, 0.613, 0.044, 0.036, 0.515, 0.466, 0.917, 0.629, 0.514,
  0.497, 0.248, 0.012, 0.192, 0.692, 0.201, 0.37, 0.004, 0.83, 0.154,
]
const truth = [0.464, 0.112, 0, 0.317, 0.133, 0.413, 0.54, 0.216, 0.003, 0.74, 0.319, 0.169, 0.391, 0.167]
const all = judged.map((value, i) => ({ judged: value, cluster: String(i) }))
const labelled = truth.map((value, i) => ({
  judged: judged[3 * i] ?? 0,
  truth: value,
  cluster: String(3 * i),
}))
const range = [0, 1] as const

function corrected(...args: Parameters<typeof predictionPowered>) {
  const found = predictionPowered(...args)
  if (found.kind === 'none') throw new Error(found.reason)
  return found
}

describe('the mean of what people would say', () => {
  it('is that of the formula in NumPy', () => {
    const found = corrected({ all, labelled, range })
    expect(found.lambda).toBeCloseTo(0.778_446_411, 8)
    expect(found.value).toBeCloseTo(0.368_732_606, 8)
    expect((found.high - found.low) / 2).toBeCloseTo(studentTQuantile(0.975, 13) * 0.039_883_732, 8)
    expect(found).toMatchObject({ n: 40, labelled: 14, clusters: 14, method: 'prediction-powered' })
  })

  it('is that of the judge where the judge is right', () => {
    const right = labelled.map((row) => ({ ...row, truth: row.judged }))
    const found = corrected({ all, labelled: right, range })
    expect(found.lambda).toBeCloseTo(1, 6)
    expect(found.value).toBeCloseTo(found.apparent, 6)
  })

  it('is that of the labels where the judge says nothing', () => {
    const same = all.map((row) => ({ ...row, judged: 0.5 }))
    const found = corrected({ all: same, labelled: labelled.map((row) => ({ ...row, judged: 0.5 })), range })
    expect(found.lambda).toBe(0)
    expect(found.value).toBeCloseTo(truth.reduce((sum, value) => sum + value, 0) / truth.length, 12)
  })

  it('weighs each stratum as often as it occurs', () => {
    const two = (stratum: string, grade: number, count: number) =>
      Array.from({ length: count }, (_, i) => ({ judged: grade, stratum, cluster: `${stratum}${i}` }))
    const everything = [...two('a', 1, 90), ...two('b', 0, 10)]
    const some = [
      ...two('a', 1, 5).map((row) => ({ ...row, truth: 0.9 })),
      ...two('b', 0, 5).map((row) => ({ ...row, truth: 0.1 })),
    ]
    expect(corrected({ all: everything, labelled: some, range }).value).toBeCloseTo(0.9 * 0.9 + 0.1 * 0.1, 12)
    // One label of a stratum says nothing of how its labels vary.
    expect(predictionPowered({ all: everything, labelled: some.slice(0, 6), range })).toMatchObject({
      kind: 'none',
      reason: expect.stringContaining('only one answer of "b"'),
    })
    expect(predictionPowered({ all: everything, labelled: some.slice(0, 5), range })).toEqual({
      kind: 'none',
      reason: 'nobody labelled an answer of "b"',
    })
  })

  it('is in the range, and its interval has a width', () => {
    const grade = fc.double({ min: 0, max: 1, noNaN: true })
    fc.assert(
      fc.property(fc.array(fc.tuple(grade, grade), { minLength: 2, maxLength: 20 }), (pairs) => {
        const rows = pairs.map(([one, other], i) => ({ judged: one, truth: other, cluster: String(i) }))
        const found = corrected({ all: rows, labelled: rows.slice(0, Math.max(2, rows.length - 3)), range })
        expect(found.low).toBeGreaterThanOrEqual(0)
        expect(found.high).toBeLessThanOrEqual(1)
        expect(found.low).toBeLessThanOrEqual(found.value)
        expect(found.high).toBeGreaterThanOrEqual(found.value)
        expect(found.high).toBeGreaterThan(found.low)
      }),
    )
  })

  it('is not there with labels of one cluster, and grades must be in the range', () => {
    expect(predictionPowered({ all, labelled: labelled.slice(0, 1), range }).kind).toBe('none')
    expect(predictionPowered({ all: [], labelled: [], range }).kind).toBe('none')
    expect(() => predictionPowered({ all: [{ judged: 2, cluster: '' }], labelled: [], range })).toThrow(
      RangeError,
    )
  })

  it('is right on average, covers as often as it says, and is surer than the labels alone', () => {
    const random = createRandom('ppi')
    let [covered, sum, narrower] = [0, 0, 0]
    for (let round = 0; round < 500; round += 1) {
      // The judge is 0.15 too kind and noisy; people say 0.45 on average.
      const made = Array.from({ length: 200 }, (_, i) => {
        const real = Math.round(10 * (0.2 + 0.5 * random.uniform())) / 10
        const said = Math.min(1, Math.max(0, real + 0.15 + 0.1 * (random.uniform() - 0.5)))
        return { truth: real, judged: said, cluster: String(i) }
      })
      const sample = made.slice(0, 40)
      const found = corrected({ all: made, labelled: sample, range })
      const alone = corrected({
        all: sample.map((row) => ({ ...row, judged: 0 })),
        labelled: sample.map((row) => ({ ...row, judged: 0 })),
        range,
      })
      sum += found.value
      if (found.low <= 0.45 && found.high >= 0.45) covered += 1
      if (found.high - found.low < alone.high - alone.low) narrower += 1
    }
    expect(sum / 500).toBeCloseTo(0.45, 2)
    expect(covered / 500).toBeGreaterThan(0.92)
    expect(narrower / 500).toBeGreaterThan(0.95)
  })
})
