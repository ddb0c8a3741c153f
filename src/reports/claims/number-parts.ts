import type { ClaimFigure, ClaimSystem, ClaimTest } from '../../core/claim.ts'
import { estimate, type Estimate } from '../../stats/estimate.ts'
import { toFigure } from '../figure.ts'
import type { PartEffect, PartFigure, RawPart } from './claim-report.ts'
import { againstNumber, namedP, withinMargin } from './one-sided.ts'
import { measuredPart, missingPart, nameOf, partFigure, publishedOf, type ClaimData } from './part-kit.ts'
import { pooled, pooledDifference, pooledEstimate, type PooledEstimate, type PooledValues } from './pools.ts'

const LEVEL = 0.95
const INVERTED = 'interval turned into a test'

type Test<K extends ClaimTest['kind']> = Extract<ClaimTest, { kind: K }>

/** A figure against a number. */
export function aboveParts({ of, system, reference }: Test<'above'>, data: ClaimData): RawPart[] {
  const about = `above ${reference.name}`
  const [series] = data.measurements.find(of, system)
  if (series === undefined) return [missingPart(about, `not measured: ${nameOf(system)}`)]
  const { aggregate, range, binary, direction } = series.definition
  const at = (level: number): Estimate | undefined =>
    estimate(series.cases, { aggregate, range, level, ...(binary === undefined ? {} : { binary }) })
  const found = at(LEVEL)
  const p = againstNumber(at, reference.value)
  const isHigher = direction === 'higher'
  const right = found?.exact === 'hundred' ? [`right in ${found.n} of ${found.n} cases`] : []
  return [
    measuredPart(about, [series], {
      figures: [partFigure(nameOf(system), series.cases, series.definition, null)],
      effect:
        found === undefined
          ? null
          : shifted({ ...toFigure(found), random: found.randomOver }, reference.value),
      p: p === undefined ? null : namedP(isHigher ? p : { for: p.against, against: p.for }, INVERTED),
      notes: right,
    }),
  ]
}

/** How far a figure is from a number. */
function shifted(found: PooledEstimate, by: number): PartEffect {
  const { value, low, high } = found
  return { ...found, name: 'distance', value: value - by, low: low - by, high: high - by }
}

/** Figures within a margin of printed ones. */
export function nearParts({ system, margin, points }: Test<'near'>, data: ClaimData): RawPart[] {
  return points.map(({ of, value }) => {
    const about = `${stepName(of)} within ${margin} of ${value}`
    const all = data.measurements.find(of, system)
    if (all.length === 0) {
      return missingPart(about, `not measured: ${nameOf(system)}${poolsText(of)}`, [
        { name: nameOf(system), figure: null, published: value },
      ])
    }
    const values = pooled(all)
    const at = (level: number): PooledEstimate | undefined => pooledEstimate(values, level)
    const found = at(LEVEL)
    const isInside = found !== undefined && found.low <= value && value <= found.high
    return measuredPart(about, all, {
      figures: [{ ...pooledFigure(nameOf(system), values), published: value }],
      effect: found === undefined ? null : shifted(found, value),
      p: namedP(withinMargin(at, value, margin), INVERTED),
      notes: [
        ...seedNotes(values),
        isInside
          ? 'the published point estimate lies inside the interval'
          : 'the published point estimate lies outside the interval',
      ],
    })
  })
}

/** A figure at each step against the next, or the first against the last. */
export function fallsParts({ steps, compare, systems }: Test<'falls'>, data: ClaimData): RawPart[] {
  const first = steps[0]
  const last = steps.at(-1)
  const pairs: (readonly [ClaimFigure, ClaimFigure])[] =
    compare === 'ends'
      ? first === undefined || last === undefined
        ? []
        : [[first, last]]
      : steps.slice(1).flatMap((to, place) => {
          const from = steps[place]
          return from === undefined ? [] : [[from, to] as const]
        })
  return systems.flatMap((system) =>
    pairs.map(([from, to]) => {
      const pair = `${stepName(from)} over ${stepName(to)}`
      const about =
        systems.length === 1 ? pair : pairs.length === 1 ? nameOf(system) : `${nameOf(system)}, ${pair}`
      return fallPart(about, system, [from, to], data)
    }),
  )
}

function fallPart(
  about: string,
  system: ClaimSystem,
  [from, to]: readonly [ClaimFigure, ClaimFigure],
  data: ClaimData,
): RawPart {
  const [a, b] = [data.measurements.find(from, system), data.measurements.find(to, system)]
  const published = [from, to].map((of) => publishedOf(data.published, of, system))
  const change = pooledDifference(pooled(a), pooled(b))
  if (change.bySeed.size === 0) {
    return missingPart(
      about,
      `not measured: ${nameOf(system)}${poolsText(from)}`,
      [from, to].map((of, place) => ({
        name: stepName(of),
        figure: null,
        published: published[place] ?? null,
      })),
    )
  }
  const at = (level: number): PooledEstimate | undefined => pooledEstimate(change, level)
  const found = at(LEVEL)
  return measuredPart(about, [...a, ...b], {
    figures: [
      { ...pooledFigure(stepName(from), pooled(a)), published: published[0] ?? null },
      { ...pooledFigure(stepName(to), pooled(b)), published: published[1] ?? null },
    ],
    effect: found === undefined ? null : { name: 'fall', ...found },
    p: namedP(againstNumber(at, 0), INVERTED),
    notes: seedNotes(change),
  })
}

function pooledFigure(name: string, values: PooledValues): PartFigure {
  const found = pooledEstimate(values, LEVEL)
  if (found === undefined) return { name, figure: null, published: null }
  const { random: _random, ...figure } = found
  return { name, figure, published: null }
}

function stepName({ track }: ClaimFigure): string {
  return track.slice(track.lastIndexOf('/') + 1)
}

function poolsText({ pools }: ClaimFigure): string {
  return pools === undefined ? '' : ` on ${pools} pools`
}

function seedNotes({ bySeed }: PooledValues): string[] {
  return bySeed.size > 1
    ? [`mean of ${bySeed.size} draws of the pools; the interval holds for other cases and other pools`]
    : ['one draw of the pools: the interval does not cover other pools']
}
