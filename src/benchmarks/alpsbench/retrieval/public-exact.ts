import { parseOnce } from '../../../core/parse-once.ts'
import type { Scorer } from '../../../core/scorer.ts'
import { normalizePublic } from '../../../text/normalize.ts'
import { fraction, meanMetric } from '../../../core/metric-kit.ts'
import { retrievalGoldSchema, retrievalPredictionSchema } from '../shapes.ts'

const goldOf = parseOnce(retrievalGoldSchema)

/** Two ids that the public scorer takes for the same: after trimming, in any letter case (spec 2.1). */
export function sameId(predicted: string, gold: string): boolean {
  const wanted = normalizePublic(gold)
  return wanted !== '' && (predicted === gold || normalizePublic(predicted) === wanted)
}

/**
 * Layer A for retrieval (spec 2.1): the selected id is the gold id. The scorer's second way to be right, an equal
 * value, can't occur: the contract forbids the keys that would carry one. On original candidate lists a rule about
 * ids wins it without reading (spec 7.4, R2).
 */
export function publicExactRetrieval(): Scorer {
  const unit = { worst: fraction(0), best: fraction(1) }
  return {
    name: 'public-exact',
    version: '1',
    options: {},
    metrics: [{ ...meanMetric('accuracy', 'The selected id is the id of the gold memory'), binary: true }],
    score(prediction, { gold }) {
      const { selected_memory_id: selected } = retrievalPredictionSchema.parse(prediction)
      return { metrics: { accuracy: fraction(sameId(selected, goldOf(gold).selected_memory_id) ? 1 : 0) } }
    },
    bounds: () => ({ accuracy: unit }),
  }
}
