import { describe, expect, it } from 'vitest'
import { defaultRetry, pauseBefore } from './back-off.ts'
import { retryAfter } from './retry-after.ts'

const now = Date.UTC(2026, 0, 2, 3, 4, 5)

describe('the pause that a server asks for', () => {
  it.each([
    [{ 'retry-after': '7' }, 7000],
    [{ 'Retry-After': '3600' }, 3_600_000],
    [{ 'retry-after': '0.5' }, 500],
    [{ 'retry-after': 'Fri, 02 Jan 2026 03:06:05 GMT' }, 120_000],
    [{ 'retry-after': 'Fri, 02 Jan 2026 03:00:00 GMT' }, 0],
    [{ 'retry-after-ms': '250', 'retry-after': '9' }, 250],
    [{ 'retry-after': '-5' }, null],
    [{ 'retry-after': 'soon' }, null],
    [{ 'retry-after': '' }, null],
    [{}, null],
    [undefined, null],
  ])('%j is %s', (headers, expected) => {
    expect(retryAfter(headers, now)).toBe(expected)
  })
})

describe('the pause before a try', () => {
  it('doubles up to the longest, with jitter in its upper half', () => {
    const ends = [1, 2, 3, 7, 20].map((tried) =>
      [0, 0.999999].map((u) => pauseBefore(defaultRetry, tried, null, u)),
    )
    expect(ends).toEqual([
      [500, 1000],
      [1000, 2000],
      [2000, 4000],
      [30_000, 60_000],
      [30_000, 60_000],
    ])
  })

  it('is never shorter than asked, and not much longer', () => {
    expect(pauseBefore(defaultRetry, 1, 90_000, 0)).toBe(90_000)
    expect(pauseBefore(defaultRetry, 1, 90_000, 0.9999)).toBe(95_000)
    expect(pauseBefore(defaultRetry, 5, 100, 0.5)).toBe(105)
  })
})
