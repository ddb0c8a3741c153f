import type { ClaimFigure, ClaimSystem, ClaimTest } from '../../core/claim.ts'
import { paired, type PairedComparison } from '../../stats/paired.ts'
import type { Aggregate, Range } from '../../stats/observation.ts'
import type { RawPart } from './claim-report.ts'
import { sameCases, type ClaimCase, type MeasuredSeries } from './measurements.ts'
import { namedP, oneSided } from './one-sided.ts'
import {
  effectOf,
  measuredPart,
  metricOf,
  missingPart,
  nameOf,
  partFigure,
  publishedOf,
  valueOf,
  type ClaimData,
} from './part-kit.ts'

const SWAPS = 'permutation over clusters'

type Test<K extends ClaimTest['kind']> = Extract<ClaimTest, { kind: K }>

/** Each system against the next. */
export function orderParts({ of, systems }: Test<'order'>, data: ClaimData): RawPart[] {
  return systems.slice(1).flatMap((lower, place) => {
    const higher = systems[place]
    return higher === undefined ? [] : [betterPart(of, higher, lower, data)]
  })
}

export function aheadParts({ of, leader, others }: Test<'ahead'>, data: ClaimData): RawPart[] {
  return others.map((other) => ({
    ...betterPart(of, leader, other, data),
    about: `over ${nameOf(other)}`,
  }))
}

/** Whether one system is better than another on their common cases. */
function betterPart(of: ClaimFigure, better: ClaimSystem, worse: ClaimSystem, data: ClaimData): RawPart {
  const about = `${nameOf(better)} over ${nameOf(worse)}`
  const [a] = data.measurements.find(of, better)
  const [b] = data.measurements.find(of, worse)
  const published = [better, worse].map((system) => publishedOf(data.published, of, system))
  if (a === undefined || b === undefined) {
    const absent = [a === undefined ? better : null, b === undefined ? worse : null].flatMap((system) =>
      system === null ? [] : [nameOf(system)],
    )
    return missingPart(
      about,
      `not measured: ${absent.join(', ')}`,
      [better, worse].map((system, place) => ({
        name: nameOf(system),
        figure: null,
        published: published[place] ?? null,
      })),
    )
  }
  return comparedPart(about, [a, b], [nameOf(better), nameOf(worse)], published)
}

/** a better than b, on the cases that are the same in both. */
function comparedPart(
  about: string,
  [a, b]: readonly [MeasuredSeries, MeasuredSeries],
  [nameA, nameB]: readonly [string, string],
  published: readonly (number | null)[],
): RawPart {
  const common = sameCases(a.cases, b.cases)
  const { aggregate, range, direction } = a.definition
  const found = paired(common.a, common.b, { aggregate, range, direction })
  const sign = direction === 'higher' ? 1 : -1
  return measuredPart(about, [a, b], {
    figures: [
      partFigure(nameA, a.cases, a.definition, published[0] ?? null),
      partFigure(nameB, b.cases, b.definition, published[1] ?? null),
    ],
    effect: found === undefined ? null : effectOf('difference', found.difference, 'cases'),
    p: found === undefined ? null : namedP(oneSided(sign * found.difference.value, found.permutation), SWAPS),
  })
}

/** One figure of a model above another, within the cases that have both. */
export function figureAboveParts({ high, low, models }: Test<'figure-above'>, data: ClaimData): RawPart[] {
  return models.map((model) => {
    const about = nameOf(model)
    const [a] = data.measurements.find(high, model)
    const [b] = data.measurements.find(low, model)
    const names = [metricOf(high), metricOf(low)]
    const published = [high, low].map((of) => publishedOf(data.published, of, model))
    if (a === undefined || b === undefined) {
      return missingPart(
        about,
        `not measured: ${about}`,
        names.map((name, place) => ({ name, figure: null, published: published[place] ?? null })),
      )
    }
    const both = sameCases(
      a.cases.filter(({ denominator }) => denominator > 0),
      b.cases.filter(({ denominator }) => denominator > 0),
    )
    const found = paired(both.a, both.b, { aggregate: 'ratio', range: a.definition.range })
    return measuredPart(about, [a, b], {
      figures: [
        partFigure(names[0] ?? '', a.cases, a.definition, published[0] ?? null),
        partFigure(names[1] ?? '', b.cases, b.definition, published[1] ?? null),
      ],
      effect: found === undefined ? null : effectOf('difference', found.difference, 'cases'),
      p: pOf(found),
    })
  })
}

function pOf(found: PairedComparison | undefined): RawPart['p'] {
  return found === undefined ? null : namedP(oneSided(found.difference.value, found.permutation), SWAPS)
}

/**
 * Of the gold items that are not right: missed ones against ones for which another item was taken, both as shares of
 * the gold items.
 */
export function missesParts({ missed, right, models }: Test<'misses-dominate'>, data: ClaimData): RawPart[] {
  return models.map((model) => {
    const about = nameOf(model)
    const [loose] = data.measurements.find(missed, model)
    const [strict] = data.measurements.find(right, model)
    if (loose === undefined || strict === undefined) return missingPart(about, `not measured: ${about}`)
    const both = sameCases(
      loose.cases.filter(({ denominator }) => denominator > 0),
      strict.cases.filter((one) => valueOf(one) !== null),
    )
    const misses = both.a
    const wrong = both.b.map((one, place): ClaimCase => {
      const { numerator = 0, denominator = 1 } = misses[place] ?? {}
      return { ...one, numerator: (1 - (valueOf(one) ?? 0)) * denominator - numerator, denominator }
    })
    // A strict scorer may pair an item that the loose one gave to another: then less than nothing is taken wrongly.
    const scale: { aggregate: Aggregate; range: Range } = { aggregate: 'ratio', range: [-1, 1] }
    const found = paired(misses, wrong, scale)
    return measuredPart(about, [loose, strict], {
      figures: [
        partFigure('missed', misses, scale, null),
        partFigure('wrong item taken', wrong, scale, null),
      ],
      effect: found === undefined ? null : effectOf('difference', found.difference, 'cases'),
      p: pOf(found),
    })
  })
}

/** A memory system's own answer model without it, against the model with it. */
export function memoryParts({ of }: Test<'memory-may-not-help'>, data: ClaimData): RawPart[] {
  return of.flatMap((one) =>
    data.measurements.systems(one, 'memory').flatMap((memory): RawPart[] => {
      const { answerModel } = memory
      if (answerModel === undefined) return []
      const about = `${answerModel} alone over ${memory.id} on ${one.track}`
      const [with_] = data.measurements.find(one, { system: memory.id })
      const alone = [answerModel, `memory:none+${answerModel}`].flatMap((system) =>
        memory.id === system ? [] : data.measurements.find(one, { system }),
      )[0]
      if (with_ === undefined || memory.id === `memory:none+${answerModel}`) return []
      if (alone === undefined) return [missingPart(about, `not measured: ${answerModel} without a memory`)]
      return [comparedPart(about, [alone, with_], ['alone', 'with memory'], [])]
    }),
  )
}
