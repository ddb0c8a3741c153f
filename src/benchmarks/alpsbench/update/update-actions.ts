import type { Fraction } from '../../../core/outcome.ts'
import type { ItemRow, MetricScore, Scorer } from '../../../core/scorer.ts'
import { itemTags, predictedItems } from '../scoring/memory-lists.ts'
import { fraction, lowerRatioMetric, meanMetric, ratioMetric } from '../../../core/metric-kit.ts'
import { judgeActions, type ActionVerdicts } from './action-verdicts.ts'
import { goldActions, type GoldAction } from './gold-actions.ts'

/**
 * Our own scorer of memory updates: what was kept, changed and added, on the basis of AlpsBench spec 2.4 with
 * its holes closed ({@link judgeActions} says when an action is right).
 *
 * `action_f1` looks at changes only, so that doing nothing gets 0. Wanted: the modifications and additions of
 * the reference. Claimed: every predicted item that is no copy of an old one (each old item allows one copy),
 * and every item to keep that is gone. `2 * right / (wanted + claimed)`, mean over cases. So an invented item,
 * a duplicate, a lost memory, and a replacement beside its stale original all cost.
 *
 * The others are ratios over all cases: `action_accuracy` right over all reference items; `addition_recall`,
 * `modification_recall`, `retention_recall`; `stale_retention`, contradicted old items that are still there;
 * `invented_rate`, predicted items that agree with no reference item and no old one.
 *
 * When the claimed items and the wanted changes can't be compared by their words, what depends on them is
 * `unscored(language)`. A failed case has nothing to say about `invented_rate` and counts as stale.
 */
export function updateActions(): Scorer {
  return {
    name: 'update-actions',
    version: '1',
    options: {},
    metrics: [
      meanMetric('action_f1', 'Right changes over wanted and claimed changes (F1)'),
      ratioMetric('action_accuracy', 'Reference items treated as they should'),
      ratioMetric('addition_recall', 'New memories that were added'),
      ratioMetric('modification_recall', 'Contradicted memories that were replaced by the new fact'),
      ratioMetric('retention_recall', 'Unaffected memories that were kept'),
      lowerRatioMetric('stale_retention', 'Contradicted memories that are still there'),
      lowerRatioMetric('invented_rate', 'Predicted items that agree with nothing known'),
    ],
    score(prediction, { input, gold }) {
      const reference = goldActions(input, gold)
      const verdicts = judgeActions(reference, predictedItems(prediction))
      const count = (action: GoldAction['action']): Fraction => {
        const positions = [...reference.items.keys()].filter((at) => reference.items[at]?.action === action)
        return fraction(positions.filter((at) => verdicts.right[at] === true).length, positions.length)
      }
      const additions = count('addition')
      const modifications = count('modification')
      const retentions = count('retention')
      const right = additions.numerator + modifications.numerator
      const wanted = additions.denominator + modifications.denominator
      const measured = (score: Fraction): MetricScore =>
        verdicts.crossesLanguages ? { unscored: 'language' } : score
      return {
        metrics: {
          action_f1: measured(fraction(2 * right, wanted + verdicts.claimed)),
          action_accuracy: measured(fraction(right + retentions.numerator, reference.items.length)),
          addition_recall: measured(additions),
          modification_recall: measured(modifications),
          retention_recall: retentions,
          stale_retention: fraction(verdicts.stale, modifications.denominator),
          invented_rate: measured(fraction(verdicts.invented, verdicts.predicted)),
        },
        items: verdicts.crossesLanguages ? [] : itemRows(reference.items, verdicts),
        detail: {
          actions: reference.items.map(({ action, item }, at) => ({
            action,
            gold_id: item['memory_id'] ?? '',
            right: verdicts.right[at] === true,
          })),
          claimed: verdicts.claimed,
          stale: verdicts.stale,
          invented: verdicts.invented,
        },
      }
    },
    bounds({ input, gold }) {
      const { items } = goldActions(input, gold)
      const sized = (action: GoldAction['action']) => {
        const size = items.filter((one) => one.action === action).length
        return { worst: fraction(0, size), best: fraction(size, size) }
      }
      const modifications = sized('modification')
      const changes = modifications.best.denominator + sized('addition').best.denominator
      const stale = modifications.best.denominator
      return {
        action_f1: { worst: fraction(0), best: changes === 0 ? fraction(0, 0) : fraction(1) },
        action_accuracy: {
          worst: fraction(0, items.length),
          best: fraction(items.length, items.length),
        },
        addition_recall: sized('addition'),
        modification_recall: modifications,
        retention_recall: sized('retention'),
        stale_retention: { worst: fraction(stale, stale), best: fraction(0, stale) },
        invented_rate: { worst: fraction(0, 0), best: fraction(0, items.length) },
      }
    },
  }
}

function itemRows(items: readonly GoldAction[], verdicts: ActionVerdicts): ItemRow[] {
  return items.map(({ action, item }, at) => ({
    tags: { ...itemTags('gold', item), action },
    metric: 'action_accuracy',
    numerator: verdicts.right[at] === true ? 1 : 0,
    denominator: 1,
  }))
}
