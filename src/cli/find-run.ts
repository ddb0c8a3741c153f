import { existsSync } from 'node:fs'
import { UsageError } from '../core/errors.ts'
import type { RunRecord } from '../core/run.ts'
import type { Store } from '../core/store.ts'
import { openStore } from '../store/index.ts'
import { storePath, type CliContext } from './context.ts'
import { nearest } from './suggest.ts'

/** @throws UsageError when nothing was ever run here */
export async function openExistingStore(context: Pick<CliContext, 'env' | 'cwd'>): Promise<Store> {
  const path = storePath(context)
  if (!existsSync(path))
    throw new UsageError('there is no run here yet', 'start one with: rapport run alpsbench --data sample')
  return openStore(path)
}

/**
 * A run by its id, by the beginning of its id, or `latest`.
 * @throws UsageError when there is none, and when it was killed before its cases were complete
 */
export async function findRun(store: Store, word: string): Promise<RunRecord> {
  const run = await anyRun(store, word)
  if (run.state === 'planning') {
    throw new UsageError(
      `run ${run.id} was stopped while its data was read, so its cases are not complete`,
      'start it again with the command you used; no system was asked yet',
    )
  }
  return run
}

/** The same, in whatever state it is. @throws UsageError when there is none */
export async function anyRun(store: Store, word: string): Promise<RunRecord> {
  const runs = await store.runs()
  const [newest] = runs
  if (newest === undefined)
    throw new UsageError('there is no run here yet', 'start one with: rapport run alpsbench --data sample')
  if (word === 'latest') return newest
  const exact = runs.find((run) => run.id === word)
  if (exact !== undefined) return exact
  const starting = runs.filter((run) => run.id.startsWith(word))
  const [only] = starting
  if (only !== undefined && starting.length === 1) return only
  if (starting.length > 1) {
    throw new UsageError(
      `${starting.length} runs begin with ${JSON.stringify(word)}`,
      `name one: ${starting
        .slice(0, 5)
        .map((run) => run.id)
        .join(', ')}`,
    )
  }
  const near = nearest(
    word,
    runs.map((run) => run.id),
  )
  throw new UsageError(
    `there is no run ${JSON.stringify(word)}`,
    near.length > 0
      ? `did you mean ${near.join(' or ')}?`
      : `the newest is ${newest.id}; list them with: rapport list runs`,
  )
}
