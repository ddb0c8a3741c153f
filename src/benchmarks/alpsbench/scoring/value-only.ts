import type { Scorer } from '../../../core/scorer.ts'
import { fraction, meanMetric } from '../../../core/metric-kit.ts'
import { comparabilityOf, crossesLanguages } from './language-gap.ts'
import { itemsAt, onceByObject, predictedItems, type GoldKey } from './memory-lists.ts'
import { idOf, matchResearch, prepareItems, type PairRule } from './research-matching.ts'
import { agreementText } from './value-agreement.ts'

/** Name of {@link valueOnly}, for runs with memory systems. */
export const VALUE_ONLY = 'value-only'

/**
 * Label and type don't count: stores of plain text have none (spec 5). The threshold is the lowest of these steps at
 * which nothing that reads nothing gets 5 % of oracle, in F1 or recall; the published 0.30 lets everything through.
 * On the 214 shared annotation packets, with `bench/value-only-threshold.ts`, mean F1 (recall):
 *
 * | threshold | models, worst to best | constant (3) | plausible (3) | others' 3 | others' 10 | others' of the same labels |
 * | --: | --: | --: | --: | --: | --: | --: |
 * | 0.30 | .297 to .677 | .100 (.113) | .306 (.348) | .358 (.419) | .320 (.820) | .499 (.494) |
 * | 0.35 | .173 to .538 | .022 (.024) | .074 (.083) | .113 (.139) | .135 (.370) | .187 (.186) |
 * | 0.40 | .097 to .399 | .006 (.008) | .017 (.019) | .032 (.037) | .038 (.110) | .065 (.065) |
 * | **0.45** | .070 to .288 | .000 (.000) | .003 (.003) | .004 (.005) | .005 (.017) | .022 (.022) |
 * | 0.50 | .061 to .205 | .000 (.000) | .000 (.000) | .001 (.001) | .001 (.005) | .007 (.007) |
 * | 0.55 | .043 to .141 | .000 (.000) | .000 (.000) | .000 (.000) | .000 (.000) | .004 (.004) |
 *
 * As plain text, without confidences: models .070 to .252, others' 3 .002 (.002), others' 10 .004 (.013) at 0.45. It
 * finds less than strict-match does at the same floor (best model .288 against .482): whole sentences resemble each
 * other less by words and order than by pieces of words.
 */
export const valueOnlyRule: PairRule = { label: 0, value: 0.8, type: 0, confidence: 0.2, threshold: 0.45 }

/**
 * Ours, for memory systems that store plain text: the published matcher with weights value 0.8 and confidence 0.2. A
 * missing confidence counts as 1, as in the published scorer. Case by case; `unscored(language)` as in strict-match:
 * words can't compare a Chinese store with English references.
 */
export function valueOnly(goldKey: GoldKey): Scorer {
  const preparedGold = onceByObject((gold) => prepareItems(itemsAt(gold, goldKey)))
  return {
    name: VALUE_ONLY,
    version: '1',
    options: {},
    metrics: [
      meanMetric(
        'precision',
        'Ours: stored items that match a gold item by value, whatever their label and type',
      ),
      meanMetric(
        'recall',
        'Ours: gold items that a stored item matches by value, whatever its label and type',
      ),
      meanMetric('f1', 'Ours: twice the pairs matched by value over all gold and stored items'),
    ],
    score(prediction, subject) {
      const gold = preparedGold(subject.gold)
      const predicted = prepareItems(predictedItems(prediction))
      const { pairs, missing, extra } = matchResearch(gold, predicted, 'greedy', valueOnlyRule)
      const texts = (items: typeof gold) => items.map(({ item }) => agreementText(item['value']))
      const isGap =
        pairs.length * 2 <= Math.min(gold.length, predicted.length) &&
        crossesLanguages(gold.length, predicted.length, comparabilityOf(texts(gold), texts(predicted)))
      const gap = { unscored: 'language' } as const
      return {
        metrics: isGap
          ? { precision: gap, recall: gap, f1: gap }
          : {
              // Keeping nothing of something is 0, not "does not apply".
              precision:
                predicted.length === 0 && gold.length > 0
                  ? fraction(0)
                  : fraction(pairs.length, predicted.length),
              recall: fraction(pairs.length, gold.length),
              f1: fraction(2 * pairs.length, gold.length + predicted.length),
            },
        detail: {
          pairs: pairs.map(({ gold: g, predicted: p, score, value, confidence }) => ({
            gold_id: idOf(gold[g]),
            predicted_id: idOf(predicted[p]),
            score,
            value,
            confidence,
          })),
          missing: missing.map((position) => idOf(gold[position])),
          extra: extra.map((position) => idOf(predicted[position])),
        },
      }
    },
    bounds(subject) {
      const unit = { worst: fraction(0), best: fraction(1) }
      const none = { worst: fraction(0, 0), best: fraction(0, 0) }
      return { precision: unit, recall: preparedGold(subject.gold).length === 0 ? none : unit, f1: unit }
    },
  }
}
