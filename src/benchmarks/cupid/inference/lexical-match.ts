import { parseOnce } from '../../../core/parse-once.ts'
import type { Scorer } from '../../../core/scorer.ts'
import { cupidGoldSchema, inferencePredictionSchema } from '../shapes.ts'
import { clausesOf, contentTerms, coverage } from './lexical-terms.ts'
import { matchBounds, matchMetrics, matchScores } from './match-metrics.ts'

const goldOf = parseOnce(cupidGoldSchema)

/** From this share of its terms on an entry counts as covered, and as covered in part. */
const FULL = 3 / 4
const PARTIAL = 1 / 2

function label(share: number): number {
  return share >= FULL ? 1 : share >= PARTIAL ? 0.5 : 0
}

/**
 * Preference match without a model: shared words in place of a matcher's judgement, clauses in place of a decomposer's
 * checklist. It sees paraphrases as misses, so its figures compare systems with each other under the same scorer and
 * never with figures of a model matcher.
 */
export const lexicalMatch: Scorer = {
  name: 'lexical-match',
  version: '1',
  options: {},
  metrics: matchMetrics,
  bounds: ({ gold }) => matchBounds(goldOf(gold)),
  score(prediction, { gold }) {
    const { preference, checklist } = goldOf(gold)
    const inferred = inferencePredictionSchema.parse(prediction).preference
    const goldTerms = contentTerms(preference)
    const inferredTerms = contentTerms(inferred)
    const entries = clausesOf(inferred)
    const rows = (texts: readonly string[], whole: ReadonlySet<string>) =>
      texts.map((entry) => ({ entry, score: label(coverage(contentTerms(entry), whole)) }))
    const inferredRows = rows(entries, goldTerms)
    const goldRows = rows(checklist, inferredTerms)
    return {
      metrics: matchScores({
        inferred: inferredRows.map(({ score }) => score),
        gold: goldRows.map(({ score }) => score),
      }),
      detail: { inferred_in_gold: inferredRows, gold_in_inferred: goldRows },
    }
  },
}
