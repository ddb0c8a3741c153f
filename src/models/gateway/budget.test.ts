import { setMaxListeners } from 'node:events'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { RunStop } from '../../core/fault.ts'
import { Budget } from './budget.ts'

const never = new AbortController().signal
setMaxListeners(0, never)

describe('a budget', () => {
  it('is never exceeded, however many calls are under way', async () => {
    const call = fc.record({
      worst: fc.integer({ min: 1, max: 50 }),
      /** Share of the worst case that the call really costs; null: nobody knows. */
      share: fc.option(fc.double({ min: 0, max: 1, noNaN: true }), { nil: null }),
    })
    await fc.assert(
      fc.asyncProperty(
        fc.scheduler(),
        fc.array(call, { minLength: 1, maxLength: 30 }),
        fc.integer({ min: 1, max: 200 }),
        async (scheduler, calls, limit) => {
          const budget = new Budget({ maxCost: limit / 100 })
          let truly = 0
          const made = calls.map(async ({ worst, share }) => {
            const reservation = await budget.reserve('m', worst / 100, never)
            expect(budget.spent + budget.reserved).toBeLessThanOrEqual(limit / 100 + 1e-9)
            await scheduler.schedule(Promise.resolve())
            truly += ((share ?? 1) * worst) / 100
            expect(truly).toBeLessThanOrEqual(limit / 100 + 1e-9)
            reservation.settle(share === null ? null : (share * worst) / 100)
          })
          await scheduler.waitFor(Promise.allSettled(made))
          const results = await Promise.allSettled(made)
          for (const result of results) {
            if (result.status === 'rejected') expect(result.reason).toBeInstanceOf(RunStop)
          }
          expect(budget.reserved).toBe(0)
          // It stops for want of money only: what was refused would not have fitted.
          const refused = calls.filter((_, index) => results[index]?.status === 'rejected')
          const largest = Math.max(0, ...refused.map(({ worst }) => worst / 100))
          if (refused.length > 0) expect(budget.spent + largest).toBeGreaterThan(limit / 100 - 1e-9)
        },
      ),
      { numRuns: 200 },
    )
  })

  it('waits for calls that may give money back instead of stopping', async () => {
    const budget = new Budget({ maxCost: 1 })
    const first = await budget.reserve('m', 0.8, never)
    const second = budget.reserve('m', 0.5, never)
    first.settle(0.1)
    ;(await second).settle(0.5)
    expect(budget.spent).toBeCloseTo(0.6, 12)
  })

  it('stops with one message when the next call can not fit', async () => {
    const budget = new Budget({ maxCost: 1, alreadySpent: 0.9 })
    const errors = await Promise.allSettled([1, 2, 3].map(() => budget.reserve('m', 0.2, never)))
    const reasons = errors.map((error) => (error.status === 'rejected' ? error.reason : null))
    expect(reasons[0]).toBeInstanceOf(RunStop)
    expect(new Set(reasons).size).toBe(1)
  })

  it('refuses models without a price unless they are allowed', async () => {
    await expect(new Budget({ maxCost: 1 }).reserve('m', null, never)).rejects.toThrow('no price is known')
    const allowed = new Budget({ maxCost: 1, allowUnpriced: true })
    ;(await allowed.reserve('m', null, never)).settle(null)
    expect(allowed.spent).toBe(0)
    const unlimited = new Budget({ maxCost: null })
    ;(await unlimited.reserve('m', null, never)).settle(null)
    expect(unlimited.spent).toBe(0)
  })

  it('lets somebody who gives up leave the line', async () => {
    const budget = new Budget({ maxCost: 1 })
    const first = await budget.reserve('m', 0.8, never)
    const stop = new AbortController()
    const waiting = budget.reserve('m', 0.5, stop.signal)
    stop.abort(new Error('enough'))
    await expect(waiting).rejects.toThrow('enough')
    first.settle(0.8)
    expect(budget.spent).toBe(0.8)
  })
})
