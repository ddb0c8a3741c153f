import { normalQuantile, studentTQuantile } from './distributions.ts'
import { checkLevel } from './interval.ts'
import { caseSpread, linearise, type RatioFunction } from './linearised.ts'
import { clusteredTable } from './ratio-table.ts'

/** How often something was done when it was due, and when it was not. */
export interface SignalCounts {
  /** Done when due, of `due` times; whole numbers. */
  hits: number
  due: number
  /** Done when not due, of `irrelevant` times. */
  falseAlarms: number
  irrelevant: number
}

/** One occasion. */
export interface SignalRow {
  due: boolean
  applied: boolean
  cluster: string
}

/** A number with its interval. */
interface Bounded {
  value: number
  low: number
  high: number
}

/** How well occasions are told apart, and how ready the system is to act. */
export interface SignalDetection {
  /** Rates with the log-linear correction: (hits + ½) / (due + 1). */
  hitRate: number
  falseAlarmRate: number
  /** d′ = z(H) − z(F): 0 = acts as often when not due; negative = more often. */
  dPrime: Bounded
  /** c = −(z(H) + z(F)) / 2: below 0 = acts too readily, above 0 = holds back. */
  criterion: Bounded
  due: number
  irrelevant: number
  clusters: number
  level: number
  method: 'log-linear'
  /** What the intervals treat as random. */
  randomOver: 'cases'
}

function density(z: number): number {
  return Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI)
}

/**
 * d′ and criterion from counts (Macmillan & Creelman 2005) with the log-linear correction, which keeps rates off 0 and 1
 * (Hautus 1995), and normal intervals from the binomial errors of both rates (Gourevitch & Galanter 1967).
 * @returns undefined where there was no occasion of one kind
 * @throws RangeError for counts that are negative, not whole, or above their total
 */
export function signalDetection(
  { hits, due, falseAlarms, irrelevant }: SignalCounts,
  { level = 0.95 }: { level?: number | undefined } = {},
): SignalDetection | undefined {
  checkLevel(level)
  checkCount(hits, due)
  checkCount(falseAlarms, irrelevant)
  if (due === 0 || irrelevant === 0) return undefined
  const base = pointsOf(hits / due, falseAlarms / irrelevant, due, irrelevant)
  const half = normalQuantile((1 + level) / 2)
  return told(base, {
    error: Math.sqrt(base.variance),
    half,
    clusters: due + irrelevant,
    level,
    due,
    irrelevant,
  })
}

/**
 * The same over occasions in clusters: the errors of both rates, and how they go together, are those between clusters
 * (delta method), never below those of independent occasions; t(clusters − 1).
 * @returns undefined where there was no occasion of one kind, or all are of one cluster
 */
export function signalDetectionOf(
  rows: readonly SignalRow[],
  { level = 0.95 }: { level?: number | undefined } = {},
): SignalDetection | undefined {
  checkLevel(level)
  const count = (isDue: boolean): number => rows.filter(({ due }) => due === isDue).length
  const [due, irrelevant] = [count(true), count(false)]
  if (due === 0 || irrelevant === 0) return undefined
  const fractions = ({ due: isDue, applied }: SignalRow) =>
    [true, false].map((kind) => ({
      numerator: isDue === kind && applied ? 1 : 0,
      denominator: isDue === kind ? 1 : 0,
    }))
  const table = clusteredTable(
    rows.map((row) => ({ cluster: row.cluster, weight: 1, fractions: fractions(row) })),
    rows.length,
    2,
  )
  if (table.clusters.size < 2) return undefined
  const statistic = (sign: 1 | -1, scale: number): RatioFunction => ({
    value: ([h = Number.NaN, f = Number.NaN]) => {
      const { zHit, zFalse } = pointsOf(h, f, due, irrelevant)
      return scale * (zHit - sign * zFalse)
    },
    gradient: ([h = Number.NaN, f = Number.NaN]) => {
      const { zHit, zFalse } = pointsOf(h, f, due, irrelevant)
      return [
        (scale * (due / (due + 1))) / density(zHit),
        (-sign * scale * (irrelevant / (irrelevant + 1))) / density(zFalse),
      ]
    },
  })
  const errorOf = (one: RatioFunction, least: number): number => {
    const between = linearise(table.clusters, one).variance
    const own = caseSpread(table.cases, table.weights, one).variance
    return Math.sqrt(Math.max(Number.isFinite(between) ? between : 0, own, least))
  }
  const hits = rows.filter((row) => row.due && row.applied).length
  const falseAlarms = rows.filter((row) => !row.due && row.applied).length
  const base = pointsOf(hits / due, falseAlarms / irrelevant, due, irrelevant)
  const half = studentTQuantile((1 + level) / 2, table.clusters.size - 1)
  const found = told(base, {
    error: errorOf(statistic(1, 1), base.variance),
    half,
    clusters: table.clusters.size,
    level,
    due,
    irrelevant,
  })
  const c = errorOf(statistic(-1, -0.5), base.variance / 4)
  const { value } = found.criterion
  return { ...found, criterion: { value, low: value - half * c, high: value + half * c } }
}

function checkCount(part: number, whole: number): void {
  if (!(Number.isInteger(part) && Number.isInteger(whole) && part >= 0 && part <= whole))
    throw new RangeError(`needs whole counts, the part not above the whole, got ${part} of ${whole}`)
}

interface Points {
  hitRate: number
  falseAlarmRate: number
  zHit: number
  zFalse: number
  /** Of d′ for independent occasions; of c a quarter of it. */
  variance: number
}

function pointsOf(hit: number, falseAlarm: number, due: number, irrelevant: number): Points {
  const hitRate = (hit * due + 0.5) / (due + 1)
  const falseAlarmRate = (falseAlarm * irrelevant + 0.5) / (irrelevant + 1)
  const [zHit, zFalse] = [normalQuantile(hitRate), normalQuantile(falseAlarmRate)]
  const part = (rate: number, z: number, n: number): number => (rate * (1 - rate)) / (n * density(z) ** 2)
  return {
    hitRate,
    falseAlarmRate,
    zHit,
    zFalse,
    variance: part(hitRate, zHit, due) + part(falseAlarmRate, zFalse, irrelevant),
  }
}

function told(
  { hitRate, falseAlarmRate, zHit, zFalse }: Points,
  {
    error,
    half,
    clusters,
    level,
    ...counts
  }: {
    error: number
    half: number
    clusters: number
    level: number
    due: number
    irrelevant: number
  },
): SignalDetection {
  const around = (value: number, own: number): Bounded => ({
    value,
    low: value - half * own,
    high: value + half * own,
  })
  return {
    hitRate,
    falseAlarmRate,
    dPrime: around(zHit - zFalse, error),
    criterion: around(-(zHit + zFalse) / 2, error / 2),
    ...counts,
    clusters,
    level,
    method: 'log-linear',
    randomOver: 'cases',
  }
}
