import type { CliContext } from '../context.ts'
import { findRun, openExistingStore } from '../find-run.ts'
import type { ReportChoices } from '../run-options.ts'
import { showReport } from '../show-report.ts'

/** `rapport report <run>`: the figures of a stored run. */
export async function reportCommand(
  word: string,
  choices: ReportChoices,
  context: CliContext,
): Promise<void> {
  const store = await openExistingStore(context)
  try {
    await showReport(store, await findRun(store, word), choices, context)
  } finally {
    await store.close()
  }
}
