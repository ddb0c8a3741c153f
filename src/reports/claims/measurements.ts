import type { ClaimFigure, ClaimSystem } from '../../core/claim.ts'
import type { MetricDefinition } from '../../core/metric.ts'
import type { CaseObservation } from '../../stats/series.ts'
import { INVALID_SHARE } from '../figure.ts'
import { mainFigures } from '../main-figures.ts'
import { shownFigure, type ShownFigure } from '../shown-figure.ts'
import { seriesOf, type TrackContext } from '../track-context.ts'

/** What takes part as what: a model with the input alone, a memory system with the model that answers, or neither. */
export interface MeasuredSystem {
  readonly id: string
  readonly kind: 'model' | 'memory' | 'other'
  /** Of a memory system: its answer model. */
  readonly answerModel?: string
}

/** A track of a run. */
export interface MeasuredTrack {
  readonly run: string
  readonly pools: 'original' | 'drawn'
  readonly seed: number
  readonly context: TrackContext
  readonly systems: readonly MeasuredSystem[]
}

/** A case that counts, with what makes it the same case in another run. */
export interface ClaimCase extends CaseObservation {
  readonly hash: string
}

/** A figure of a system in one run. */
export interface MeasuredSeries extends ShownFigure {
  readonly run: string
  readonly system: string
  readonly seed: number
  readonly definition: MetricDefinition
  readonly cases: readonly ClaimCase[]
  /** Outcomes asked for, and those of them that are no number. */
  readonly asked: number
  readonly lost: number
  /** Too many are no number. */
  readonly invalid: boolean
}

/** All tracks of the runs at hand. */
export class Measurements {
  readonly #tracks: readonly MeasuredTrack[]

  constructor(tracks: readonly MeasuredTrack[]) {
    this.#tracks = tracks
  }

  /** A figure of a system, once for each seed under which it was measured; the first run of a seed counts. */
  find(of: ClaimFigure, system: ClaimSystem): MeasuredSeries[] {
    const found = new Map<number, MeasuredSeries>()
    for (const track of this.#on(of)) {
      const named = track.systems.find((one) => isCalled(one, system))
      if (named === undefined || found.has(track.seed)) continue
      const series = seriesIn(track, of, named.id)
      if (series !== null) found.set(track.seed, series)
    }
    return [...found.values()].toSorted((a, b) => a.seed - b.seed)
  }

  /** The systems of a kind that any run has on a track, each once. */
  systems(of: ClaimFigure, kind: MeasuredSystem['kind']): MeasuredSystem[] {
    const all = this.#on(of).flatMap(({ systems }) => systems.filter((one) => one.kind === kind))
    return [...new Map(all.map((one) => [one.id, one])).values()]
  }

  #on({ track, pools }: ClaimFigure): MeasuredTrack[] {
    return this.#tracks.filter(
      (one) => one.context.record.track === track && (pools === undefined || one.pools === pools),
    )
  }
}

/** What follows the colon of an id is the model's name; before the slash is its provider. */
function isCalled({ id, kind }: MeasuredSystem, system: ClaimSystem): boolean {
  if ('system' in system) return id === system.system
  if (kind !== 'model') return false
  const name = id.replace(/^recorded:/, '').toLowerCase()
  const short = name.slice(name.lastIndexOf('/') + 1)
  return [system.model, ...system.aliases].some((alias) => [name, short].includes(alias.toLowerCase()))
}

function seriesIn(
  { run, seed, context }: MeasuredTrack,
  of: ClaimFigure,
  system: string,
): MeasuredSeries | null {
  const shown = figureIn(context, of)
  const definition = shown === null ? undefined : context.metrics.get(`${shown.instrument} ${shown.metric}`)
  if (shown === null || definition === undefined) return null
  const policy = of.failures ?? context.policy
  const series = seriesOf({ ...context, policy }, system, shown, definition)
  if (series.counted.length === 0) return null
  const lost = series.unscored + series.failedBySystem + series.failedByInfrastructure
  return {
    ...shown,
    run,
    seed,
    system,
    definition,
    cases: series.counted.map((one) => ({ ...one, hash: context.book.subject(one.case)?.hash ?? '' })),
    asked: series.asked,
    lost,
    // What counts as worst is not lost.
    invalid: of.failures === undefined && series.asked > 0 && lost / series.asked > INVALID_SHARE,
  }
}

function figureIn(context: TrackContext, { figure }: ClaimFigure): ShownFigure | null {
  if (figure === 'main') return mainFigures(context)[0] ?? null
  const shown = shownFigure(context.facts.scorers, figure)
  return 'none' in shown ? null : shown
}

/** Two series on the cases that are the same in both, cluster and weight as in the first. */
export function sameCases(
  a: readonly ClaimCase[],
  b: readonly ClaimCase[],
): { readonly a: ClaimCase[]; readonly b: ClaimCase[] } {
  const others = new Map(b.map((one) => [one.case, one]))
  const both = a.flatMap((one) => {
    const other = others.get(one.case)
    if (other === undefined || other.hash !== one.hash) return []
    return [{ one, other: placedAs(other, one) }]
  })
  return { a: both.map(({ one }) => one), b: both.map(({ other }) => other) }
}

/** A case of another run or track in the cluster of this one. */
export function placedAs<T extends CaseObservation>(other: T, { cluster, weight }: CaseObservation): T {
  return { ...other, cluster, weight }
}
