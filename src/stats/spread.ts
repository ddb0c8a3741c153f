import { componentsOf, figureFunction, figuresOf, overFigures } from './figure-function.ts'
import { caseSpread, linearise, ratioDifference, type RatioFunction } from './linearised.ts'
import type { Aggregate, Range } from './observation.ts'
import { clusteredTable, type ClusteredTable } from './ratio-table.ts'
import { commonCases, commonRows, type CaseObservation } from './series.ts'

/** A figure, or a difference of two, with the standard error that its interval rests on. */
export interface FigureSpread {
  readonly value: number
  /** Cluster-robust, and never below that of independent cases; 0 when no case deviates. */
  readonly standardError: number
  readonly n: number
  readonly clusters: number
}

interface SpreadOptions {
  readonly aggregate: Aggregate
  readonly range: Range
}

/**
 * The spread of one system's figure.
 * @returns undefined when no case counts, or one cluster holds everything
 */
export function figureSpread(
  series: readonly CaseObservation[],
  options: SpreadOptions,
): FigureSpread | undefined {
  return spreadOf([series], figureFunction(options.aggregate), options)
}

/**
 * The spread of the difference a − b on the cases valid for both.
 * @returns undefined when no case is common, or one cluster holds everything
 */
export function differenceSpread(
  a: readonly CaseObservation[],
  b: readonly CaseObservation[],
  options: SpreadOptions,
): FigureSpread | undefined {
  return spreadOf([a, b], overFigures(ratioDifference, options.aggregate), options)
}

function spreadOf(
  series: readonly (readonly CaseObservation[])[],
  statistic: RatioFunction,
  { aggregate, range }: SpreadOptions,
): FigureSpread | undefined {
  const rows = commonRows(commonCases(series, aggregate, range), aggregate)
  const table: ClusteredTable = clusteredTable(rows, rows.length, series.length * componentsOf(aggregate))
  const figures = figuresOf(table.clusters, aggregate)
  if (rows.length === 0 || figures.some((figure) => Number.isNaN(figure))) return undefined
  const { value, variance } = linearise(table.clusters, statistic)
  if (!Number.isFinite(variance)) return undefined
  const cases = caseSpread(table.cases, table.weights, statistic)
  const standardError = cases.constant ? 0 : Math.sqrt(Math.max(variance, cases.variance))
  return { value, standardError, n: rows.length, clusters: table.clusters.size }
}
