import { parseOnce } from '../../../core/parse-once.ts'
import type { Scorer } from '../../../core/scorer.ts'
import { normalizePublic } from '../../../text/normalize.ts'
import { fraction, meanMetric } from '../../../core/metric-kit.ts'
import { utilizationGoldSchema, utilizationPredictionSchema } from '../shapes.ts'

const goldOf = parseOnce(utilizationGoldSchema)

/**
 * The grounding proxy (spec 2.1): the claimed fact equals the gold value, or one is part of the other. One letter
 * that occurs in the gold value is enough, and copying the memory that a persona row hands over wins (spec 9).
 */
function groundsFact(usedFact: string, goldValue: string): boolean {
  const used = normalizePublic(usedFact)
  const gold = normalizePublic(goldValue)
  return used !== '' && gold !== '' && (gold.includes(used) || used.includes(gold))
}

/**
 * Layer A for utilization (spec 2.1); the answer itself is not scored. A target of which only the id is known
 * counts 0, as the public scorer has it; a case without any target has no reference.
 */
export function publicExactUtilization(): Scorer {
  const unit = { worst: fraction(0), best: fraction(1) }
  const none = { worst: fraction(0, 0), best: fraction(0, 0) }
  return {
    name: 'public-exact',
    version: '1',
    options: {},
    metrics: [
      {
        ...meanMetric('grounding_accuracy', 'The claimed fact is part of the gold memory, or holds it'),
        binary: true,
      },
      { ...meanMetric('response_present', 'The answer is not empty'), binary: true },
    ],
    score(prediction, { gold }) {
      const { answer, used_memory_fact: fact } = utilizationPredictionSchema.parse(prediction)
      const { selected_memory: memory } = goldOf(gold)
      return {
        metrics: {
          grounding_accuracy:
            memory === null
              ? { unscored: 'no-reference' }
              : fraction(groundsFact(fact, memory.value ?? '') ? 1 : 0),
          response_present: fraction(normalizePublic(answer) === '' ? 0 : 1),
        },
      }
    },
    bounds: ({ gold }) => ({
      grounding_accuracy: goldOf(gold).selected_memory === null ? none : unit,
      response_present: unit,
    }),
  }
}
