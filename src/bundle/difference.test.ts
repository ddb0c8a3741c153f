import { expect, it } from 'vitest'
import { firstDifference } from './difference.ts'

it.each([
  [1, 1, null],
  [0, -0, null],
  [0.1 + 0.2, 0.3, null],
  [0.3, 0.300001, ''],
  [null, 0, ''],
  [undefined, null, ''],
  [{ a: 1, b: { c: [1, 2] } }, { b: { c: [1, 2] }, a: 1 }, null],
  [{ a: 1, b: { c: [1, 2] } }, { a: 1, b: { c: [1, 3] } }, 'b.c[1]'],
  [{ a: [1] }, { a: [1, 2] }, 'a[1]'],
  [{ a: 1 }, { a: 1, z: 2 }, 'z'],
  [{}, { toString: 1 }, 'toString'],
  [[1], { 0: 1 }, ''],
] as const)('%j beside %j', (stored, recomputed, field) => {
  expect(firstDifference(stored, recomputed)?.field ?? null).toBe(field)
})
