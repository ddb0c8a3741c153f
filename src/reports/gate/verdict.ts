import type { MetricDefinition } from '../../core/metric.ts'
import type { Figure } from '../measured-figure.ts'
import type { ShownFigure } from '../shown-figure.ts'

/** passed: surely as asked. missed: surely not. undecided: the data can't tell, or it could not be measured. */
export type GateVerdict = 'passed' | 'missed' | 'undecided'

/** One question of a gate, for one system. */
export interface GateResult extends ShownFigure {
  readonly kind: 'min' | 'no-worse'
  /** What was asked, in words. */
  readonly asked: string
  readonly track: string
  readonly system: string
  /** The system that it must not be worse than; null with `min`. */
  readonly than: { readonly run: string; readonly system: string } | null
  /** The figure, or the difference to the other run; null: could not be measured. */
  readonly figure: Figure | null
  /** What the figure is held against: the threshold, or minus the margin. In the unit of the metric. */
  readonly bound: number
  readonly direction: MetricDefinition['direction']
  readonly verdict: GateVerdict
  /** Why, in a sentence. */
  readonly why: string
}

/**
 * Holds a figure against a bound by one-sided tests at α: `passed` when the lower end of the 1 − 2α interval is at or
 * beyond the bound, `missed` when its upper end is short of it (for a metric of which lower is better the ends change
 * places). Several questions need no correction: all must pass (intersection-union test, Berger 1982).
 */
export function hold(
  { low, high }: Pick<Figure, 'low' | 'high'>,
  bound: number,
  direction: MetricDefinition['direction'],
): GateVerdict {
  const [worst, best, limit] = direction === 'higher' ? [low, high, bound] : [-high, -low, -bound]
  if (worst >= limit) return 'passed'
  return best < limit ? 'missed' : 'undecided'
}

/** One verdict for all: a miss decides, then a doubt. */
export function overall(results: readonly Pick<GateResult, 'verdict'>[]): GateVerdict {
  if (results.some(({ verdict }) => verdict === 'missed')) return 'missed'
  return results.some(({ verdict }) => verdict === 'undecided') ? 'undecided' : 'passed'
}
