import type { JudgedCase, Rubric } from '../../../core/judge.ts'
import type { JsonObject } from '../../../core/json.ts'
import { readVerdict, type VerdictShape } from '../../../text/verdict-reader.ts'
import { itemsAt, predictedItems, textField, type GoldKey } from '../scoring/memory-lists.ts'
import { fraction, meanMetric } from '../../../core/metric-kit.ts'
import { optimalPairs } from '../scoring/optimal-pairs.ts'
import { strictMatch } from '../scoring/strict-match.ts'
import { judgeMessages, verdictForm } from './kit.ts'
import { memoryMatchProbes } from './probes/memory-lists.ts'

const shape: VerdictShape = {
  matches: {
    kind: 'list',
    items: { gold: { kind: 'text', required: true }, predicted: { kind: 'text', required: true } },
  },
}
const reply = verdictForm('judge_memory_match', shape)

const instruction = `You compare two lists of statements about one user that are written in different languages. Every gold statement has a name such as g1, every predicted one a name such as p1.

Under matches, list every pair of a gold and a predicted statement that say the same about the user, as a translator would see it: same person, same subject, same claim. Details may differ if neither statement becomes false by the other. Statements about the same subject with another claim do not match. Each name occurs at most once; statements without a partner are left out. No match at all is an empty list.`

/**
 * What `strict-match` can't tell because gold and prediction are written in different languages, matched by a judge:
 * the same precision, recall and F1. Cases that strict-match scores are left to it. Hard rules: a name that was not
 * shown makes the verdict unreadable, and each item has one partner at most, however often it is named.
 */
export function judgeMemoryMatch(goldKey: GoldKey): Rubric {
  const strict = strictMatch(goldKey)
  return {
    name: 'judge-memory-match',
    version: '1',
    title: 'Judge: the same memories across languages',
    metrics: [
      meanMetric('precision', 'Predicted items that say the same as a gold item of their own'),
      meanMetric('recall', 'Gold items that a predicted item says the same as'),
      meanMetric('f1', 'Twice the matching pairs over all gold and predicted items'),
    ],
    reply,
    prompt(subject) {
      const { f1 } = strict.score(subject.prediction, subject).metrics
      if (f1 === undefined || !('unscored' in f1) || f1.unscored !== 'language') {
        return { unscored: 'not-applicable' }
      }
      const { gold, predicted } = listsOf(subject, goldKey)
      return judgeMessages(instruction, reply, {
        gold: gold.map((value, at) => ({ name: `g${at + 1}`, value })),
        predicted: predicted.map((value, at) => ({ name: `p${at + 1}`, value })),
      })
    },
    read: (text) => readVerdict(text, shape),
    score(verdict, subject) {
      const counts = countMatches(verdict, subject, goldKey)
      if (counts === null) {
        const unreadable = { unscored: 'judge-unreadable' } as const
        return { precision: unreadable, recall: unreadable, f1: unreadable }
      }
      const { pairs, gold, predicted } = counts
      return {
        precision: fraction(pairs, predicted),
        recall: fraction(pairs, gold),
        f1: fraction(2 * pairs, gold + predicted),
      }
    },
    bounds() {
      // Whether a case belongs here depends on the prediction; a failed one counts under strict-match.
      const none = { worst: fraction(0, 0), best: fraction(0, 0) }
      return { precision: none, recall: none, f1: none }
    },
    passes(verdict, subject) {
      const counts = countMatches(verdict, subject, goldKey)
      return counts !== null && 4 * counts.pairs >= counts.gold + counts.predicted
    },
    probes: memoryMatchProbes(goldKey),
  }
}

function listsOf({ gold, prediction }: JudgedCase, goldKey: GoldKey) {
  return {
    gold: itemsAt(gold, goldKey).map((item) => textField(item, 'value')),
    predicted: predictedItems(prediction).map((item) => textField(item, 'value')),
  }
}

/** Pairs with at most one partner an item; null when a name was not shown. */
function countMatches(verdict: JsonObject, subject: JudgedCase, goldKey: GoldKey) {
  const lists = listsOf(subject, goldKey)
  const [gold, predicted] = [lists.gold.length, lists.predicted.length]
  const matched = new Set<string>()
  for (const match of itemsAt(verdict, 'matches')) {
    const g = position(textField(match, 'gold'), 'g', gold)
    const p = position(textField(match, 'predicted'), 'p', predicted)
    if (g === undefined || p === undefined) return null
    matched.add(`${g} ${p}`)
  }
  const pairs = optimalPairs(gold, predicted, 1, (g, p) => (matched.has(`${g} ${p}`) ? 1 : 0)).length
  return { pairs, gold, predicted }
}

function position(name: string, side: 'g' | 'p', count: number): number | undefined {
  const match = /^([gp])([1-9]\d{0,5})$/.exec(name.trim().toLowerCase())
  const at = match?.[1] === side ? Number(match[2]) - 1 : -1
  return at >= 0 && at < count ? at : undefined
}
