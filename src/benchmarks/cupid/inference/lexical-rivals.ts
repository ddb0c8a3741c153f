import { parseOnce } from '../../../core/parse-once.ts'
import { fraction } from '../../../core/metric-kit.ts'
import type { Scorer } from '../../../core/scorer.ts'
import { cupidGoldSchema, inferencePredictionSchema } from '../shapes.ts'
import { contentTerms, coverage } from './lexical-terms.ts'
import { followed, rivalBounds, rivalMetrics, rivalOf } from './rival-metrics.ts'

const goldOf = parseOnce(cupidGoldSchema)

/** A text follows one of two preferences when it has so much more of what is that one's alone. */
const MARGIN = 1 / 6

/**
 * Which of two preferences an inferred one follows, by the words that each has and the other lacks: the one that applies,
 * or its rival (the old one of a changing case, the contrasting one of a contrastive case).
 */
export const lexicalRivals: Scorer = {
  name: 'lexical-rivals',
  version: '1',
  options: {},
  metrics: rivalMetrics,
  bounds: ({ gold }) => rivalBounds(goldOf(gold)),
  score(prediction, { gold }) {
    const found = goldOf(gold)
    const rival = rivalOf(found)
    if (rival === null)
      return { metrics: Object.fromEntries(rivalMetrics.map(({ name }) => [name, fraction(0, 0)])) }
    const said = contentTerms(inferencePredictionSchema.parse(prediction).preference)
    const [own, other] = [contentTerms(found.preference), contentTerms(rival.preference)]
    const alone = (a: ReadonlySet<string>, b: ReadonlySet<string>) =>
      new Set([...a].filter((term) => !b.has(term)))
    const toGold = coverage(alone(own, other), said)
    const toRival = coverage(alone(other, own), said)
    const follows = toGold >= toRival + MARGIN ? 'gold' : toRival >= toGold + MARGIN ? 'rival' : 'neither'
    return { metrics: followed(found, follows), detail: { follows, to_gold: toGold, to_rival: toRival } }
  },
}
