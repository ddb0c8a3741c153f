import type { Rubric } from '../core/judge.ts'
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
  const asked = new Map<string, { rubric: Rubric; model: string }>()
  for (const record of run.spec.tracks) {
    const { rubrics } = trackOf(record)
    for (const { rubric: name, models } of record.judged) {
      const rubric = rubrics.find((known) => known.name === name)
      if (rubric === undefined) continue
      for (const model of models) asked.set(`${name} ${model}`, { rubric, model })
    }
  }
  for (const { rubric, model } of asked.values()) {
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
