import { canonicalJson } from '../core/json.ts'
import { UsageError } from '../core/errors.ts'
import type { RunRecord, TrackRecord } from '../core/run.ts'
import type { Store } from '../core/store.ts'
import type { System } from '../core/system.ts'
import type { Track } from '../core/track.ts'
import type { TrackPlan } from '../engine/execute.ts'
import { findTrack } from '../registry/benchmarks.ts'
import type { CliContext } from './context.ts'
import { memoryInstruments } from './memory-instruments.ts'
import { modelKit, type ModelKit } from './models.ts'
import { judgedInstruments } from './panels.ts'
import { createSystem } from './select-systems.ts'

/**
 * Makes the systems of a stored run again.
 * @throws UsageError when a system of the run is not the same any more: its answers would be mixed
 */
export async function rebuildPlans(
  run: RunRecord,
  store: Store,
  context: Pick<CliContext, 'env' | 'cwd' | 'clock'>,
): Promise<{ plans: TrackPlan[]; kit: ModelKit }> {
  const kit = await modelKit(run.spec.models, context, 'recorded')
  const plans: TrackPlan[] = []
  for (const record of run.spec.tracks) {
    const track = trackOf(record)
    const systems: System[] = []
    for (const kept of record.systems) {
      const system = await createSystem(kept.spec, track, kept.states, () => caseIds(run, store, track), {
        cwd: context.cwd,
        env: context.env,
        seed: run.spec.data.seed,
        programs: run.spec.programs,
        protocol: run.spec.protocol,
        models: kit,
        memory: {
          settings: run.spec.memory,
          run: run.id,
          programs: run.spec.programs,
          outside: context,
        },
      })
      if (system === null)
        throw new UsageError(
          `this version of Rapport has no system ${kept.id}`,
          'use the version that started the run',
        )
      if (canonicalJson(system.identity) !== canonicalJson(kept.identity)) {
        throw new UsageError(
          `${kept.id} has changed since run ${run.id} was started, so its answers would be a mixture`,
          'start a new run; unchanged systems are not asked again',
        )
      }
      systems.push(system)
    }
    plans.push({
      track,
      systems,
      scorers: record.instruments.map((instrument) => scorerOf(track, instrument, run)),
      judged: [
        ...judgedInstruments(track, record.judged, kit),
        ...memoryInstruments(track, record.systems, run.spec.memory, kit),
      ],
    })
  }
  return { plans, kit }
}

/** @throws UsageError when this version of Rapport lacks the track */
export function trackOf(record: Pick<TrackRecord, 'track'>): Track {
  const track = findTrack(record.track)
  if (track === undefined)
    throw new UsageError(
      `this version of Rapport has no track ${record.track}`,
      'use the version that made the run',
    )
  return track
}

/** The scorer under which an instrument of a run was made. */
export function scorerOf(track: Track, instrument: TrackRecord['instruments'][number], run: RunRecord) {
  const matcher = instrument.options['matcher'] === 'hungarian' ? 'hungarian' : run.spec.matcher
  const scorer = track.scorer(instrument.name, { matcher })
  if (scorer.version !== instrument.version) {
    throw new UsageError(
      `run ${run.id} was scored by ${instrument.name}@${instrument.version}, and this version of Rapport has @${scorer.version}`,
      `score it anew with: rapport rescore ${run.id}`,
    )
  }
  return scorer
}

async function caseIds(run: RunRecord, store: Store, track: Track): Promise<ReadonlySet<string>> {
  const ids = new Set<string>()
  for await (const subject of store.caseSummaries(run.id, track.id)) ids.add(subject.id)
  return ids
}
