import { describe, expect, it } from 'vitest'
import { memoryCheckIds, memoryCheckResultSchema, type MemoryCheckState } from '../core/memory-checks.ts'
import { runMemoryChecks } from '../memory/conformance/index.ts'
import { fakeMemories, type FakeMemoryName } from './fake-memories.ts'

// Written before the fakes: P passed, F failed, N noted, - not measured.
const states: Record<string, MemoryCheckState> = { P: 'passed', F: 'failed', N: 'noted', '-': 'not-measured' }

// In the order of the checks:
//   ready, keeps, back | date | apart, delete, empty start | update | unicode, long, empty | bad | k, ids | selects
const expected: Record<FakeMemoryName, string> = {
  honest: 'PPP P PPP P PPP P PP P',
  'drops-dates': 'PPP F PPP P PPP P PP P',
  'leaks-users': 'PPP P FPF P PPP P PP P',
  'shares-runs': 'PPP P PPF P PPP P PP P',
  'ignores-delete': 'PPP P PFP P PPP P PP P',
  'never-ready': 'F-- - --- - --- - -- -',
  'stores-nothing': 'PF- - --- - --- - -- -',
  'stores-everything': 'PPP P PPP P PPP P PP N',
  'finds-nothing': 'PPF - P-- F PFF F -- P',
  'returns-3k': 'PPP P PPP P PPP P FP P',
  'unlisted-ids': 'PPP P PPP P PPP P PF P',
  'throws-on-a-session': 'PPP P PPP P PPP F PP P',
  'chokes-on-empty': 'PPP P PPP P PPF P PP P',
  'forgets-updates': 'PPP P PPP F PPP P PP P',
  'mangles-unicode': 'PPP P PPP P FPP P PP P',
  'truncates-long': 'PPP P PPP P PFP P PP P',
  // Seen by growth only.
  'forgets-old': 'PPP P PPP P PPP P PP P',
}

describe('fake memories under every check', () => {
  it.each(Object.entries(fakeMemories))('%s', async (name, make) => {
    const rows: Record<string, string> = expected
    const row = Array.from(rows[name]?.replaceAll(' ', '') ?? '').map((letter) => states[letter])
    const results = await runMemoryChecks(make(), {
      scopePrefix: 'fake',
      wait: 1_000,
      sample: { repeat: 0, attempt: 0, fresh: null },
      signal: new AbortController().signal,
    })
    expect(results.map(({ check, state }) => `${check} ${state}`)).toEqual(
      memoryCheckIds.map((check, index) => `${check} ${row[index]}`),
    )
    for (const result of results) expect(memoryCheckResultSchema.parse(result)).toEqual(result)
  })

  it('has a fake that each check exposes', () => {
    for (const [index, check] of memoryCheckIds.entries()) {
      const column = Object.values(expected).map((row) => row.replaceAll(' ', '')[index])
      expect(column.includes('F') || column.includes('N'), check).toBe(true)
      expect(column[0], check).toBe('P')
    }
  })

  it.each(Object.entries(fakeMemories))('%s is called by its name', (name, make) => {
    expect(make().name).toBe(name)
  })
})
