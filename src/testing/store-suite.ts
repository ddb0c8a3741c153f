import type * as vitest from 'vitest'
import type { Store } from '../core/store.ts'

/** What the suite needs of a test runner. */
export type TestApi = Pick<typeof vitest, 'describe' | 'it' | 'expect'>

/** What the parts of the suite share. */
export interface StoreSuite {
  readonly name: string
  readonly describe: TestApi['describe']
  readonly expect: TestApi['expect']
  /** A test with a fresh store that holds run `r`. */
  readonly withStore: (title: string, test: (store: Store) => Promise<void>) => void
  /** Passes when the promise is rejected with a RapportError. */
  readonly refused: (promise: Promise<unknown>) => Promise<void>
}
