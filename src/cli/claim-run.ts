import { hostname } from 'node:os'
import { RapportError } from '../core/errors.ts'
import type { RunRecord } from '../core/run.ts'
import type { Store } from '../core/store.ts'
import type { CliContext } from './context.ts'
import { anyRun, findRun } from './find-run.ts'
import { workerText } from './run-worker.ts'

/**
 * Works on a run while nobody else does: of two processes one would ask what the other is asking already.
 * @param command what is being done, as others are told
 * @throws RapportError that names who works on it
 */
export async function claimingRun<T>(
  store: Store,
  run: string,
  command: string,
  context: Pick<CliContext, 'clock'>,
  work: () => Promise<T>,
): Promise<T> {
  const owner = { pid: process.pid, host: hostname(), since: context.clock.now(), command }
  const claim = await store.claimRun(run, owner)
  if ('heldBy' in claim) {
    throw new RapportError(`run ${run} is being worked on by ${workerText(claim.heldBy)}`, {
      fix: `wait until that process ends, or end it, and try again; figures so far: rapport report ${run}`,
    })
  }
  try {
    return await work()
  } finally {
    await claim.release()
  }
}

/** The same for a stored run that a word names, read after it was claimed. @throws UsageError as `findRun` */
export async function claimingStoredRun<T>(
  store: Store,
  word: string,
  command: string,
  context: Pick<CliContext, 'clock'>,
  work: (run: RunRecord) => Promise<T>,
): Promise<T> {
  const { id } = await anyRun(store, word)
  return claimingRun(store, id, command, context, async () => work(await findRun(store, id)))
}
