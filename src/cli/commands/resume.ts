import type { RetryPolicy } from '../../engine/execute.ts'
import { carryOn } from '../carry-on.ts'
import type { CliContext } from '../context.ts'
import { findRun, openExistingStore } from '../find-run.ts'
import { rebuildPlans } from '../rebuild-run.ts'
import type { ReportChoices } from '../run-options.ts'

/** What `rapport retry` asks for again: what its flags name, and both kinds without a flag. */
export function retryPolicy(flags: { failed?: boolean; unscored?: boolean }): RetryPolicy {
  if (flags.failed === flags.unscored) return 'all'
  return flags.failed === true ? 'all-failed' : 'all-unscored'
}

/** `rapport resume|retry <run>`: goes on with what is missing; `retry` asks again for what went wrong. */
export async function resumeCommand(
  word: string,
  retry: RetryPolicy,
  quiet: boolean,
  choices: ReportChoices,
  context: CliContext,
): Promise<void> {
  const store = await openExistingStore(context)
  try {
    const run = await findRun(store, word)
    await carryOn(store, run, await rebuildPlans(run, store, context), { quiet, retry }, choices, context)
  } finally {
    await store.close()
  }
}
