import type { InstrumentRecord } from '../core/instrument-record.ts'
import { canonicalJson } from '../core/json.ts'
import { instrumentKey, type Instrument } from '../core/scorer.ts'
import type { Store } from '../core/store.ts'
import type { TrackPlan } from '../engine/execute.ts'
import type { CliContext } from './context.ts'

type Facts = Pick<Instrument, 'name' | 'version' | 'options' | 'judges' | 'metrics'>

/**
 * Writes down what the judged instruments of a run are before their judges are asked. What stands there last already
 * is not written again.
 */
export async function recordInstruments(
  store: Store,
  run: string,
  plans: readonly Pick<TrackPlan, 'track' | 'judged'>[],
  { clock }: Pick<CliContext, 'clock'>,
): Promise<void> {
  for (const { track, judged } of plans) {
    const stored = await storedInstruments(store, run, track.id)
    // What no model judges is known from the run's specification.
    const fresh = judged.filter((one) => {
      if (one.judges === undefined) return false
      const last = stored.get(panelOf(one))
      return last === undefined || instrumentKey(last) !== instrumentKey(one)
    })
    await store.appendEvents(
      run,
      fresh.map((one) => ({
        at: clock.now(),
        event: { type: 'instrument' as const, track: track.id, instrument: recordOf(one) },
      })),
    )
  }
}

/**
 * The judged instruments of a track as the run last asked them; runs of earlier versions have not written them down
 * and get those of today.
 * @param today what the run's panels are under the rubrics of this version
 */
export async function judgedAsStored(
  store: Store,
  run: string,
  track: string,
  today: readonly Facts[],
): Promise<readonly Facts[]> {
  const stored = await storedInstruments(store, run, track)
  const panels = new Set(today.map(panelOf))
  // A panel whose rubric is no more has figures all the same.
  const gone = [...stored].flatMap(([panel, record]) => (panels.has(panel) ? [] : [record]))
  return [...today.map((one) => stored.get(panelOf(one)) ?? one), ...gone]
}

/** By panel, the last one of each. */
async function storedInstruments(
  store: Store,
  run: string,
  track: string,
): Promise<ReadonlyMap<string, InstrumentRecord>> {
  const stored = new Map<string, InstrumentRecord>()
  for (const { event } of await store.events(run, 0)) {
    if (event.type === 'instrument' && event.track === track)
      stored.set(panelOf(event.instrument), event.instrument)
  }
  return stored
}

/** The same rubric with the same judges under the same rule, whatever its wording and version. */
function panelOf({ name, judges, options }: Facts): string {
  return canonicalJson([
    name,
    options['rule'] ?? null,
    (judges ?? []).map(({ role, models }) => [role, [...models]]),
  ])
}

function recordOf({ name, version, options, judges, metrics }: Facts): InstrumentRecord {
  return {
    name,
    version,
    options,
    judges: (judges ?? []).map(({ role, models }) => ({ role, models: [...models] })),
    metrics: metrics.map((metric) =>
      metric.aggregate === 'harmonic'
        ? { ...base(metric), aggregate: metric.aggregate, of: [metric.of[0], metric.of[1]] }
        : {
            ...base(metric),
            aggregate: metric.aggregate,
            ...(metric.binary === undefined ? {} : { binary: metric.binary }),
          },
    ),
  }
}

function base({ name, description, direction, range }: Facts['metrics'][number]): {
  name: string
  description: string
  direction: 'higher' | 'lower'
  range: [number, number]
} {
  return { name, description, direction, range: [range[0], range[1]] }
}
