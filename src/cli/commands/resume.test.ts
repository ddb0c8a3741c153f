import { describe, expect, it } from 'vitest'
import { retryPolicy } from './resume.ts'

describe('rapport retry', () => {
  it.each([
    [{}, 'all'],
    [{ failed: true, unscored: true }, 'all'],
    [{ failed: true }, 'all-failed'],
    [{ unscored: true }, 'all-unscored'],
  ])('%j: %s', (flags, policy) => expect(retryPolicy(flags)).toBe(policy))
})
