import { RapportError } from '../core/errors.ts'
import type { RunRecord } from '../core/run.ts'
import type { Store } from '../core/store.ts'
import { executeRun, type ExecuteSummary, type RetryPolicy, type TrackPlan } from '../engine/execute.ts'
import { callingFor } from './call-subject.ts'
import { checkMemories } from './check-memories.ts'
import type { CliContext } from './context.ts'
import { stoppableScorers } from './huge-cases.ts'
import { recordInstruments } from './judged-as-stored.ts'
import { probeJudges } from './judge-probes.ts'
import { modelsOfRun, openGateway, type ModelKit } from './models.ts'
import { ProgressBar } from './progress-bar.ts'

/** Executes a planned run with a progress bar; a stop ends with the line that says how to go on. */
export async function executeShown(
  store: Store,
  run: RunRecord,
  plans: readonly TrackPlan[],
  options: { quiet: boolean; retry: RetryPolicy; abortOnBadRow: boolean },
  kit: ModelKit,
  context: CliContext,
): Promise<ExecuteSummary> {
  await recordInstruments(store, run.id, plans, context)
  const bar = new ProgressBar(context.stderr, context.clock)
  if (modelsOfRun(run, kit).length === 0) {
    await memoriesChecked()
    return executePlans()
  }
  const gateway = await openGateway(kit, store, run, context)
  try {
    await memoriesChecked()
    const summary = await executePlans()
    await probeJudges(run, store, kit, context).catch((error: unknown) => {
      throw context.signal.aborted ? stopped() : error
    })
    return summary
  } finally {
    await kit.offer.close()
    // Calls that were cancelled still write down that they were made.
    await gateway.close()
  }

  async function memoriesChecked(): Promise<void> {
    const tell = (name: string): void => {
      if (!options.quiet) context.stderr.write(`checking memory:${name}\n`)
    }
    await checkMemories(run, store, kit, context, tell).catch((error: unknown) => {
      throw context.signal.aborted ? stopped() : error
    })
  }

  async function executePlans(): Promise<ExecuteSummary> {
    const summary = await executeRun({
      store,
      clock: context.clock,
      run: run.id,
      plans: plans.map((plan) => ({
        ...plan,
        scorers: stoppableScorers(plan.scorers, context, (message) =>
          bar.listen({ type: 'warning', message }),
        ),
      })),
      repeats: run.spec.repeats,
      concurrency: run.spec.concurrency,
      fresh: run.spec.fresh,
      retry: options.retry,
      abortOnBadRow: options.abortOnBadRow,
      signal: context.signal,
      listener: options.quiet ? () => {} : bar.listen,
      within: callingFor,
    })
    if (summary.state === 'stopped') throw stopped()
    return summary
  }

  function stopped(): RapportError {
    return new RapportError('stopped; everything that finished is kept', {
      exitCode: 1,
      fix: `go on with: rapport resume ${run.id}`,
    })
  }
}
