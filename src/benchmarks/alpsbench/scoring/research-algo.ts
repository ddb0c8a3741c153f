import type { ItemRow, Scorer } from '../../../core/scorer.ts'
import { itemsAt, itemTags, onceByObject, predictedItems, type GoldKey } from './memory-lists.ts'
import { fraction, lowerRatioMetric, meanMetric, ratioMetric } from '../../../core/metric-kit.ts'
import {
  idOf,
  matchResearch,
  prepareItems,
  type Matcher,
  type PreparedItem,
  type ResearchMatch,
} from './research-matching.ts'

/**
 * Layer B, the scorer behind the published scores of extraction and update (AlpsBench spec 2.2). Equal labels
 * alone are accepted as a match, so constants and copies do well: never a headline (spec 9).
 * Without gold or without prediction every figure is 0.
 */
export function researchAlgo(goldKey: GoldKey, options: { readonly matcher: Matcher }): Scorer {
  const preparedGold = onceByObject((gold) => prepareItems(itemsAt(gold, goldKey)))
  return {
    name: 'research-algo',
    version: '1',
    options: options.matcher === 'greedy' ? {} : { matcher: options.matcher },
    metrics: [
      {
        name: 'score',
        description: 'The published score: 60 % quality of the accepted pairs, 40 % F1',
        aggregate: 'mean',
        direction: 'higher',
        range: [0, 100],
      },
      meanMetric('precision', 'Accepted pairs over predicted items'),
      meanMetric('recall', 'Accepted pairs over gold items'),
      meanMetric('f1', 'Harmonic mean of precision and recall of a row'),
      meanMetric('quality', 'Mean score of the accepted pairs of a row'),
      ratioMetric('direct_recall', 'Matched direct gold items over all direct gold items'),
      ratioMetric('indirect_recall', 'Matched indirect gold items over all indirect gold items'),
      lowerRatioMetric('missing_rate', 'Unmatched gold items over all gold items'),
    ],
    score(prediction, subject) {
      const gold = preparedGold(subject.gold)
      const predicted = prepareItems(predictedItems(prediction))
      const match = matchResearch(gold, predicted, options.matcher)
      const matched = new Set(match.pairs.map((pair) => pair.gold))
      return {
        metrics: {
          score: fraction(match.score),
          precision: fraction(match.precision),
          recall: fraction(match.recall),
          f1: fraction(match.f1),
          quality: fraction(match.quality),
          direct_recall: recallOfType(gold, matched, 'direct'),
          indirect_recall: recallOfType(gold, matched, 'indirect'),
          missing_rate: fraction(match.missing.length, gold.length),
        },
        items: itemRows(gold, predicted, match),
        detail: {
          pairs: match.pairs.map((pair) => ({
            gold: pair.gold,
            predicted: pair.predicted,
            gold_id: idOf(gold[pair.gold]),
            predicted_id: idOf(predicted[pair.predicted]),
            score: pair.score,
            label: pair.label,
            value: pair.value,
            type: pair.type,
            confidence: pair.confidence,
            confidence_difference: pair.confidenceDifference,
            confidence_penalty: pair.confidencePenalty,
          })),
          missing: match.missing.map((position) => idOf(gold[position])),
          extra: match.extra.map((position) => idOf(predicted[position])),
        },
      }
    },
    bounds(subject) {
      const gold = preparedGold(subject.gold)
      const none = new Set<number>()
      const all = new Set(gold.keys())
      const top = gold.length === 0 ? 0 : 1
      const unit = { worst: fraction(0), best: fraction(top) }
      return {
        score: { worst: fraction(0), best: fraction(100 * top) },
        precision: unit,
        recall: unit,
        f1: unit,
        quality: unit,
        direct_recall: {
          worst: recallOfType(gold, none, 'direct'),
          best: recallOfType(gold, all, 'direct'),
        },
        indirect_recall: {
          worst: recallOfType(gold, none, 'indirect'),
          best: recallOfType(gold, all, 'indirect'),
        },
        missing_rate: { worst: fraction(gold.length, gold.length), best: fraction(0, gold.length) },
      }
    },
  }
}

function recallOfType(gold: readonly PreparedItem[], matched: ReadonlySet<number>, type: string) {
  const positions = [...gold.keys()].filter((position) => gold[position]?.item['type'] === type)
  return fraction(positions.filter((position) => matched.has(position)).length, positions.length)
}

function itemRows(
  gold: readonly PreparedItem[],
  predicted: readonly PreparedItem[],
  match: ResearchMatch,
): ItemRow[] {
  const missing = new Set(match.missing)
  const extra = new Set(match.extra)
  return [
    ...gold.map(({ item }, position) => ({
      tags: itemTags('gold', item),
      metric: 'recall',
      numerator: missing.has(position) ? 0 : 1,
      denominator: 1,
    })),
    ...predicted.map(({ item }, position) => ({
      tags: itemTags('predicted', item),
      metric: 'precision',
      numerator: extra.has(position) ? 0 : 1,
      denominator: 1,
    })),
  ]
}
