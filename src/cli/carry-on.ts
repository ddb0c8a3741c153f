import type { RunRecord } from '../core/run.ts'
import type { Store } from '../core/store.ts'
import type { RetryPolicy, TrackPlan } from '../engine/execute.ts'
import type { CliContext } from './context.ts'
import { executeShown } from './execute.ts'
import type { ModelKit } from './models.ts'
import type { ReportChoices } from './run-options.ts'
import { showReport } from './show-report.ts'

/** Executes a stored run with systems made again, closes them, and shows the report. */
export async function carryOn(
  store: Store,
  run: RunRecord,
  { plans, kit }: { readonly plans: readonly TrackPlan[]; readonly kit: ModelKit },
  options: { quiet: boolean; retry: RetryPolicy },
  choices: ReportChoices,
  context: CliContext,
): Promise<void> {
  try {
    await executeShown(store, run, plans, { ...options, abortOnBadRow: false }, kit, context)
  } finally {
    for (const plan of plans) for (const system of plan.systems) await system.close?.()
  }
  await showReport(store, { ...run, state: 'done' }, choices, context)
}
