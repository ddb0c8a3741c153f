import type { RetryPolicy } from '../../engine/execute.ts'
import { carryOn } from '../carry-on.ts'
import type { CliContext } from '../context.ts'
import { findRun, openExistingStore } from '../find-run.ts'
import { rebuildPlans } from '../rebuild-run.ts'
import type { ReportChoices } from '../run-options.ts'

/** `rapport resume|retry <run>`: goes on with what is missing; `retry` asks again for every failure. */
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
