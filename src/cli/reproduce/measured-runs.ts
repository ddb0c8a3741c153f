import type { RunRecord, SystemRecord } from '../../core/run.ts'
import type { Store } from '../../core/store.ts'
import type { Track } from '../../core/track.ts'
import type { MeasuredSystem, MeasuredTrack } from '../../reports/claims/measurements.ts'
import { readTrackContext } from '../../reports/read-track.ts'
import type { CliContext } from '../context.ts'
import { trackOf } from '../rebuild-run.ts'
import { trackFactsOf } from '../track-facts.ts'

/** Everything that the runs measured. */
export async function measuredTracks(
  runs: readonly RunRecord[],
  store: Store,
  context: Pick<CliContext, 'env' | 'cwd'>,
): Promise<MeasuredTrack[]> {
  const measured: MeasuredTrack[] = []
  for (const run of runs) {
    const { tracks } = await trackFactsOf(store, run, context)
    for (const record of run.spec.tracks) {
      const facts = tracks.find(({ id }) => id === record.track)
      if (facts === undefined) continue
      measured.push({
        run: run.id,
        pools: run.spec.data.pools,
        seed: run.spec.data.seed,
        context: await readTrackContext({ store, run, policy: run.spec.failures }, record, facts),
        systems: record.systems.map((system) => roleOf(system, trackOf(record))),
      })
    }
  }
  return measured
}

/** What takes part as what: programs, histories and baselines are no models that a paper could mean. */
function roleOf({ id, memory, identity }: SystemRecord, track: Track): MeasuredSystem {
  if (memory !== undefined) {
    const plus = id.lastIndexOf('+')
    return { id, kind: 'memory', ...(plus < 0 ? {} : { answerModel: id.slice(plus + 1) }) }
  }
  const isModel =
    (identity['system'] === 'recorded' || identity['system'] === 'chat') &&
    track.baselines.every((definition) => definition.id !== id)
  return { id, kind: isModel ? 'model' : 'other' }
}
