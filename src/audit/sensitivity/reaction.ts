import type { MetricDefinition } from '../../core/metric.ts'
import type { Estimate } from '../../stats/estimate.ts'
import { paired } from '../../stats/paired.ts'
import type { CaseObservation } from '../../stats/series.ts'

/**
 * How a figure takes a change.
 * - `reacts`: gets worse with the error, as it must
 * - `rewards`: surely gets better somewhere on the way
 * - `ignores`: stays where it should get worse
 * - `steady`: stays under a change that harms nobody
 * - `punishes`: surely gets worse under a change that harms nobody
 * - `withheld`: can't be measured on the changed cases any more
 * - `undecided`: too few cases to be sure
 * - `free`: the change is no matter of this figure
 */
export type Verdict =
  | 'reacts'
  | 'rewards'
  | 'ignores'
  | 'steady'
  | 'punishes'
  | 'withheld'
  | 'undecided'
  | 'free'

/** Share of a metric's range that counts as no movement. */
export const FLAT = 0.01

/** Largest p value of the paired permutation test over clusters at which a movement is sure. */
const ALPHA = 0.05

/** Clusters that a change must reach before a figure that stays can be blamed: with fewer, none could surely move. */
const LEAST_CLUSTERS = 6

/** A movement of a figure in its own unit, positive where it gets better. */
export interface Movement {
  readonly value: number
  readonly low: number
  readonly high: number
  /** Two-sided permutation p value: says more than the interval where all cases move alike. */
  readonly p: number
}

export interface Reaction {
  readonly verdict: Verdict
  /** From nothing planted to everything planted, on the cases measured both times; null where there are none. */
  readonly change: Movement | null
}

/** A grade: the observations, and the figure of them; null where nothing could be measured. */
export interface Grade {
  readonly observations: readonly CaseObservation[]
  readonly figure: Estimate | null
}

export interface Question {
  readonly metric: MetricDefinition
  /** Nothing planted first, everything planted last. */
  readonly grades: readonly Grade[]
  readonly harmful: boolean
  readonly concerned: boolean
  /** Clusters with a case that the change reached. */
  readonly reached: number
  readonly seed: number
}

/**
 * Reads the verdict off the grades. "Surely" is decided by the permutation test and not by the interval: an error that
 * costs every case the same leaves no spread, and the interval is then a bound that reaches far.
 */
export function reactionOf(question: Question): Reaction {
  const { metric, grades, harmful, concerned } = question
  const first = grades[0]
  const last = grades.at(-1)
  const change = first === undefined || last === undefined ? null : movement(question, first, last)
  if (rises(question)) return { verdict: 'rewards', change }
  if (!concerned) return { verdict: 'free', change }
  const lost = (last?.figure?.n ?? 0) < (first?.figure?.n ?? 0)
  if (change === null) return { verdict: lost ? 'withheld' : 'undecided', change }
  const flat = FLAT * (metric.range[1] - metric.range[0])
  if (change.p <= ALPHA && change.value < -flat) return { verdict: harmful ? 'reacts' : 'punishes', change }
  if (lost) return { verdict: 'withheld', change }
  if (Math.abs(change.value) > flat || question.reached < LEAST_CLUSTERS)
    return { verdict: 'undecided', change }
  return { verdict: harmful ? 'ignores' : 'steady', change }
}

function movement({ metric, seed }: Question, from: Grade, to: Grade): Movement | null {
  const { aggregate, direction, range } = metric
  const compared = paired(to.observations, from.observations, { aggregate, direction, range, seed })
  if (compared === undefined) return null
  const { value, low, high } = compared.difference
  const { p } = compared.permutation
  return direction === 'higher' ? { value, low, high, p } : { value: 0 - value, low: -high, high: -low, p }
}

/** A figure that is no matter of the change may move between grades; better than with nothing planted it must not be. */
function rises(question: Question): boolean {
  const { grades, concerned } = question
  return grades.some((to, at) =>
    grades.slice(0, concerned ? at : Math.min(at, 1)).some((from) => surelyBetter(question, from, to)),
  )
}

function surelyBetter(question: Question, from: Grade, to: Grade): boolean {
  if (from.figure === null || to.figure === null) return false
  const sign = question.metric.direction === 'higher' ? 1 : -1
  const isBetter = sign * (to.figure.value - from.figure.value) > 1e-12
  // On the same cases the figures decide alone; the interval is dear.
  if (!isBetter && from.figure.n === to.figure.n) return false
  const found = movement(question, from, to)
  return found !== null && found.value > 0 && found.p <= ALPHA
}
