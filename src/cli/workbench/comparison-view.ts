import { decimalsOf } from '../../reports/format.ts'
import type { ComparedFigure, ComparedPair, Comparison, Contender } from '../../reports/compare/comparison.ts'
import { contendersPlot, differencesPlot } from '../../reports/compare/comparison-plots.ts'
import type { BoardFigure } from '../../server/schemas/board.ts'
import type { ComparedFigureView, ComparisonView } from '../../server/schemas/lab.ts'
import { contenderLabel, type LabelledRun } from '../compare-runs.ts'
import { figureView } from './figure-view.ts'
import { trackFigures } from './figures.ts'
import { plotView } from './plot-view.ts'

/** A comparison as the workbench shows it. */
export function comparisonView(comparison: Comparison, runs: readonly LabelledRun[]): ComparisonView {
  return {
    runs: comparison.runs.map(({ id, label, createdAt }) => {
      const found = runs.find(({ run }) => run.id === id)
      if (found === undefined) throw new Error(`run ${id} is not one of the compared ones`)
      const { descriptor } = found.run.spec
      return { id, label, createdAt, dataset: { ...descriptor, notes: [...descriptor.notes] } }
    }),
    alpha: comparison.alpha,
    policy: comparison.policy,
    groups: comparison.groups.map(({ track, title, settings, runs: labels, common, figures }) => {
      const parts = runs.filter(({ label }) => labels.includes(label))
      const contenders = contendersOf(parts, runs, track)
      const columns = parts.flatMap(({ contexts }) => {
        const context = contexts.get(track)
        return context === undefined ? [] : trackFigures(context)
      })
      return {
        track,
        title,
        settings,
        runs: [...labels],
        common,
        figures: figures.map((figure) => comparedView(figure, columns, contenders)),
      }
    }),
    warnings: [...comparison.warnings],
  }
}

/** The contenders of a track by their labels. */
function contendersOf(
  parts: readonly LabelledRun[],
  runs: readonly LabelledRun[],
  track: string,
): Map<string, Contender> {
  return new Map(
    parts.flatMap(({ run, label: of, contexts }) =>
      (contexts.get(track)?.record.systems ?? []).map(({ id, kind }): [string, Contender] => {
        const label = contenderLabel(runs, track, of, id)
        return [label, { label, run: run.id, system: id, kind }]
      }),
    ),
  )
}

function comparedView(
  figure: ComparedFigure,
  columns: readonly BoardFigure[],
  contenders: ReadonlyMap<string, Contender>,
): ComparedFigureView {
  const { instrument, metric, description, direction, range, role } = figure
  const column = columns.find((one) => one.instrument === instrument && one.metric === metric)
  return {
    instrument,
    metric,
    label: column?.label ?? `${instrument} ${metric}`,
    description,
    direction,
    range: [...range],
    decimals: decimalsOf(figure),
    role: role === 'asked' ? 'other' : role,
    judged: column?.judged ?? false,
    n: figure.n,
    clusters: figure.clusters,
    contenders: figure.contenders.flatMap(({ label, figure: value, letters, rank }) => {
      const contender = contenders.get(label)
      if (contender === undefined) return []
      const { run, system, kind } = contender
      const ranks = rank === null ? null : { low: rank.best, high: rank.worst }
      return [{ label, run, system, kind, figure: figureView(value), letters, rank: ranks }]
    }),
    pairs: figure.pairs.map(({ bounds, flips, flipped: _flipped, ...pair }) => ({
      ...pairView(pair),
      bounds,
      flips: flips.map((flip) => ({ ...flip })),
    })),
    slices: figure.slices.map(({ slice, ...pair }) => ({ ...pairView(pair), slice })),
    leftOut: figure.leftOut.map((one) => ({ ...one })),
    findings: [...figure.findings],
    plots: [
      ['contenders', contendersPlot(figure)] as const,
      ['differences', differencesPlot(figure)] as const,
    ].flatMap(([id, plot]) => (plot === null ? [] : [plotView(id, plot)])),
  }
}

function pairView({
  a,
  b,
  difference,
  p,
  adjusted,
  differs,
  wins,
  ties,
  losses,
}: Omit<ComparedPair, 'bounds' | 'flips' | 'flipped'>) {
  return { a, b, difference: figureView(difference), p, adjusted, differs, wins, ties, losses }
}
