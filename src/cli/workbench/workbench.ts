import type { Workbench } from '../../server/workbench.ts'
import { packageVersion } from '../provenance.ts'
import { Boards } from './board.ts'
import { Cases } from './cases.ts'
import { Jobs } from './jobs.ts'
import { Lab } from './lab.ts'
import { PageAnnotate } from './page-annotate.ts'
import { RunWatch } from './run-watch.ts'
import { Runs } from './runs.ts'
import { SharedPoll } from './shared-poll.ts'
import { StoreSource, type WorkbenchContext } from './store-source.ts'

/** Puts the workbench together from the store, the registry and the reports. */
export function openWorkbench(
  context: WorkbenchContext,
  { readOnly }: { readonly readOnly: boolean },
): Workbench {
  const source = new StoreSource(context)
  const watch = new RunWatch(context)
  const runs = new Runs(source, watch, context)
  const boards = new Boards(source, watch, context, readOnly)
  const annotate = new PageAnnotate(source, context)
  const changes = new SharedPoll<{ readonly runs: string; readonly projects: string }>(
    async () => ({ runs: await runs.stamp(), projects: await annotate.changed() }),
    (a, b) => a.runs === b.runs && a.projects === b.projects,
  )
  return {
    describe: async () => ({
      version: await packageVersion(),
      readOnly,
      texts: true,
      runs: (await source.runs()).length,
      projects: (await annotate.projects()).projects.length,
    }),
    runs: {
      list: () => runs.list(),
      detail: (id) => runs.detail(id),
      progress: (id) => runs.progress(id),
      live: (id, signal) => runs.live(id, signal),
      board: (id, choice) => boards.board(id, choice),
      export: (id, format, choice) => boards.export(id, format, choice),
    },
    cases: new Cases(source, context),
    lab: new Lab(source, context, readOnly),
    annotate,
    control: readOnly ? null : new Jobs(source, context),
    async *changes(signal) {
      let before: { readonly runs: string; readonly projects: string } | null = null
      for await (const now of changes.listen(signal)) {
        // The first look is what the page was loaded with.
        if (before !== null)
          yield { runs: now.runs !== before.runs, projects: now.projects !== before.projects }
        before = now
      }
    },
    close: async () => {
      await source.close()
    },
  }
}
