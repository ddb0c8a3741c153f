import { describe, expect, it } from 'vitest'
import { instantOf, wasSaidBy } from './instant.ts'

describe('instantOf', () => {
  it.each([
    ['1970-01-02', 86_400_000],
    ['1970-01-01T00:00:01Z', 1000],
    ['1970-01-01T00:00:01.5', 1500],
    ['1970-01-01 01:00', 3_600_000],
    ['1970-01-01T01:00:00+01:00', 0],
    ['1970-01-01T01:00:00+0100', 0],
    ['2024-13-01', null],
    ['May 1', null],
    ['', null],
    [null, null],
  ])('reads %s', (text, instant) => {
    expect(instantOf(text)).toBe(instant)
  })
})

describe('wasSaidBy', () => {
  it.each([
    ['2024-05-01', '2024-05-01', true],
    ['2024-05-01T22:00:00Z', '2024-05-01', true],
    ['2024-05-02T00:00:00Z', '2024-05-01', false],
    ['2024-05-01T10:00:00Z', '2024-05-01T09:59:59Z', false],
    ['2024-05-01T10:00:00+02:00', '2024-05-01T08:00:00Z', true],
    [null, '2024-05-01', true],
    ['some day', '2024-05-01', true],
    ['2024-05-01', null, true],
  ])('%s by %s: %s', (saidAt, asOf, expected) => {
    expect(wasSaidBy(saidAt, asOf)).toBe(expected)
  })
})
