import { figureLabel } from '../figure-label.ts'
import type { Report, TrackReport } from '../report.ts'
import type { TabledPlot } from './plot.ts'
import { drawnFigures } from './report-plots.ts'
import { scatterPlot, type ScatterPoint } from './scatter.ts'

/** What a system's calls cost over the whole run, or why nobody can say. */
export type SystemCost = { readonly dollars: number } | { readonly unknown: string }

/**
 * The cost of a system is that of its model's calls, where no other system of the run and no judge asks the same
 * model: calls are counted by model.
 */
export function costOf({ calls, tracks }: Pick<Report, 'calls' | 'tracks'>, system: string): SystemCost {
  const systems = new Set(tracks.flatMap(({ rows }) => rows.map((row) => row.system)))
  const found = calls.find(({ model }) => asks(system, model))
  if (found === undefined) return { unknown: 'it asks no model' }
  const sharing = [...systems].filter((other) => asks(other, found.model))
  if (sharing.length > 1) return { unknown: `${sharing.length} systems share the calls of ${found.model}` }
  const judges = tracks.flatMap(({ judged }) =>
    judged.flatMap((setup) => setup.judges.flatMap(({ models }) => models)),
  )
  if (judges.includes(found.model)) return { unknown: `${found.model} also judges` }
  if (system.startsWith('memory:') && calls.length > 1)
    return { unknown: 'calls of its memory are not told apart by model' }
  return found.cost === null
    ? { unknown: `the cost of a call to ${found.model} is not known` }
    : { dollars: found.cost }
}

function asks(system: string, model: string): boolean {
  return system === model || system.endsWith(`+${model}`)
}

/** Cost against the leading figure of a track; null where the cost of no system is known. */
export function costPlot(report: Pick<Report, 'calls' | 'tracks'>, track: TrackReport): TabledPlot | null {
  const [shown] = [...track.mainFigures, ...drawnFigures(track)]
  if (shown === undefined) return null
  const name = `${shown.instrument} ${shown.metric}`
  const points = track.rows.flatMap(({ system, kind, figure, ...row }): ScatterPoint[] => {
    if (row.slice !== undefined || row.instrument !== shown.instrument || row.metric !== shown.metric)
      return []
    const cost = costOf(report, system)
    if (figure === null || 'unknown' in cost) return []
    return [
      {
        name: system,
        kind,
        x: { value: cost.dollars, interval: null },
        y: { value: figure.value, interval: [figure.low, figure.high] },
      },
    ]
  })
  if (points.length === 0) return null
  return scatterPlot({
    title: `${track.track}: cost against score`,
    xText: 'US dollars of all calls in this run, all tracks',
    yText: figureLabel(track, name),
    diagonal: false,
    points,
  })
}

/** Systems of a track whose cost is not known, by why. */
export function unknownCosts(report: Pick<Report, 'calls' | 'tracks'>, track: TrackReport): string[] {
  const reasons = new Map<string, string[]>()
  for (const [system, kind] of new Map(track.rows.map((row) => [row.system, row.kind]))) {
    const cost = costOf(report, system)
    if ('unknown' in cost && kind === 'ranked')
      reasons.set(cost.unknown, [...(reasons.get(cost.unknown) ?? []), system])
  }
  return [...reasons].map(([reason, systems]) => `${systems.join(', ')}: ${reason}`)
}
