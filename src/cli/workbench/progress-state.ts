import type { StoredEvent } from '../../core/events.ts'
import type { Progress, TrackProgress } from '../../server/schemas/runs.ts'

/** How far a track was at a moment, without what was there already. */
export interface Pace {
  readonly at: number
  readonly worked: number
}

type Measured = Pick<TrackProgress, 'rate' | 'eta'>
type Failure = Progress['lastFailures'][number]
type Track = Omit<TrackProgress, 'rate' | 'eta' | 'stages'> & { paces: Pace[] }

/** A rate is taken over this long: long enough for slow models, short enough to follow a limit that was lifted. */
const WINDOW = 3 * 60_000

/** Less than this tells nothing. */
const LEAST = 2000

/** Failures that are kept to be shown. */
const MOST_FAILURES = 20

/**
 * Newly finished units a minute, and the milliseconds that are left at this rate.
 * @param paces in their order
 * @param left units to do; null: not known
 */
export function rateOf(paces: readonly Pace[], left: number | null): Measured {
  const last = paces.at(-1)
  if (last === undefined) return { rate: null, eta: null }
  const first = paces.find(({ at }) => at >= last.at - WINDOW) ?? last
  const time = last.at - first.at
  const worked = last.worked - first.worked
  if (time < LEAST || worked < 0) return { rate: null, eta: null }
  const rate = (worked * 60_000) / time
  return { rate, eta: left === null || left <= 0 || rate === 0 ? null : (left * 60_000) / rate }
}

/** What the events of a run say of how it is getting on. Takes them as they come, in their order. */
export class ProgressState {
  #seq = 0
  #at: number | null = null
  #cost: number | null = null
  #tracks = new Map<string, Track>()
  #failures: Failure[] = []
  readonly #warnings = new Set<string>()

  /** Number of the last event taken. */
  get seq(): number {
    return this.#seq
  }

  get at(): number | null {
    return this.#at
  }

  /** US dollars as the run itself last said. */
  get cost(): number | null {
    return this.#cost
  }

  get warnings(): string[] {
    return [...this.#warnings]
  }

  /** Newest first. */
  get lastFailures(): Failure[] {
    return this.#failures.toReversed()
  }

  /** Events that were taken before are left out. */
  take(events: readonly StoredEvent[]): void {
    for (const stored of events) {
      if (stored.seq <= this.#seq) continue
      this.#seq = stored.seq
      this.#one(stored)
    }
  }

  /** Tracks in the order of `ids`; those that no event is about yet wait. */
  tracks(ids: readonly string[]): Omit<TrackProgress, 'stages'>[] {
    return ids.map((id) => {
      const { paces, ...track } = this.#tracks.get(id) ?? waiting(id)
      const left = track.total === null ? null : track.total - track.done
      return { ...track, ...(track.state === 'running' ? rateOf(paces, left) : { rate: null, eta: null }) }
    })
  }

  #one({ at, event }: StoredEvent): void {
    switch (event.type) {
      case 'run-started':
        // Whoever goes on counts from the beginning again, what is there already as reused.
        this.#tracks = new Map(event.tracks.map((track) => [track, waiting(track)]))
        break
      case 'track-started':
        this.#tracks.set(event.track, {
          ...waiting(event.track),
          state: 'running',
          cases: event.cases,
          systems: event.systems.map((system) => ({ system, done: 0, total: 0, failures: 0 })),
          paces: [{ at, worked: 0 }],
        })
        break
      case 'progress': {
        const before = this.#tracks.get(event.track) ?? waiting(event.track)
        const paces = [...before.paces, { at, worked: event.done - event.reused }]
        this.#tracks.set(event.track, {
          ...before,
          state: before.state === 'done' ? 'done' : 'running',
          done: event.done,
          reused: event.reused,
          total: event.total,
          failures: { ...event.failures },
          systems: (event.perSystem ?? before.systems).map((system) => ({ ...system })),
          paces: thinned(paces, at),
        })
        if (event.cost !== undefined) this.#cost = event.cost
        break
      }
      case 'stage-failed': {
        const { track, system, case: id, stage, reason, by, message } = event
        const same = (one: Failure): boolean =>
          one.track === track && one.system === system && one.case === id && one.stage === stage
        const failure: Failure = { at, track, system, case: id, stage, reason, by, message }
        this.#failures = [...this.#failures.filter((one) => !same(one)), failure].slice(-MOST_FAILURES)
        break
      }
      case 'track-finished': {
        const before = this.#tracks.get(event.track) ?? waiting(event.track)
        this.#tracks.set(event.track, { ...before, state: 'done', cases: event.cases, paces: [] })
        break
      }
      case 'warning':
        this.#warnings.add(event.message)
        break
      case 'run-finished':
        break
      case 'calibration-sample':
      case 'human-labels':
      case 'instrument':
      case 'looked':
      case 'memory-checks':
      case 'prices':
      case 'probes':
      case 'retest':
        // Nothing of how the run is getting on.
        return
    }
    this.#at = at
  }
}

function waiting(track: string): Track {
  return {
    track,
    state: 'waiting',
    cases: null,
    done: 0,
    reused: 0,
    total: null,
    failures: {},
    systems: [],
    paces: [],
  }
}

/** Paces that a rate can still be taken from, at most a few hundred: a run of days writes one every 250 ms. */
function thinned(paces: readonly Pace[], now: number): Pace[] {
  const recent = paces.filter(({ at }) => at >= now - WINDOW)
  if (recent.length <= 400) return recent
  return recent.filter((_, place) => place % 2 === 0 || place === recent.length - 1)
}
