import { plainText, signed } from '../reports/format.ts'
import { growths, type PlanRow } from '../reports/plan/run-plan.ts'
import { layoutTable, type Column } from '../reports/table.ts'
import { wrap } from '../reports/wrap.ts'

/** What an assumed size can show. */
export interface AssumedPlan {
  readonly cases: number
  readonly clusters: number
  readonly alpha: number
  readonly power: number
  readonly pairs: number
  readonly standardError: number
  readonly detectable: number
  readonly grown: PlanRow['grown']
  /** That is to be found; null: none was said. */
  readonly difference: number | null
  readonly needed: { readonly clusters: number; readonly cases: number } | null
}

/** Three digits are more than a plan knows. */
function rounded(value: number): string {
  return Number(value.toPrecision(3)).toString()
}

/** In words, for a size that is assumed. */
export function assumedLines(plan: AssumedPlan, width: number): string[] {
  const { cases, clusters, alpha, power, pairs, difference, needed } = plan
  const shared = pairs === 1 ? '' : ` shared by ${pairs} comparisons`
  return [
    ...wrap(
      `${cases} cases in ${clusters} clusters find a true difference of ${rounded(plan.detectable)} with power ${power}, tested at alpha ${alpha}${shared}.`,
      width,
    ),
    ...plan.grown.map(
      ({ times, detectable }) => `  ${times} times as many cases and clusters: ${rounded(detectable)}`,
    ),
    ...(difference === null ? [] : wrap(neededText(difference, needed, { cases, clusters }), width)),
  ]
}

function neededText(
  difference: number,
  needed: { clusters: number; cases: number } | null,
  { cases, clusters }: { cases: number; clusters: number },
): string {
  if (needed === null) return `No number of cases finds a difference of ${rounded(difference)}.`
  const more = Math.max(0, needed.cases - cases)
  const enough = more === 0 ? 'there are enough' : `${more} cases more`
  return `A true difference of ${rounded(difference)} needs ${needed.cases} cases in ${needed.clusters} clusters: ${enough}${more === 0 ? '' : ` in ${needed.clusters - clusters} more clusters`}.`
}

/** A table for each figure. */
export function planLines(
  run: string,
  rows: readonly PlanRow[],
  alphas: ReadonlyMap<string, number>,
  { alpha, power, difference }: { alpha: number; power: number; difference?: number },
  width: number,
): string[] {
  const groups = [...new Set(rows.map(groupOf))]
  return [
    ...groups.flatMap((group) => {
      const own = rows.filter((row) => groupOf(row) === group)
      const each = alphas.get(own[0]?.track ?? '') ?? alpha
      const shared = each === alpha ? '' : `, ${rounded(each)} for each comparison (Holm's first step)`
      return [
        ...wrap(plainText(`${group} · alpha ${alpha}${shared} · power ${power}`), width),
        ...layoutTable(
          columns(own, difference),
          own.map((row) => ({ cells: cellsOf(row) })),
          width,
        ),
        ...remarks(own, width),
        '',
      ]
    }),
    ...wrap(
      `run ${run}: the spread is that of this run; the clusters to come are taken to be like those at hand. Decide the size before looking: a run that is extended until a difference shows has p values that are too small.`,
      width,
    ),
  ]
}

function groupOf({ track, instrument, metric }: PlanRow): string {
  return `${track} · ${instrument} ${metric}`
}

function columns(rows: readonly PlanRow[], difference: number | undefined): Column[] {
  const numeric = (title: string, droppable: number): Column => ({
    title,
    align: 'right',
    droppable,
    keep: true,
  })
  const isBound = rows.some(({ against }) => 'bound' in against)
  return [
    { title: 'system', align: 'left', droppable: 0 },
    { title: 'against', align: 'left', droppable: 0 },
    numeric('difference', 0),
    numeric('n', 0),
    numeric('clusters', 3),
    numeric(isBound ? 'finds (one-sided)' : 'finds', 0),
    ...growths.map((times) => numeric(`×${times}`, times === 4 ? 2 : 1)),
    numeric(difference === undefined ? 'needs for that' : `needs for ${rounded(difference)}`, 0),
  ]
}

function cellsOf(row: PlanRow): string[] {
  const { against, grown, needed } = row
  return [
    row.system,
    'bound' in against ? String(against.bound) : against.system,
    row.difference === null ? 'none' : signed(row.difference, 3),
    String(row.n),
    String(row.clusters),
    row.detectable === null ? 'unknown' : rounded(row.detectable),
    ...growths.map((times) => {
      const found = grown.find((one) => one.times === times)
      return found === undefined ? '' : rounded(found.detectable)
    }),
    needed === null ? 'unknown' : needed.cases <= row.n ? 'enough' : `${needed.cases} cases`,
  ]
}

/** Why something is unknown, once for all rows with the same reason. */
function remarks(rows: readonly PlanRow[], width: number): string[] {
  const reasons = new Set(rows.flatMap(({ why }) => why ?? []))
  return [...reasons].flatMap((why) => wrap(`• ${why}`, width, '  '))
}
