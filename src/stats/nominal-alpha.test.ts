import { expect, it } from 'vitest'
import { cohenKappa } from './kappa.ts'
import { krippendorffAlpha } from './krippendorff.ts'
import { kappaOf, nominalAlpha } from './nominal-alpha.ts'
import { createRandom } from './random.ts'

function drawn(seed: number, kinds: number) {
  const random = createRandom(`nominal ${seed}`)
  return Array.from({ length: 40 }, (_, unit) => ({
    unit: `u${unit}`,
    cluster: `c${unit % 13}`,
    values: Array.from({ length: random.integer(1, 4) }, () => random.integer(1, kinds)),
  }))
}

it('is what the table of all pairs gives', () => {
  for (let seed = 0; seed < 20; seed += 1) {
    const units = drawn(seed, 2 + (seed % 5))
    const [fast, slow] = [nominalAlpha(units), krippendorffAlpha(units, 'nominal')]
    for (const key of ['value', 'observed', 'expected'] as const)
      expect(fast?.[key]).toBeCloseTo(slow?.[key] ?? Number.NaN, 10)
    expect([fast?.n, fast?.clusters]).toEqual([slow?.n, slow?.clusters])
    // Other draws of the same clusters.
    expect(Math.abs((fast?.low ?? 0) - (slow?.low ?? 9))).toBeLessThan(0.05)
    expect(Math.abs((fast?.high ?? 0) - (slow?.high ?? 9))).toBeLessThan(0.05)
  }
})

it('exists for no unit with two labels, and for one and the same label, as little', () => {
  expect(nominalAlpha([{ unit: 'a', cluster: 'a', values: ['x'] }])).toBeUndefined()
  expect(nominalAlpha([{ unit: 'a', cluster: 'a', values: ['x', 'x'] }])).toBeUndefined()
})

it.each(['none', 'quadratic'] as const)('kappa with weights %s is that of cohenKappa', (weights) => {
  for (let seed = 0; seed < 10; seed += 1) {
    const random = createRandom(`kappa ${seed}`)
    const pairs = Array.from({ length: 30 }, () => ({ a: random.integer(1, 5), b: random.integer(1, 5) }))
    const full = cohenKappa(
      pairs.map(({ a, b }, at) => ({ a: String(a), b: String(b), cluster: String(at) })),
      { weights, categories: ['1', '2', '3', '4', '5'] },
    )
    expect(kappaOf(pairs, weights)).toBeCloseTo(full?.value ?? Number.NaN, 10)
  }
  expect(kappaOf([{ a: 1, b: 1 }], weights)).toBeNull()
  expect(kappaOf([], weights)).toBeNull()
})
