import type { Json } from '../../../core/json.ts'
import type { Scorer } from '../../../core/scorer.ts'
import { PreparedValue, valueSimilarity } from '../../../text/similarity.ts'
import { itemsAt, predictedItems } from '../scoring/memory-lists.ts'
import { fraction, ratioMetric } from '../../../core/metric-kit.ts'
import { matchResearch, prepareItems } from '../scoring/research-matching.ts'
import { goldActionsById, type GoldAction } from './gold-actions.ts'

const METRICS = [
  ['action_accuracy', undefined],
  ['addition_recall', 'addition'],
  ['modification_recall', 'modification'],
  ['retention_recall', 'retention'],
] as const

/**
 * The action metrics as AlpsBench spec 2.4 words them, kept for comparison: partners come from the research
 * matcher, where equal labels are enough. Overwriting anything with anything, or ignoring conflicts while
 * appending, scores far above doing nothing; use `update-actions`.
 */
export function updateActionsSpec(): Scorer {
  return {
    name: 'update-actions-spec',
    version: '1',
    options: {},
    metrics: METRICS.map(([name]) =>
      ratioMetric(name, 'Reference items treated as they should, as spec 2.4 words it'),
    ),
    score(prediction, { input, gold }) {
      const { pool, items } = goldActionsById(input, gold)
      const predicted = prepareItems(predictedItems(prediction))
      const { pairs, extra } = matchResearch(prepareItems(itemsAt(gold, 'answer')), predicted, 'greedy')
      const partners = new Map(pairs.map((pair) => [pair.gold, predicted[pair.predicted]?.value]))
      const old = pool.map((item) => new PreparedValue(item['value']))
      const right = items.map((one, position) => isRight(one, partners.get(position), old))
      return {
        metrics: Object.fromEntries(
          METRICS.map(([name, action]) => {
            const of = right.filter((_right, at) => action === undefined || items[at]?.action === action)
            return [name, fraction(of.filter(Boolean).length, of.length)]
          }),
        ),
        detail: { without_partner: extra.length },
      }
    },
    bounds: ({ input, gold }) => boundsOf(input, gold),
  }
}

function isRight(
  gold: GoldAction,
  partner: PreparedValue | undefined,
  pool: readonly PreparedValue[],
): boolean {
  if (partner === undefined) return false
  const similarity = valueSimilarity(new PreparedValue(gold.item['value']), partner)
  if (gold.action === 'retention') return similarity >= 0.8
  if (gold.action === 'addition') return !pool.some((old) => valueSimilarity(old, partner) > similarity)
  // Judged like a retention, counted as a modification: doing nothing is right in these few rows.
  if (gold.isUnchanged) return similarity >= 0.8
  return similarity > valueSimilarity(new PreparedValue(gold.old['value']), partner)
}

function boundsOf(input: Json, gold: Json) {
  const { items } = goldActionsById(input, gold)
  return Object.fromEntries(
    METRICS.map(([name, action]) => {
      const size = items.filter((one) => action === undefined || one.action === action).length
      return [name, { worst: fraction(0, size), best: fraction(size, size) }]
    }),
  )
}
