import { hostname } from 'node:os'
import type { RunRecord } from '../core/run.ts'
import type { RunOwner, Store } from '../core/store.ts'
import type { CliContext } from './context.ts'

/**
 * Who works on a run at this moment. The lock of the run tells, so that a process that was killed counts no more.
 * @returns the process; `unknown` when it has not said who it is; null: nobody, whatever state is written down
 */
export async function workerOf(
  store: Store,
  { id, state }: Pick<RunRecord, 'id' | 'state'>,
  command: string,
  { clock }: Pick<CliContext, 'clock'>,
): Promise<RunOwner | 'unknown' | null> {
  // Of all others nobody has to ask: the lock would be in the way of a `resume` for that moment.
  if (state !== 'running' && state !== 'planning') return null
  const owner = { pid: process.pid, host: hostname(), since: clock.now(), command }
  const claim = await store.claimRun(id, owner)
  if ('heldBy' in claim) return claim.heldBy ?? 'unknown'
  await claim.release()
  return null
}

/** `process 4711 on lab1 (rapport run, since 2026-11-30T10:15:02.113Z)` */
export function workerText(worker: RunOwner | 'unknown' | null): string {
  return worker === null || worker === 'unknown'
    ? 'another process'
    : `process ${worker.pid} on ${worker.host} (rapport ${worker.command}, since ${new Date(worker.since).toISOString()})`
}
