import { parseOnce } from '../../../core/parse-once.ts'
import type { Scorer } from '../../../core/scorer.ts'
import { fraction, meanMetric } from '../../../core/metric-kit.ts'
import { utilizationGoldSchema, utilizationPredictionSchema, type AnswerKey } from '../shapes.ts'
import { phrasesIn } from '../../../text/phrases.ts'

const goldOf = parseOnce(utilizationGoldSchema)

/** What of a key an answer lacks (positions of accept groups, from 0) and what it should not have said. */
interface KeyFindings {
  readonly missing: readonly number[]
  readonly rejected: readonly string[]
}

/** Compares an answer with a key; it passes when both lists come back empty. */
export function compareWithKey(answer: string, key: AnswerKey): KeyFindings {
  const has = phrasesIn(answer)
  return {
    missing: key.accept.flatMap((alternatives, index) => (alternatives.some(has) ? [] : [index])),
    rejected: key.reject.filter(has),
  }
}

/**
 * Ours: the share of answers that pass the key their case has. Deterministic and about the answer, not about what
 * the system claims to have used. Data without keys (all published data) is left unscored: a judge is needed there.
 */
export function answerKey(): Scorer {
  return {
    name: 'answer-key',
    version: '1',
    options: {},
    metrics: [
      {
        ...meanMetric('pass_rate', 'The answer has something of every accept group and nothing rejected'),
        binary: true,
      },
    ],
    score(prediction, { gold }) {
      const key = goldOf(gold).answer_key
      if (key === undefined) return { metrics: { pass_rate: { unscored: 'no-answer-key' } } }
      const { answer } = utilizationPredictionSchema.parse(prediction)
      const { missing, rejected } = compareWithKey(answer, key)
      return {
        metrics: { pass_rate: fraction(missing.length === 0 && rejected.length === 0 ? 1 : 0) },
        detail: { missing_groups: [...missing], rejected: [...rejected] },
      }
    },
    bounds({ gold }) {
      // Without a key nothing can be measured, so a failure must not make a figure either.
      const weight = goldOf(gold).answer_key === undefined ? 0 : 1
      return { pass_rate: { worst: fraction(0, weight), best: fraction(weight, weight) } }
    },
  }
}
