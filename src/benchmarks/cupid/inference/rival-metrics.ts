import type { MetricDefinition } from '../../../core/metric.ts'
import { fraction, meanMetric } from '../../../core/metric-kit.ts'
import type { Bounds, Fraction } from '../../../core/outcome.ts'
import type { CupidGold, Rival } from '../shapes.ts'

/** Which preference an inferred one follows. */
export type Follows = 'gold' | 'rival' | 'neither'

function rate(name: string, description: string, direction: 'higher' | 'lower'): MetricDefinition {
  return { ...meanMetric(name, description), direction, binary: true }
}

/** What CUPID's three types of case are for, each in a figure of its own. */
export const rivalMetrics: readonly MetricDefinition[] = [
  rate('change_adopted', 'Changing cases: share that follows the new preference.', 'higher'),
  rate('stale', 'Changing cases: share that still follows the old preference.', 'lower'),
  rate(
    'contrast_kept',
    'Contrastive cases: share that follows the preference of the right context.',
    'higher',
  ),
  rate(
    'contrast_error',
    'Contrastive cases: share that follows the preference of the other context.',
    'lower',
  ),
]

/** The preference that a case's own one competes with; null where the case has none, or it is the same sentence. */
export function rivalOf({ preference, contrasting, superseded }: CupidGold): Rival | null {
  const rival = superseded ?? contrasting
  return rival === null || rival.preference === preference ? null : rival
}

/** The four figures of a case, of which the two of its type apply. */
export function followed(gold: CupidGold, follows: Follows): Record<string, Fraction> {
  const applies = rivalOf(gold) !== null
  const of = (isType: boolean, wanted: Follows): Fraction =>
    applies && isType ? fraction(follows === wanted ? 1 : 0) : fraction(0, 0)
  const isChange = gold.superseded !== null
  return {
    change_adopted: of(isChange, 'gold'),
    stale: of(isChange, 'rival'),
    contrast_kept: of(!isChange, 'gold'),
    contrast_error: of(!isChange, 'rival'),
  }
}

export function rivalBounds(gold: CupidGold): Record<string, Bounds> {
  const right = followed(gold, 'gold')
  const wrong = followed(gold, 'rival')
  return Object.fromEntries(
    rivalMetrics.map(({ name, direction }) => {
      const [best, worst] = [right[name], wrong[name]]
      if (best === undefined || worst === undefined) throw new Error(`no bounds for ${name}`)
      // A system that gave no answer followed no rival: it is no part of the shares that tell which error was made.
      return [name, { worst: direction === 'lower' ? fraction(0, 0) : worst, best }]
    }),
  )
}
