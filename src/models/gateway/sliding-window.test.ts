import fc from 'fast-check'
import { expect, it } from 'vitest'
import { SlidingWindow } from './sliding-window.ts'

it('keeps the limit in every minute, wherever it starts, and never waits longer than needed', () => {
  const step = fc.record({
    gap: fc.integer({ min: 0, max: 40_000 }),
    amount: fc.integer({ min: 1, max: 10 }),
  })
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), fc.integer({ min: 10, max: 30 }), (steps, limit) => {
      const window = new SlidingWindow(limit)
      const sent: { at: number; amount: number }[] = []
      let now = 0
      for (const { gap, amount } of steps) {
        now += gap
        const wait = window.wait(amount, now)
        if (wait > 0) expect(window.wait(amount, now + wait - 1)).toBeGreaterThan(0)
        now += wait
        window.add(amount, now)
        sent.push({ at: now, amount })
      }
      for (const { at } of sent) {
        const inMinute = sent.filter((one) => one.at >= at && one.at < at + 60_000)
        expect(inMinute.reduce((sum, { amount }) => sum + amount, 0)).toBeLessThanOrEqual(limit)
      }
    }),
  )
})

it('lets twice the limit pass within no minute that spans two clock minutes', () => {
  const window = new SlidingWindow(10)
  window.add(10, 59_999)
  expect(window.wait(1, 60_001)).toBe(59_998)
  expect(window.wait(1, 119_999)).toBe(0)
})

it('gives back what was assumed too high', () => {
  const window = new SlidingWindow(100)
  const use = window.add(100, 0)
  expect(window.wait(50, 10)).toBe(59_990)
  use.settle(50)
  expect(window.wait(50, 10)).toBe(0)
  expect(window.used(60_000)).toBe(0)
  use.settle(1)
  expect(window.used(60_000)).toBe(0)
})

it('lets an amount above the limit pass alone', () => {
  const window = new SlidingWindow(100)
  window.add(1, 0)
  expect(window.wait(500, 1)).toBe(59_999)
  expect(window.wait(500, 60_000)).toBe(0)
})
