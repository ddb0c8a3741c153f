import { RapportError } from '../core/errors.ts'
import type { Store } from '../core/store.ts'
import { sampleRun } from './store-rows.ts'
import type { StoreSuite, TestApi } from './store-suite.ts'
import { annotationsSuite } from './store-suite-annotations.ts'
import { callsSuite } from './store-suite-calls.ts'
import { casesSuite } from './store-suite-cases.ts'
import { outcomesSuite } from './store-suite-outcomes.ts'
import { resultsSuite } from './store-suite-results.ts'
import { runsSuite } from './store-suite-runs.ts'
import { searchSuite } from './store-suite-search.ts'

/**
 * What every store must do. `open` gives a store without runs; the suite closes it.
 * @example storeConformance('sqlite', () => openStore(freshPath()), { describe, it, expect })
 */
export function storeConformance(name: string, open: () => Promise<Store>, api: TestApi): void {
  const { describe, it, expect } = api
  const suite: StoreSuite = {
    name,
    describe,
    expect,
    withStore(title, test) {
      it(title, async () => {
        const store = await open()
        try {
          await store.createRun(sampleRun('r'))
          await test(store)
        } finally {
          await store.close()
        }
      })
    },
    async refused(promise) {
      await expect(promise).rejects.toBeInstanceOf(RapportError)
    },
  }
  for (const part of [
    runsSuite,
    casesSuite,
    resultsSuite,
    outcomesSuite,
    callsSuite,
    searchSuite,
    annotationsSuite,
  ])
    part(suite)
}
