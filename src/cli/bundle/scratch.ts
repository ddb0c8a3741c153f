import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Store } from '../../core/store.ts'
import { openStore } from '../../store/index.ts'
import type { CliContext } from '../context.ts'

/** A place outside every home, and a context in which nothing of the user's is read. */
export interface Scratch {
  readonly store: Store
  readonly context: Pick<CliContext, 'env' | 'cwd' | 'clock'>
}

/** Works with a store of its own that is gone afterwards. */
export async function withScratch<T>(
  { clock }: Pick<CliContext, 'clock'>,
  work: (scratch: Scratch) => Promise<T>,
): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'rapport-bundle-'))
  try {
    const store = await openStore(join(folder, 'rapport.db'))
    try {
      return await work({ store, context: { env: { RAPPORT_HOME: folder }, cwd: folder, clock } })
    } finally {
      await store.close()
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
