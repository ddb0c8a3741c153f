import { memoryChecks, type MemoryCheckId, type MemoryCheckState } from '../core/memory-checks.ts'
import type { MemorySystem } from '../core/memory.ts'
import { runMemoryChecks } from '../memory/conformance/index.ts'
import type { TestApi } from './store-suite.ts'

export interface MemoryConformanceOptions {
  /** What is known to end otherwise than `passed` or `not-applicable`, such as `{ selects: 'noted' }`: it must. */
  readonly known?: Readonly<Partial<Record<MemoryCheckId, MemoryCheckState>>>
  /** Milliseconds that the system is given to become ready, each time. Default 60,000. */
  readonly wait?: number
  /** Begins the ids of all scopes: letters, digits and `-`, at most 32. Needs to be new each time for a service. */
  readonly scopePrefix?: string
}

/**
 * What every memory system should do, as one test per check: the checks that a run makes before it asks the system.
 * They run once, with the first test.
 * @param make the system; closed after the last check
 * @example memoryConformance('mine', () => myMemory(), { describe, it, expect }, { known: { selects: 'noted' } })
 */
export function memoryConformance(
  name: string,
  make: () => MemorySystem | Promise<MemorySystem>,
  { describe, it, expect }: TestApi,
  { known = {}, wait = 60_000, scopePrefix = 'conformance' }: MemoryConformanceOptions = {},
): void {
  const runOnce = async () => {
    const system = await make()
    try {
      return await runMemoryChecks(system, {
        scopePrefix,
        wait,
        sample: { repeat: 0, attempt: 0, fresh: null },
        signal: new AbortController().signal,
      })
    } finally {
      await system.close?.()
    }
  }
  let results: ReturnType<typeof runOnce> | undefined
  describe(`${name}: memory system`, () => {
    for (const { id, title } of memoryChecks) {
      it(`${id}: ${title}`, async () => {
        results ??= runOnce()
        const result = (await results).find(({ check }) => check === id)
        const wanted = known[id]
        const allowed: readonly MemoryCheckState[] =
          wanted === undefined ? ['passed', 'not-applicable'] : [wanted]
        expect(allowed, result?.detail).toContain(result?.state)
      })
    }
  })
}
