import type { RetryPolicy } from '../../engine/execute.ts'
import { carryOn } from '../carry-on.ts'
import { claimingStoredRun } from '../claim-run.ts'
import { checkModels } from '../check-models.ts'
import type { RunRecord } from '../../core/run.ts'
import type { CliContext } from '../context.ts'
import { checkEgress } from '../egress.ts'
import { openExistingStore } from '../find-run.ts'
import { rebuildPlans } from '../rebuild-run.ts'
import type { ReportChoices, ResumeChoices } from '../run-options.ts'

/** What `rapport retry` asks for again: what its flags name, and both kinds without a flag. */
export function retryPolicy(flags: { failed?: boolean; unscored?: boolean }): RetryPolicy {
  if (flags.failed === flags.unscored) return 'all'
  return flags.failed === true ? 'all-failed' : 'all-unscored'
}

/** `rapport resume|retry <run>`: goes on with what is missing; `retry` asks again for what went wrong. */
export async function resumeCommand(
  word: string,
  retry: RetryPolicy,
  { quiet, allowEgress, maxCost }: ResumeChoices,
  choices: ReportChoices,
  context: CliContext,
): Promise<void> {
  const store = await openExistingStore(context)
  try {
    const command = retry === 'can-succeed' ? 'resume' : 'retry'
    await claimingStoredRun(store, word, command, context, async (found) => {
      const run = maxCost === undefined ? found : withMaxCost(found, maxCost)
      const rebuilt = await rebuildPlans(run, store, context)
      checkModels(run, rebuilt.kit)
      await checkEgress({ spec: run.spec, kit: rebuilt.kit }, allowEgress, context)
      if (run !== found) await store.updateSpec(run.id, run.spec, context.clock.now())
      await carryOn(store, run, rebuilt, { quiet, retry }, choices, context)
    })
  } finally {
    await store.close()
  }
}

function withMaxCost(run: RunRecord, maxCost: number): RunRecord {
  return { ...run, spec: { ...run.spec, models: { ...run.spec.models, maxCost } } }
}
