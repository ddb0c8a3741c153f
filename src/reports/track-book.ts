import { tagValues } from '../core/case.ts'
import type { Aggregation } from '../core/metric.ts'
import type { Bounds, Fraction, Outcome } from '../core/outcome.ts'
import type { CaseSummary, OutcomeRow } from '../core/store.ts'
import { joined, type LeftOutScores, type PartValue, type Score } from './harmonic-value.ts'
import { NumberList } from './number-list.ts'
import type { FailurePolicy } from './report.ts'

/** What became of one metric of one case, over its repeats. */
export interface CaseValue {
  readonly subject: CaseSummary
  readonly outcomes: readonly { readonly outcome: Outcome; readonly bounds: Bounds }[]
}

/** A case that counts: its fraction, averaged over repeats. With `ratio` its denominator can be 0. */
export interface Counted extends Score {
  readonly case: string
  readonly cluster: string
  readonly weight: number
}

/** A case with the value of each repeat that could be measured. */
export interface RepeatedCase extends Pick<Counted, 'case' | 'cluster' | 'weight'> {
  readonly values: readonly number[]
}

/** A case that could not be measured, with what it could have been. */
export interface LeftOut extends LeftOutScores {
  readonly case: string
  readonly cluster: string
  readonly weight: number
}

export interface Series {
  readonly counted: readonly Counted[]
  readonly leftOut: readonly LeftOut[]
  /** Outcomes that were asked for: all but the skipped ones, each repeat once. The counts below are in this unit. */
  readonly asked: number
  readonly unscored: number
  readonly unscoredBy: Readonly<Record<string, number>>
  readonly failedBySystem: number
  readonly failedByInfrastructure: number
  /** Of `failedByInfrastructure`, those whose answer is there and that no judge could be reached for. */
  readonly notJudged: number
  readonly skipped: number
}

/**
 * All outcomes of one track of one run, by system, instrument and metric. Scored outcomes are kept as two numbers,
 * so that 100,000 cases fit; everything else keeps its reason and bounds.
 */
export class TrackBook {
  readonly #subjects: CaseSummary[] = []
  readonly #numbers = new Map<string, number>()
  readonly #columns = new Map<string, Column>()

  addCase(subject: CaseSummary): void {
    this.#numbers.set(subject.id, this.#subjects.length)
    this.#subjects.push(subject)
  }

  /** @throws Error for an outcome of a case that was not added before */
  addOutcome(row: OutcomeRow): void {
    const subject = this.#numbers.get(row.case)
    if (subject === undefined) throw new Error(`an outcome of the unknown case ${row.case}`)
    const name = columnName(row.system, row.instrument, row.metric)
    let column = this.#columns.get(name)
    if (column === undefined) this.#columns.set(name, (column = new Column()))
    column.add(subject, row.outcome, row.bounds)
  }

  subject(id: string): CaseSummary | undefined {
    return this.#subjects[this.#numbers.get(id) ?? -1]
  }

  get cases(): number {
    return this.#subjects.length
  }

  /** In the data set's order. */
  caseIds(): string[] {
    return this.#subjects.map(({ id }) => id)
  }

  get clusters(): number {
    return new Set(this.#subjects.map((subject) => subject.cluster)).size
  }

  /** Values that a tag takes, sorted; empty when no case has it. */
  tagValues(tag: string): string[] {
    const values = new Set<string>()
    for (const subject of this.#subjects) for (const value of tagValues(subject.tags, tag)) values.add(value)
    return [...values].toSorted()
  }

  /** Cases that have a tag, whatever its values. */
  casesWith(tag: string): number {
    return this.#subjects.filter(({ tags }) => tagValues(tags, tag).length > 0).length
  }

  /**
   * The series of a metric under a failure policy. Repeats of a case are averaged and never raise n: `mean` averages
   * their ratios, `ratio` their numerators and denominators, `harmonic` those of each part. Of a harmonic mean a case
   * counts when both parts do.
   * @param keep which cases count, for slices; all when absent
   */
  series(
    key: { system: string; instrument: string; metric: string },
    options: { policy: FailurePolicy; metric: Aggregation },
    keep: (subject: CaseSummary) => boolean = () => true,
  ): Series {
    const column = this.#column(key)
    const valueOfCase = this.#caseValues(key, options)
    const counted: Counted[] = []
    const leftOut: LeftOut[] = []
    const noReasons: Record<string, number> = {}
    const counts = {
      asked: 0,
      unscored: 0,
      failedBySystem: 0,
      failedByInfrastructure: 0,
      notJudged: 0,
      skipped: 0,
      unscoredBy: noReasons,
    }
    for (const { subject, outcomes } of column?.values(this.#subjects) ?? []) {
      if (!keep(subject)) continue
      for (const { outcome } of outcomes) count(counts, outcome)
      const { id, cluster, weight } = subject
      const value = valueOfCase(subject, outcomes)
      if (value === null) continue
      if ('worst' in value) leftOut.push({ case: id, cluster, weight, ...value })
      else counted.push({ case: id, cluster, weight, ...value })
    }
    return { counted, leftOut, ...counts }
  }

  /** Repeat by repeat, where `series` has their average. */
  repeated(
    key: { system: string; instrument: string; metric: string },
    policy: FailurePolicy,
  ): RepeatedCase[] {
    const column = this.#column(key)
    return [...(column?.values(this.#subjects) ?? [])].map(({ subject, outcomes }) => ({
      case: subject.id,
      cluster: subject.cluster,
      weight: subject.weight,
      values: outcomes.flatMap(({ outcome, bounds }) => valueOf(outcome, bounds, policy)),
    }))
  }

  #column(key: { system: string; instrument: string; metric: string }): Column | undefined {
    return this.#columns.get(columnName(key.system, key.instrument, key.metric))
  }

  /** How a case's outcomes become its value. */
  #caseValues(
    key: { system: string; instrument: string },
    { policy, metric }: { policy: FailurePolicy; metric: Aggregation },
  ): (subject: CaseSummary, outcomes: CaseValue['outcomes']) => Score | LeftOutScores | null {
    if (metric.aggregate !== 'harmonic') {
      return (_, outcomes) => caseValue(outcomes, { policy, aggregate: metric.aggregate })
    }
    const { system, instrument } = key
    const valuesOf = (part: string): Map<CaseSummary, PartValue> => {
      const column = this.#column({ system, instrument, metric: part })
      return new Map(
        [...(column?.values(this.#subjects) ?? [])].map(({ subject, outcomes }) => [
          subject,
          caseValue(outcomes, { policy, aggregate: 'ratio' }),
        ]),
      )
    }
    const [first, second] = metric.of
    const [firsts, seconds] = [valuesOf(first), valuesOf(second)]
    return (subject, outcomes) =>
      joined(
        caseValue(outcomes, { policy, aggregate: 'mean' }),
        firsts.get(subject) ?? null,
        seconds.get(subject) ?? null,
      )
  }
}

function valueOf(outcome: Outcome, bounds: Bounds, policy: FailurePolicy): number[] {
  const fraction = resolve(outcome, bounds, policy)
  return fraction === null || fraction.denominator === 0 ? [] : [fraction.numerator / fraction.denominator]
}

function columnName(system: string, instrument: string, metric: string): string {
  // A system's id may hold anything but is followed by names without line breaks.
  return `${system}\n${instrument}\n${metric}`
}

/** A metric that does not apply to a case lost nothing. */
function isLost(outcome: Outcome): boolean {
  return outcome.status === 'failed' || (outcome.status === 'unscored' && outcome.reason !== 'not-applicable')
}

function count(
  counts: {
    asked: number
    unscored: number
    failedBySystem: number
    failedByInfrastructure: number
    notJudged: number
    skipped: number
    unscoredBy: Record<string, number>
  },
  outcome: Outcome,
): void {
  if (outcome.status === 'skipped') {
    counts.skipped += 1
    return
  }
  counts.asked += 1
  if (outcome.status === 'failed' && outcome.by === 'system') counts.failedBySystem += 1
  else if (outcome.status === 'failed') {
    counts.failedByInfrastructure += 1
    // Whatever the stage is called, this reason is of judges alone.
    if (outcome.reason === 'judge') counts.notJudged += 1
  } else if (outcome.status === 'unscored' && isLost(outcome)) {
    counts.unscored += 1
    counts.unscoredBy[outcome.reason] = (counts.unscoredBy[outcome.reason] ?? 0) + 1
  }
}

/** What the repeats of a case come to: a fraction, or bounds when all were lost, or null when nothing applies. */
function caseValue(
  outcomes: CaseValue['outcomes'],
  { policy, aggregate }: { policy: FailurePolicy; aggregate: 'mean' | 'ratio' },
): Fraction | Bounds | null {
  let numerator = 0
  let denominator = 0
  let used = 0
  let lost: Bounds | null = null
  for (const { outcome, bounds } of outcomes) {
    const fraction = resolve(outcome, bounds, policy)
    if (fraction === null) {
      if (isLost(outcome)) lost = bounds
    } else if (aggregate === 'ratio') {
      numerator += fraction.numerator
      denominator += fraction.denominator
      used += 1
    } else if (fraction.denominator > 0) {
      numerator += fraction.numerator / fraction.denominator
      denominator += 1
      used += 1
    }
  }
  if (used === 0) return lost
  return { numerator: numerator / used, denominator: denominator / used }
}

/** The fraction that an outcome brings under a policy, or null when it is left out. */
function resolve(outcome: Outcome, bounds: Bounds, policy: FailurePolicy): Fraction | null {
  if (outcome.status === 'scored') return outcome
  // Adds nothing to sums, and yet the case is valid: another system may have an item here.
  if (outcome.status === 'unscored' && outcome.reason === 'not-applicable')
    return { numerator: 0, denominator: 0 }
  if (outcome.status !== 'failed' || policy === 'exclude') return null
  return policy === 'worst' || outcome.by === 'system' ? bounds.worst : null
}

/** One for all: a case without direct memories has several, and nobody asks for their bounds. */
const NOT_APPLICABLE = {
  outcome: { status: 'unscored', reason: 'not-applicable' },
  bounds: { worst: { numerator: 0, denominator: 0 }, best: { numerator: 0, denominator: 0 } },
} as const

/** One metric of one system under one instrument. */
class Column {
  /** Subjects by their number in the book. */
  readonly #subjects = new NumberList()
  readonly #numerators = new NumberList()
  readonly #denominators = new NumberList()
  /** By position: outcomes that are no numbers. */
  readonly #others = new Map<number, { outcome: Outcome; bounds: Bounds }>()

  add(subject: number, outcome: Outcome, bounds: Bounds): void {
    const position = this.#subjects.length
    this.#subjects.push(subject)
    const isScored = outcome.status === 'scored'
    this.#numerators.push(isScored ? outcome.numerator : 0)
    this.#denominators.push(isScored ? outcome.denominator : 0)
    const isEmpty = outcome.status === 'unscored' && outcome.reason === 'not-applicable'
    if (!isScored) this.#others.set(position, isEmpty ? NOT_APPLICABLE : { outcome, bounds })
  }

  /** Case by case; repeats of a case stand next to each other, as the store orders them. */
  *values(subjects: readonly CaseSummary[]): Generator<CaseValue> {
    let start = 0
    while (start < this.#subjects.length) {
      const number = this.#subjects.at(start)
      const subject = subjects[number ?? -1]
      if (subject === undefined) return
      let end = start + 1
      while (this.#subjects.at(end) === number) end += 1
      const outcomes = []
      for (let position = start; position < end; position += 1) outcomes.push(this.#at(position))
      yield { subject, outcomes }
      start = end
    }
  }

  #at(position: number): { outcome: Outcome; bounds: Bounds } {
    const other = this.#others.get(position)
    if (other !== undefined) return other
    const outcome: Outcome = {
      status: 'scored',
      numerator: this.#numerators.at(position) ?? 0,
      denominator: this.#denominators.at(position) ?? 0,
    }
    // A scored outcome is never replaced by its bounds.
    return { outcome, bounds: { worst: outcome, best: outcome } }
  }
}
