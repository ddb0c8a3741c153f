import type { RunRecord } from '../core/run.ts'
import type { Store } from '../core/store.ts'
import { probeReport, runProbes } from '../judges/probe.ts'
import type { CliContext } from './context.ts'
import { judgeParameters, type ModelKit } from './models.ts'
import { trackOf } from './rebuild-run.ts'

/**
 * Puts the hand-written probes of every rubric of a run before its judges and writes down how they did. Replies of
 * an earlier run of the same judge are reused, unless the run asked for fresh ones.
 */
export async function probeJudges(
  run: RunRecord,
  store: Store,
  kit: ModelKit,
  context: CliContext,
): Promise<void> {
  const { judge } = kit.settings
  if (judge === null) return
  const rubrics = new Map(
    run.spec.tracks.flatMap((record) =>
      trackOf(record)
        .rubrics.filter(({ name }) => record.rubrics.includes(name))
        .map((rubric) => [rubric.name, rubric] as const),
    ),
  )
  for (const rubric of rubrics.values()) {
    for (const model of judge.models) {
      const outcomes = await runProbes(
        rubric,
        { model, port: kit.port, parameters: judgeParameters },
        { fresh: run.spec.fresh, signal: context.signal },
      )
      const { falseAccept, falseReject, unmeasured, state } = probeReport(outcomes)
      await store.appendEvents(run.id, [
        {
          at: context.clock.now(),
          event: {
            type: 'probes',
            instrument: `${rubric.name}@${rubric.version}`,
            judge: model,
            falseAccept: { errors: falseAccept.errors, n: falseAccept.n },
            falseReject: { errors: falseReject.errors, n: falseReject.n },
            unmeasured,
            state,
          },
        },
      ])
    }
  }
}
