import { fraction, lowerRatioMetric } from '../../../core/metric-kit.ts'
import type { Scorer } from '../../../core/scorer.ts'
import { MOST_WORDS, wordCount } from '../reading/preference.ts'
import { inferencePredictionSchema } from '../shapes.ts'

/**
 * How many inferred preferences pass the word limit. A longer one covers more of a checklist; it is told and never cut
 * (spec 5.3, D19).
 */
export const wordLimit: Scorer = {
  name: 'word-limit',
  version: '1',
  options: {},
  metrics: [
    {
      ...lowerRatioMetric(
        'over_limit',
        `Share of the inferred preferences with more than ${MOST_WORDS} words.`,
      ),
      binary: true,
    },
  ],
  // A system that gave no answer wrote none that is too long.
  bounds: () => ({ over_limit: { worst: fraction(0, 0), best: fraction(0) } }),
  score(prediction) {
    const words = wordCount(inferencePredictionSchema.parse(prediction).preference)
    return { metrics: { over_limit: fraction(words > MOST_WORDS ? 1 : 0) }, detail: { words } }
  },
}
