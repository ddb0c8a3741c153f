import { UsageError } from '../../core/errors.ts'
import type { CliContext } from '../context.ts'
import { anyRun, findRun, openExistingStore } from '../find-run.ts'
import type { ReportChoices } from '../run-options.ts'
import { workerOf, workerText } from '../run-worker.ts'
import { showReport } from '../show-report.ts'

/** `rapport report <run>`: the figures of a stored run. */
export async function reportCommand(
  word: string,
  choices: ReportChoices,
  context: CliContext,
): Promise<void> {
  const store = await openExistingStore(context)
  try {
    const found = await anyRun(store, word)
    const worker = await workerOf(store, found, 'report', context)
    if (worker !== null && found.state === 'planning')
      throw new UsageError(
        `the data of run ${found.id} is being read by ${workerText(worker)}`,
        'there is no figure yet; wait until its systems are asked',
      )
    if (worker !== null)
      context.stderr.write(
        `run ${found.id} goes on: ${workerText(worker)} works on it; these are its figures so far\n`,
      )
    await showReport(store, await findRun(store, found.id), choices, context)
  } finally {
    await store.close()
  }
}
