import { canonicalJson, type Json, type JsonObject } from '../../../core/json.ts'
import type { Fraction } from '../../../core/outcome.ts'
import type { ItemRow, MetricScore, Scorer } from '../../../core/scorer.ts'
import { labelSimilarity, typeMatch } from '../../../text/similarity.ts'
import { comparabilityOf, crossesLanguages, type Comparability } from './language-gap.ts'
import { itemsAt, itemTags, onceByObject, predictedItems, textField, type GoldKey } from './memory-lists.ts'
import { fraction, lowerRatioMetric, meanMetric, ratioMetric } from '../../../core/metric-kit.ts'
import { optimalPairs } from './optimal-pairs.ts'
import { agreement, agreementText, AGREEMENT_THRESHOLD, type AgreementText } from './value-agreement.ts'

/**
 * Our own scorer of memory lists: a pair counts when the values agree, whatever label, type and confidence say;
 * these are scored apart, on the accepted pairs. Each gold item is found once, so a second prediction of it is
 * an extra. Lexical agreement is a lower bound: a paraphrase without common words is missed.
 *
 * - `precision`, `recall`, `f1` (2·pairs over gold and predicted items): mean over cases. `unscored(language)`
 *   when half or more of the pairs that could be formed would cross languages ({@link crossesLanguages});
 *   single items of another language count as wrong, and have no item row.
 * - `label_accuracy`, `type_accuracy`, `confidence_error`: over all accepted pairs; nothing to say without one.
 * - Gold and prediction both empty: does not apply.
 */
export function strictMatch(goldKey: GoldKey): Scorer {
  const preparedGold = onceByObject((gold) => prepare(itemsAt(gold, goldKey)))
  return {
    name: 'strict-match',
    version: '1',
    options: {},
    metrics: [
      meanMetric('precision', 'Predicted items whose value agrees with a gold item of its own'),
      meanMetric('recall', 'Gold items whose value a predicted item agrees with'),
      meanMetric('f1', 'Twice the agreeing pairs over all gold and predicted items'),
      ratioMetric('label_accuracy', 'Agreeing pairs with the same label'),
      ratioMetric('type_accuracy', 'Agreeing pairs with the same type'),
      lowerRatioMetric('confidence_error', 'Mean absolute difference of confidence in agreeing pairs'),
    ],
    score(prediction, subject) {
      const gold = preparedGold(subject.gold)
      const predicted = prepare(predictedItems(prediction))
      const pairs = optimalPairs(gold.length, predicted.length, AGREEMENT_THRESHOLD, (g, p) =>
        agreementOf(gold[g], predicted[p]),
      )
      const comparability = comparabilityOf(
        gold.map(({ text }) => text),
        predicted.map(({ text }) => text),
      )
      const enough = pairs.length * 2 > Math.min(gold.length, predicted.length)
      const unscored = !enough && crossesLanguages(gold.length, predicted.length, comparability)
      const both = pairs.flatMap(({ row, column }) => {
        const [g, p] = [gold[row]?.item, predicted[column]?.item]
        return g === undefined || p === undefined ? [] : [{ g, p }]
      })
      const differences = both.flatMap(({ g, p }) => confidenceDifference(g, p))
      const matchedGold = new Set(pairs.map(({ row }) => row))
      const matchedPredicted = new Set(pairs.map(({ column }) => column))
      return {
        metrics: {
          ...(unscored ? languageGap() : listFigures(pairs.length, gold.length, predicted.length)),
          label_accuracy: fraction(both.filter(({ g, p }) => sameLabel(g, p)).length, both.length),
          type_accuracy: fraction(
            both.filter(({ g, p }) => typeMatch(g['type'], p['type'])).length,
            both.length,
          ),
          confidence_error: fraction(
            differences.reduce((sum, one) => sum + one, 0),
            differences.length,
          ),
        },
        items: unscored ? [] : itemRows(gold, predicted, { matchedGold, matchedPredicted, comparability }),
        detail: {
          pairs: pairs.map(({ row, column, score }) => ({
            gold_id: idOf(gold[row]),
            predicted_id: idOf(predicted[column]),
            agreement: score,
          })),
          missing: gold.filter((_item, position) => !matchedGold.has(position)).map(idOf),
          extra: predicted.filter((_item, position) => !matchedPredicted.has(position)).map(idOf),
        },
      }
    },
    bounds(subject) {
      const size = preparedGold(subject.gold).length
      const unit = { worst: fraction(0), best: fraction(1) }
      // Without a pair there is nothing to say, so a failed case adds nothing to these.
      const onPairs = { worst: fraction(0, 0), best: fraction(size, size) }
      return {
        precision: unit,
        recall: size === 0 ? { worst: fraction(0, 0), best: fraction(0, 0) } : unit,
        f1: unit,
        label_accuracy: onPairs,
        type_accuracy: onPairs,
        confidence_error: { worst: fraction(0, 0), best: fraction(0, size) },
      }
    },
  }
}

interface StrictItem {
  readonly item: JsonObject
  readonly text: AgreementText
}

/** In an order that does not depend on the order of the list, so that ties are broken the same way. */
function prepare(items: readonly JsonObject[]): readonly StrictItem[] {
  return items
    .map((item) => ({ item, text: agreementText(item['value']), key: sortKey(item) }))
    .toSorted((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0))
}

function sortKey(item: JsonObject): string {
  const fields: readonly Json[] = ['value', 'label', 'type', 'confidence'].map((field) => item[field] ?? null)
  return canonicalJson(fields)
}

function agreementOf(a: StrictItem | undefined, b: StrictItem | undefined): number {
  return a === undefined || b === undefined ? 0 : agreement(a.text, b.text)
}

function sameLabel(gold: JsonObject, predicted: JsonObject): boolean {
  return labelSimilarity(gold['label'], predicted['label']) === 1
}

/** Nothing where either side states no confidence from 0 to 1. */
function confidenceDifference(gold: JsonObject, predicted: JsonObject): number[] {
  const [a, b] = [gold['confidence'], predicted['confidence']]
  if (typeof a !== 'number' || typeof b !== 'number') return []
  return a < 0 || a > 1 || b < 0 || b > 1 ? [] : [Math.abs(a - b)]
}

function listFigures(pairs: number, gold: number, predicted: number): Record<string, Fraction> {
  return {
    // An empty list finds nothing of a gold that has something: 0, not "does not apply".
    precision: predicted === 0 && gold > 0 ? fraction(0) : fraction(pairs, predicted),
    recall: fraction(pairs, gold),
    f1: fraction(2 * pairs, gold + predicted),
  }
}

function languageGap(): Record<string, MetricScore> {
  const gap = { unscored: 'language' } as const
  return { precision: gap, recall: gap, f1: gap }
}

function idOf(item: StrictItem | undefined): string {
  return item === undefined ? '' : textField(item.item, 'memory_id')
}

function itemRows(
  gold: readonly StrictItem[],
  predicted: readonly StrictItem[],
  found: {
    readonly matchedGold: ReadonlySet<number>
    readonly matchedPredicted: ReadonlySet<number>
    readonly comparability: Comparability
  },
): ItemRow[] {
  return [
    ...gold.flatMap(({ item }, position) => {
      const matched = found.matchedGold.has(position)
      if (!matched && found.comparability.goldIsIsolated(position)) return []
      return [itemRow('gold', 'recall', item, matched)]
    }),
    ...predicted.flatMap(({ item }, position) => {
      const matched = found.matchedPredicted.has(position)
      if (!matched && found.comparability.predictedIsIsolated(position)) return []
      return [itemRow('predicted', 'precision', item, matched)]
    }),
  ]
}

function itemRow(side: 'gold' | 'predicted', metric: string, item: JsonObject, matched: boolean): ItemRow {
  return { tags: itemTags(side, item), metric, numerator: matched ? 1 : 0, denominator: 1 }
}
