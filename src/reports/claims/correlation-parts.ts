import type { ClaimTest } from '../../core/claim.ts'
import { pearson, spearman } from '../../stats/correlation.ts'
import { figureCorrelation, type Correlation } from '../../stats/figure-correlation.ts'
import { createRandom } from '../../stats/random.ts'
import type { PartFigure, RawPart } from './claim-report.ts'
import { placedAs, type MeasuredSeries } from './measurements.ts'
import { namedP } from './one-sided.ts'
import { measuredPart, metricOf, missingPart, nameOf, publishedOf, type ClaimData } from './part-kit.ts'

/** With at most this many systems all orders are looked at: 8! = 40,320. */
const EXACT_UP_TO = 8
const DRAWS = 9_999
const ORDERS = 'permutation over models'

type CorrelatesTest = Extract<ClaimTest, { kind: 'correlates' }>

/** The correlation of two figures across models. Pearson's decides, Spearman's stands beside it. */
export function correlationParts({ x, y, sign, models }: CorrelatesTest, data: ClaimData): RawPart[] {
  const measured = models.flatMap((model) => {
    const [a] = data.measurements.find(x, model)
    const [b] = data.measurements.find(y, model)
    return a === undefined || b === undefined ? [] : [{ model, a, b }]
  })
  const absent = models.filter((model) => measured.every((one) => one.model !== model)).map(nameOf)
  const found =
    measured.length < 3
      ? undefined
      : figureCorrelation(
          { series: alike(measured.map(({ a }) => a)), ...scaleOf(measured[0]?.a) },
          { series: alike(measured.map(({ b }) => b)), ...scaleOf(measured[0]?.b) },
        )
  const printed = models.flatMap((model) => {
    const [a, b] = [publishedOf(data.published, x, model), publishedOf(data.published, y, model)]
    return a === null || b === null ? [] : [[a, b] as const]
  })
  const inPrint = (of: typeof pearson): number | null =>
    printed.length < 3
      ? null
      : of(
          printed.map(([a]) => a),
          printed.map(([, b]) => b),
        )
  const figureOf = (name: string, value: Correlation | null, of: typeof pearson): PartFigure => ({
    name,
    figure:
      found === undefined || value === null
        ? null
        : { ...value, method: found.method, n: found.n, clusters: found.clusters },
    published: inPrint(of),
  })
  const figures = [
    figureOf("Pearson's r", found?.pearson ?? null, pearson),
    figureOf("Spearman's rho", found?.spearman ?? null, spearman),
  ]
  const about = `${metricOf(x)} against ${metricOf(y)}`
  if (found === undefined) {
    return [missingPart(about, `not measured: ${absent.join(', ')}`, figures)]
  }
  return [
    measuredPart(
      about,
      measured.flatMap(({ a, b }) => [a, b]),
      {
        unit: 'models',
        figures,
        effect: null,
        p: namedP(orderTest(found.points, pearson, sign), ORDERS),
        notes: [
          'figures on the cases that all models have; the intervals take clusters of cases as random, the test the order of the models',
          ...(absent.length === 0 ? [] : [`without ${absent.join(', ')}`]),
        ],
      },
    ),
  ]
}

/** Clusters of a case are those of the first system. */
function alike(series: readonly MeasuredSeries[]): MeasuredSeries['cases'][] {
  const first = new Map(
    series.flatMap(({ cases }) => cases.map((one) => [one.case, one] as const)).toReversed(),
  )
  return series.map(({ cases }) => cases.map((one) => placedAs(one, first.get(one.case) ?? one)))
}

function scaleOf(
  series: MeasuredSeries | undefined,
): Pick<MeasuredSeries['definition'], 'aggregate' | 'range'> {
  const { aggregate, range } = series?.definition ?? { aggregate: 'ratio', range: [0, 1] }
  return { aggregate, range }
}

/**
 * One-sided p values of a correlation: the share of orders of the systems' second figures that correlate at least as
 * strongly (Pitman 1937). All orders up to eight systems, else a seeded draw of them.
 */
export function orderTest(
  points: readonly (readonly [number, number])[],
  of: (xs: readonly number[], ys: readonly number[]) => number | null,
  sign: 1 | -1,
): { for: number; against: number } | undefined {
  const xs = points.map(([x]) => x)
  const ys = points.map(([, y]) => y)
  const seen = of(xs, ys)
  if (seen === null) return undefined
  const isExact = ys.length <= EXACT_UP_TO
  const orders = isExact ? permutations(ys) : drawn(ys)
  const counts = { all: 0, for: 0, against: 0 }
  for (const order of orders) {
    const value = sign * (of(xs, order) ?? 0)
    counts.all += 1
    if (value >= sign * seen - 1e-12) counts.for += 1
    if (value <= sign * seen + 1e-12) counts.against += 1
  }
  // A drawn sample of orders counts the one that was seen.
  const extra = isExact ? 0 : 1
  return {
    for: (counts.for + extra) / (counts.all + extra),
    against: (counts.against + extra) / (counts.all + extra),
  }
}

function* permutations(values: readonly number[]): Generator<number[]> {
  if (values.length <= 1) {
    yield [...values]
    return
  }
  for (const [place, value] of values.entries()) {
    for (const rest of permutations(values.toSpliced(place, 1))) yield [value, ...rest]
  }
}

function* drawn(values: readonly number[]): Generator<number[]> {
  const random = createRandom(1)
  for (let draw = 0; draw < DRAWS; draw += 1) yield random.shuffle(values)
}
