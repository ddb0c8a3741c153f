import type { MetricDefinition } from '../core/metric.ts'
import { figureOf } from './figure.ts'
import type { Figure, RepeatFigures } from './report.ts'
import type { Counted, RepeatedCase } from './track-book.ts'

/**
 * What the repeats of a system say beside their average. Null without a case that was measured twice.
 *
 * Variances are the components of a one-way random-effects analysis with the case as group, by the method of
 * moments, also for unequal numbers of repeats (Searle, Casella, McCulloch: Variance Components, 1992, section 3.6);
 * unweighted. pass^k (Yao et al., tau-bench, 2024, with all k repeats) and the majority are of binary metrics and of
 * cases with all repeats measured.
 * @param repeats asked for of each case, at least 2
 */
export function repeatFigures(
  cases: readonly RepeatedCase[],
  metric: Pick<MetricDefinition, 'aggregate' | 'range' | 'binary' | 'direction'>,
  repeats: number,
): RepeatFigures | null {
  const variances = components(cases.map(({ values }) => values).filter((values) => values.length > 0))
  if (variances === null) return null
  const { within, between } = variances
  const complete = cases.filter(({ values }) => values.length === repeats)
  const right = metric.direction === 'higher' ? metric.range[1] : metric.range[0]
  const wrong = metric.direction === 'higher' ? metric.range[0] : metric.range[1]
  const reduced = (isRight: (count: number) => boolean): Figure | null => {
    if (metric.binary !== true) return null
    const counted = complete.map(({ values, ...subject }): Counted => {
      const count = values.filter((value) => value === right).length
      return { ...subject, numerator: isRight(count) ? right : wrong, denominator: 1 }
    })
    return figureOf(counted, { aggregate: 'mean', range: metric.range, binary: true }).figure
  }
  return {
    n: repeats,
    within,
    between,
    withinShare: within + between === 0 ? null : within / (within + between),
    passAll: reduced((count) => count === repeats),
    majority: reduced((count) => count * 2 > repeats),
  }
}

/** Variance inside groups and, never below 0, between them; null where no group has two values. */
function components(groups: readonly (readonly number[])[]): { within: number; between: number } | null {
  const total = groups.reduce((sum, values) => sum + values.length, 0)
  const freeWithin = total - groups.length
  if (freeWithin === 0) return null
  const means = groups.map((values) => sumOf(values) / values.length)
  const squaresWithin = groups.map((values, group) =>
    sumOf(values.map((value) => (value - (means[group] ?? 0)) ** 2)),
  )
  const within = sumOf(squaresWithin) / freeWithin
  if (groups.length === 1) return { within, between: 0 }
  const grand = sumOf(groups.flat()) / total
  const squaresBetween = groups.map((values, group) => values.length * ((means[group] ?? 0) - grand) ** 2)
  const meanSquare = sumOf(squaresBetween) / (groups.length - 1)
  const size = (total - sumOf(groups.map((values) => values.length ** 2)) / total) / (groups.length - 1)
  return { within, between: Math.max(0, (meanSquare - within) / size) }
}

function sumOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0)
}
