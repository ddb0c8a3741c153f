import type { JudgedCase, Rubric } from '../../../core/judge.ts'
import type { JsonObject } from '../../../core/json.ts'
import { readVerdict, type VerdictShape } from '../../../text/verdict-reader.ts'
import { itemsAt, predictedItems, textField, type GoldKey } from '../scoring/memory-lists.ts'
import { fraction } from '../../../core/metric-kit.ts'
import { matchResearch, prepareItems } from '../scoring/research-matching.ts'
import { judgeMessages, verdictForm } from './kit.ts'
import { errorTypes, penaltyScore, reviewCounts, reviewLists } from './penalty-score.ts'
import { penaltyProbes } from './probes/memory-lists.ts'

const severity = { kind: 'raw', schema: { type: 'integer', minimum: 0, maximum: 3 } } as const
const text = { kind: 'text' } as const
const yesNo = { kind: 'boolean' } as const

const shape: VerdictShape = {
  pair_reviews: {
    kind: 'list',
    items: {
      gold_id: text,
      pred_id: text,
      ok: { kind: 'raw', schema: { type: 'boolean' } },
      error_type: { kind: 'raw', schema: { type: 'string', enum: Object.keys(errorTypes) } },
      severity,
      rationale: text,
    },
  },
  missing_reviews: {
    kind: 'list',
    items: { id: text, should_have_extracted: yesNo, severity, rationale: text },
  },
  extra_reviews: { kind: 'list', items: { id: text, hallucinated: yesNo, severity, rationale: text } },
}
const reply = verdictForm('judge_penalty', shape)

const instruction = `You review a list of memories about a user that a system produced against a list written by people. You see the two lists and how a program matched them: pairs of a gold and a predicted item with the figures of the match, gold items without a partner (missing), and predicted items without one (extra). You do not see the dialogue they come from. Be strict.

Write one review for every pair, in order, then one for every missing item, then one for every extra item. Leave none out and add none.
- pair: error_type is EQUIVALENT (says the same), VALUE_DRIFT (says something else), HALLUCINATION (contradicts the gold or is made up), LABEL_WRONG, TYPE_WRONG (same statement, wrong label or type), OVERGENERAL, UNDERGENERAL (wider or narrower than the gold) or OTHER. ok is true exactly for EQUIVALENT.
- missing item: should_have_extracted says whether a good list has to have it.
- extra item: hallucinated is true only if the item is clearly wrong even without the dialogue: not about the user, nonsensical, or contradicting the gold. Otherwise false, with a low severity.
- severity: 0 (negligible) to 3 (grave). rationale: a few words.`

/** `record`: reviews that are missing or too many are noted. `strict`: such a verdict leaves the case unscored. */
export type ReviewCounting = 'record' | 'strict'

/**
 * The judge of memory lists (AlpsBench spec 2.3.1): 100 less penalties. The judge can skip items for free, so the
 * number of reviews is checked against the pairs, missing and extra items that were shown.
 */
export function judgePenalty(goldKey: GoldKey, counting: ReviewCounting): Rubric {
  return {
    name: counting === 'strict' ? 'judge-penalty-strict' : 'judge-penalty',
    version: '1',
    title: counting === 'strict' ? 'Judge: penalties, every item reviewed' : 'Judge: penalties',
    metrics: [
      {
        name: 'score',
        description: "100 less the judge's penalties for wrong, missing and invented items",
        aggregate: 'mean',
        direction: 'higher',
        range: [0, 100],
      },
    ],
    reply,
    prompt(subject) {
      const { payload, shown } = material(subject, goldKey)
      const isNothing = reviewLists.every((list) => shown[list] === 0)
      return isNothing ? { unscored: 'not-applicable' } : judgeMessages(instruction, reply, payload)
    },
    read: (said) => readVerdict(said, shape),
    score(verdict, subject) {
      if (counting === 'strict' && !isComplete(verdict, subject, goldKey)) {
        return { score: { unscored: 'judge-unreadable' } }
      }
      return { score: fraction(penaltyScore(verdict)) }
    },
    notes(verdict, subject) {
      const { shown } = material(subject, goldKey)
      return {
        shown: { ...shown },
        reviewed: { ...reviewCounts(verdict) },
        complete: isComplete(verdict, subject, goldKey),
      }
    },
    bounds: () => ({ score: { worst: fraction(0), best: fraction(100) } }),
    // A light drift in one item is the least that fails.
    passes: (verdict, subject) => penaltyScore(verdict) > 88 && isComplete(verdict, subject, goldKey),
    probes: penaltyProbes(goldKey),
  }
}

function isComplete(verdict: JsonObject, subject: JudgedCase, goldKey: GoldKey): boolean {
  const { shown } = material(subject, goldKey)
  const reviewed = reviewCounts(verdict)
  return reviewLists.every((list) => reviewed[list] === shown[list])
}

/** What the judge sees (spec 2.3.1), and how many reviews it owes. */
function material({ gold, prediction }: JudgedCase, goldKey: GoldKey) {
  const goldItems = itemsAt(gold, goldKey)
  const predicted = predictedItems(prediction)
  const match = matchResearch(prepareItems(goldItems), prepareItems(predicted), 'greedy')
  const pairs = match.pairs.flatMap((pair): JsonObject[] => {
    const [g, p] = [goldItems[pair.gold], predicted[pair.predicted]]
    if (g === undefined || p === undefined) return []
    return [
      {
        gold: g,
        pred: p,
        algo: {
          gold_id: textField(g, 'memory_id'),
          pred_id: textField(p, 'memory_id'),
          score: pair.score,
          label_sim: pair.label,
          value_sim: pair.value,
          type_match: pair.type,
          confidence_score: pair.confidence,
          confidence_diff: pair.confidenceDifference,
          confidence_penalty: pair.confidencePenalty,
          gold_label: g['label'] ?? null,
          pred_label: p['label'] ?? null,
          gold_value: g['value'] ?? null,
          pred_value: p['value'] ?? null,
        },
      },
    ]
  })
  // By position: the reference goes by ids, under which items of one id collapse (defect M9).
  const missing = goldItems.filter((_item, at) => match.missing.includes(at))
  const extra = predicted.filter((_item, at) => match.extra.includes(at))
  const payload: JsonObject = {
    evidence: { mode: 'memory_only', gold_memory_items: goldItems, pred_memory_items: predicted },
    pairs,
    missing,
    extra,
  }
  return {
    payload,
    shown: { pair_reviews: pairs.length, missing_reviews: missing.length, extra_reviews: extra.length },
  }
}
