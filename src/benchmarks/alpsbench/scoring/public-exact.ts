import type { Json, JsonObject } from '../../../core/json.ts'
import type { Bounds } from '../../../core/outcome.ts'
import type { Scorer } from '../../../core/scorer.ts'
import { normalizePublic } from '../../../text/normalize.ts'
import { pythonRound } from '../../../text/python-round.ts'
import { itemsAt, onceByObject, predictedItems, type GoldKey } from './memory-lists.ts'
import { fraction, harmonic, meanMetric } from '../../../core/metric-kit.ts'

const FIELDS = ['label', 'value', 'type', 'preference_attitude', 'time_scope', 'emotion'] as const

/**
 * Layer A, the public local scorer (AlpsBench spec 2.1): exact multiset match of normalised six-field items.
 * Row values are rounded to 6 decimals, so each fraction is the rounded value over 1. Two empty lists match.
 */
export function publicExact(goldKey: GoldKey): Scorer {
  const goldCounts = onceByObject((gold) => countItems(itemsAt(gold, goldKey)))
  return {
    name: 'public-exact',
    version: '1',
    options: {},
    metrics: [
      meanMetric('precision', 'Exactly equal items over predicted items'),
      meanMetric('recall', 'Exactly equal items over gold items'),
      meanMetric('f1', 'Harmonic mean of precision and recall of a row'),
      {
        ...meanMetric('exact_match', 'Both lists hold exactly the same items'),
        binary: true,
      },
    ],
    score(prediction, { gold }) {
      const reference = goldCounts(gold)
      const predicted = countItems(predictedItems(prediction))
      let common = 0
      for (const [item, count] of predicted.counts) {
        common += Math.min(count, reference.counts.get(item) ?? 0)
      }
      const bothEmpty = predicted.total === 0 && reference.total === 0
      const precision = bothEmpty ? 1 : ratio(common, predicted.total)
      const recall = bothEmpty ? 1 : ratio(common, reference.total)
      const equal = common === predicted.total && common === reference.total
      return {
        metrics: {
          precision: fraction(pythonRound(precision, 6)),
          recall: fraction(pythonRound(recall, 6)),
          f1: fraction(pythonRound(harmonic(precision, recall), 6)),
          exact_match: fraction(equal ? 1 : 0),
        },
        detail: { matched: common, predicted: predicted.total, reference: reference.total },
      }
    },
    bounds: () => {
      const unit: Bounds = { worst: fraction(0), best: fraction(1) }
      return { precision: unit, recall: unit, f1: unit, exact_match: unit }
    },
  }
}

function ratio(part: number, whole: number): number {
  return whole === 0 ? 0 : part / whole
}

interface ItemCounts {
  readonly counts: ReadonlyMap<string, number>
  readonly total: number
}

function countItems(items: readonly JsonObject[]): ItemCounts {
  const counts = new Map<string, number>()
  for (const item of items) {
    const fields: readonly Json[] = FIELDS.map((field) => normalizePublic(item[field]))
    const key = JSON.stringify(fields)
    counts.set(key, (counts.get(key) ?? 0) + 1)
  }
  return { counts, total: items.length }
}
