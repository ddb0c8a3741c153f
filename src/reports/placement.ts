import type { PlacementEnds } from '../core/track-reading.ts'
import { headline } from '../stats/headline.ts'
import { toFigure } from './figure.ts'
import type { Placement, ResultRow } from './report.ts'
import type { Counted } from './track-book.ts'
import { seriesOf, type TrackContext } from './track-context.ts'

/** The floor and the ceilings of one model, by the ids of systems. */
export interface ModelEnds {
  readonly model: string
  readonly floor: string
  /** Ids that would do, the first one before the others. */
  readonly ceilings: readonly string[]
}

/** The chat model of a system: of itself, or of a setting or memory before it (`history:none+openai/a`); null for others. */
export function modelOf(system: string): string | null {
  const plus = system.indexOf('+')
  const model = system.includes(':') && plus !== -1 ? system.slice(plus + 1) : system
  const slash = model.indexOf('/')
  // `recorded:…`, `program:…` and `baseline:…` may hold a slash too; a provider's name has no colon.
  return slash <= 0 || model.slice(0, slash).includes(':') ? null : model
}

/** Ends of the models among systems, in their order. */
export function modelEnds(systems: readonly string[], ends: PlacementEnds): ModelEnds[] {
  const models = new Set(systems.flatMap((system) => modelOf(system) ?? []))
  const idOf = (word: string, model: string): string => (word.endsWith('+') ? `${word}${model}` : word)
  return [...models].map((model) => ({
    model,
    floor: idOf(ends.floor, model),
    ceilings: ends.ceilings.map((word) => idOf(word, model)),
  }))
}

/**
 * Places the rows of one figure between floor and ceiling of their model, on the cases valid for all three; the ends
 * themselves get none. The ends count as estimated on the same cases, as in the headline, but for the rule on how high
 * a floor may be: here a model without history is the floor, and may be good.
 */
export function placedRows(
  context: TrackContext,
  ends: readonly ModelEnds[],
  rows: readonly ResultRow[],
): ResultRow[] {
  const series = new Map<string, readonly Counted[]>()
  const countedOf = (row: ResultRow): readonly Counted[] => {
    const found = series.get(row.system)
    if (found !== undefined) return found
    const metric = context.metrics.get(`${row.instrument} ${row.metric}`)
    if (metric === undefined) throw new Error(`${row.instrument} has no metric ${row.metric}`)
    const { counted } = seriesOf(context, row.system, row, metric)
    series.set(row.system, counted)
    return counted
  }
  const rowOf = (id: string): ResultRow | null =>
    rows.find(({ system, figure }) => system === id && figure !== null) ?? null
  return rows.map((row) => {
    const own = ends.find(({ model }) => model === modelOf(row.system))
    const metric = context.metrics.get(`${row.instrument} ${row.metric}`)
    if (own === undefined || metric === undefined || row.figure === null) return row
    const floor = rowOf(own.floor)
    const ceiling = own.ceilings.flatMap((id) => rowOf(id) ?? [])[0]
    if (floor === null || ceiling === undefined || row === floor || row === ceiling) return row
    const { aggregate, range, direction } = metric
    const found = headline(countedOf(row), countedOf(floor), countedOf(ceiling), {
      aggregate,
      range,
      direction,
      floorShare: 1,
    })
    if (found.kind === 'undefined') return row
    const placement: Placement = {
      ...toFigure(found.estimate),
      floor: floor.system,
      ceiling: ceiling.system,
    }
    return { ...row, placement }
  })
}

/** What keeps the models of a track from being placed, in a sentence or two; none where nothing does. */
export function placementFindings(ends: readonly ModelEnds[], rows: readonly ResultRow[]): string[] {
  const whole = rows.filter(({ slice }) => slice === undefined)
  const ran = new Set(whole.map(({ system }) => system))
  const lacking = ends.flatMap(({ model, floor, ceilings }) => {
    const missing = [
      ...(ran.has(floor) ? [] : [floor]),
      ...(ceilings.some((id) => ran.has(id)) ? [] : ceilings.slice(0, 1)),
    ]
    return missing.length === 0 ? [] : [{ model, missing }]
  })
  const [first] = lacking
  // The command for one says it for all; ids of ten models would fill a screen.
  if (first !== undefined) {
    const others = lacking.length === 1 ? '' : ` (and ${lacking.length - 1} more likewise)`
    return [
      `To place ${first.model}${others} between what it says without a history and a ceiling, add --system ${first.missing.join(',')}.`,
    ]
  }
  const unplaced = ends.filter(({ model, floor, ceilings }) => {
    const others = whole.filter(
      ({ system }) => modelOf(system) === model && system !== floor && !ceilings.includes(system),
    )
    return others.length > 0 && others.every(({ placement }) => placement === undefined)
  })
  return unplaced.length === 0
    ? []
    : [
        `No place between floor and ceiling for ${unplaced.map(({ model }) => model).join(', ')}: on their common cases the ceiling is not better than the floor, or there is no such case.`,
      ]
}
