import { planRun } from '../../engine/plan.ts'
import { openStore } from '../../store/index.ts'
import { storePath, type CliContext } from '../context.ts'
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
  const id = newRunId(context.clock.now())
  const prepared = await prepareRun(tracks, systems, choices, id, context)
  try {
    const store = await openStore(storePath(context))
    try {
      const run = await planRun({
        store,
        clock: context.clock,
        id,
        spec: prepared.spec,
        provenance: await provenanceOf(context, argv),
        cases: (track) => prepared.cases(track),
      })
      await executeShown(
        store,
        run,
        prepared.plans,
        { quiet: choices.quiet, retry: 'can-succeed', abortOnBadRow: choices.abortOnBadRow },
        context,
      )
      await showReport(store, { ...run, state: 'done' }, choices, context)
    } finally {
      await store.close()
    }
  } finally {
    await prepared.close()
  }
}
