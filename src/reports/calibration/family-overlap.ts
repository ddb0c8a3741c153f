import { estimate, type Estimate } from '../../stats/estimate.ts'
import type { JudgeRole } from '../../core/scorer.ts'
import { familyOf, type Family } from './family.ts'
import { groupBy } from './group-by.ts'
import type { JudgedValues } from './labelled-answers.ts'

/** A judged instrument with its verdicts, as far as overlap needs it. */
export interface OverlapInput {
  readonly label: string
  readonly judges: readonly JudgeRole[]
  readonly answers: readonly JudgedValues[]
}

/** Who has the same maker as whom, and what it may have done. */
export interface FamilyOverlap {
  readonly judges: readonly Family[]
  /** Who wrote the gold, as far as known. */
  readonly authors: readonly Family[]
  /** Families that judge and wrote the gold. */
  readonly judgesThatWrote: readonly Family[]
  /** Systems of a family that judges, or that wrote the gold. */
  readonly systems: readonly {
    readonly system: string
    readonly family: Family
    readonly as: readonly ('judge' | 'author')[]
  }[]
  /** Systems whose name tells no family: nothing is known of their overlap. */
  readonly unknown: readonly string[]
  /** Mean over systems of the judged figure, all of them and those without overlap; null: none left. */
  readonly mean: { readonly all: number | null; readonly without: number | null; readonly systems: number }
  /** Against each judge of no overlapping family under the same rubric: what this judge gives more to its own. */
  readonly preferences: readonly {
    readonly family: Family
    readonly against: string
    /** (this judge − the other) on its own family's systems, less the same on the others, by case. */
    readonly difference: Estimate | null
  }[]
}

/**
 * Family overlap of a judge, the author of the gold and the systems on one metric.
 * @param others instruments of the same rubric and track
 */
export function familyOverlap(
  input: OverlapInput,
  metric: { readonly name: string; readonly range: readonly [number, number] },
  authors: readonly Family[],
  others: readonly OverlapInput[],
): FamilyOverlap {
  const judges = familiesOf(input)
  const systems = [...groupBy(input.answers, ({ system }) => system)].map(([system, answers]) => ({
    system,
    family: familyOf(system),
    figure: meanOf(answers.flatMap(({ values }) => values[metric.name] ?? [])),
  }))
  const overlapping = systems.flatMap(({ system, family }) => {
    if (family === null) return []
    const as = [
      ...(judges.includes(family) ? (['judge'] as const) : []),
      ...(authors.includes(family) ? (['author'] as const) : []),
    ]
    return as.length === 0 ? [] : [{ system, family, as }]
  })
  const isOverlapping = (system: string): boolean => overlapping.some((one) => one.system === system)
  const figures = (keep: (system: string) => boolean): number[] =>
    systems.flatMap(({ system, figure }) => (keep(system) && figure !== null ? [figure] : []))
  const own = [...new Set(overlapping.filter(({ as }) => as.includes('judge')).map(({ family }) => family))]
  return {
    judges,
    authors,
    judgesThatWrote: judges.filter((family) => authors.includes(family)),
    systems: overlapping,
    unknown: systems.filter(({ family }) => family === null).map(({ system }) => system),
    mean: {
      all: meanOf(figures(() => true)),
      without: meanOf(figures((system) => !isOverlapping(system))),
      systems: figures((system) => !isOverlapping(system)).length,
    },
    preferences: own.flatMap((family) =>
      others
        .filter((other) => {
          const families = familiesOf(other)
          return families.length > 0 && !families.includes(family)
        })
        .map((other) => ({
          family,
          against: other.label,
          difference: preferenceOf(input, other, metric, family),
        })),
    ),
  }
}

/** Difference of differences by case, over cases that have answers of both kinds under both judges. */
function preferenceOf(
  input: OverlapInput,
  other: OverlapInput,
  { name, range: [low, high] }: { readonly name: string; readonly range: readonly [number, number] },
  family: Family,
): Estimate | null {
  const theirs = new Map(other.answers.map(({ place, values }) => [place, values[name]] as const))
  const gaps = input.answers.flatMap(({ place, cluster, system, values }) => {
    const [one, two] = [values[name], theirs.get(place)]
    if (one === undefined || two === undefined) return []
    return [{ cluster, isOwn: familyOf(system) === family, gap: one - two }]
  })
  const rows = [...groupBy(gaps, ({ cluster }) => cluster)].flatMap(([cluster, all]) => {
    const own = meanOf(all.filter(({ isOwn }) => isOwn).map(({ gap }) => gap))
    const rest = meanOf(all.filter(({ isOwn }) => !isOwn).map(({ gap }) => gap))
    return own === null || rest === null ? [] : [{ cluster, numerator: own - rest, denominator: 1 }]
  })
  const width = 2 * (high - low)
  return estimate(rows, { aggregate: 'mean', range: [-width, width], binary: false }) ?? null
}

function familiesOf({ judges }: Pick<OverlapInput, 'judges'>): Family[] {
  const found = judges.flatMap(({ models }) => models).flatMap((model) => familyOf(model) ?? [])
  return [...new Set(found)]
}

function meanOf(values: readonly number[]): number | null {
  return values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length
}
