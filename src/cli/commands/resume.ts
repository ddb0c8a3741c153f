import type { RetryPolicy } from '../../engine/execute.ts'
import type { CliContext } from '../context.ts'
import { executeShown } from '../execute.ts'
import { findRun, openExistingStore } from '../find-run.ts'
import { rebuildPlans } from '../rebuild-run.ts'
import type { ReportChoices } from '../run-options.ts'
import { showReport } from '../show-report.ts'

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
    const plans = await rebuildPlans(run, store, context)
    try {
      await executeShown(store, run, plans, { quiet, retry, abortOnBadRow: false }, context)
    } finally {
      for (const plan of plans) for (const system of plan.systems) await system.close?.()
    }
    await showReport(store, { ...run, state: 'done' }, choices, context)
  } finally {
    await store.close()
  }
}
