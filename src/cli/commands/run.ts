import type { Case } from '../../core/case.ts'
import { RapportError, UsageError } from '../../core/errors.ts'
import type { TrackPlan } from '../../engine/execute.ts'
import { planRun } from '../../engine/plan.ts'
import { openStore } from '../../store/index.ts'
import { storePath, type CliContext } from '../context.ts'
import { claimingRun } from '../claim-run.ts'
import { checkAddresses, checkModels } from '../check-models.ts'
import { showDryRun } from '../dry-run.ts'
import { checkEgress } from '../egress.ts'
import { executeShown } from '../execute.ts'
import { prepareRun } from '../prepare-run.ts'
import { newRunId, provenanceOf } from '../provenance.ts'
import type { RunChoices } from '../run-options.ts'
import { showReport } from '../show-report.ts'

/** `rapport run <track…> --system …`: pins the cases, asks the systems, scores, reports. */
export async function runCommand(
  tracks: readonly string[],
  systems: readonly string[],
  choices: RunChoices,
  argv: readonly string[],
  context: CliContext,
): Promise<void> {
  const id = choices.runId === undefined ? newRunId(context.clock.now()) : runIdOf(choices.runId)
  const prepared = await prepareRun(tracks, systems, choices, id, context)
  try {
    checkAddresses(prepared, prepared.kit)
    if (choices.dryRun) return await showDryRun(prepared, context)
    await checkEgress(prepared, choices.allowEgress, context)
    checkModels(prepared, prepared.kit)
    warnOfUnmeasured(prepared.plans, id, context)
    const store = await openStore(storePath(context))
    try {
      await claimingRun(store, id, 'run', context, async () => {
        if ((await store.run(id)) !== undefined)
          throw new UsageError(
            `there is a run ${id} already`,
            `choose another --run-id, or: rapport resume ${id}`,
          )
        const run = await planRun({
          store,
          clock: context.clock,
          id,
          spec: prepared.spec,
          provenance: await provenanceOf(context, argv),
          cases: (track) => untilStopped(prepared.cases(track), context.signal),
        })
        await executeShown(
          store,
          run,
          prepared.plans,
          { quiet: choices.quiet, retry: 'can-succeed', abortOnBadRow: choices.abortOnBadRow },
          prepared.kit,
          context,
        )
        await showReport(store, { ...run, state: 'done' }, choices, context)
      })
    } finally {
      await store.close()
    }
  } finally {
    await prepared.close()
  }
}

/** @throws UsageError for what can't be the name of a run, or means another one to other commands */
function runIdOf(word: string): string {
  if (/^[a-z0-9][\w.-]{0,63}$/i.test(word) && word !== 'latest') return word
  throw new UsageError(
    `${JSON.stringify(word)} can't be the name of a run`,
    'use up to 64 letters, digits, dots and dashes, and not the word latest',
  )
}

/** A stop while the data is read ends the run before it began: there is nothing to go on with. */
async function* untilStopped(cases: AsyncIterable<Case>, signal: AbortSignal): AsyncGenerator<Case> {
  for await (const subject of cases) {
    if (signal.aborted) {
      throw new RapportError('stopped while the data was read; nothing was kept', {
        fix: 'start it again with the command you used; no system was asked yet',
      })
    }
    yield subject
  }
}

/** Some tracks have no scorer without a judge: said before a model is asked, because the report will be empty. */
function warnOfUnmeasured(plans: readonly TrackPlan[], run: string, { stderr }: CliContext): void {
  for (const { track, scorers, judged } of plans) {
    if (scorers.length > 0 || judged.length > 0) continue
    stderr.write(
      `warning: nothing measures ${track.id} without --judge; its answers are kept, and can be judged later with: ` +
        `rapport rejudge ${run} --judge <provider>/<model>\n`,
    )
  }
}
