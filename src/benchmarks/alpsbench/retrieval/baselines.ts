import { parseOnce } from '../../../core/parse-once.ts'
import type { BaselineDefinition } from '../../../core/track.ts'
import { blindBaseline, privilegedBaseline } from '../baseline-kit.ts'
import { retrievalGoldSchema, retrievalInputSchema, type Candidate } from '../shapes.ts'
import { bm25Baselines } from './bm25.ts'
import { fitFrequentLabel, fittedLabel } from './frequent-label.ts'
import { labelFirst, listOrder, longestFirst, onceOnlyFirst, randomOrder } from './orders.ts'
import { rankedPrediction } from './prediction.ts'
import { sameId } from './public-exact.ts'

const inputOf = parseOnce(retrievalInputSchema)
const goldOf = parseOnce(retrievalGoldSchema)

type Order = (candidates: readonly Candidate[]) => readonly Candidate[]

/** Orders the candidates without reading the query. */
function blindOrder(name: string, description: string, order: Order): BaselineDefinition {
  return blindBaseline({
    id: `baseline:${name}`,
    description,
    predict: ({ input }) => rankedPrediction(order(inputOf(input).candidate_memories), name),
  })
}

/** Ceiling, floors and lexical retrievers of the retrieval tracks. All are cheap and run with every run. */
export const retrievalBaselines: readonly BaselineDefinition[] = [
  privilegedBaseline({
    id: 'oracle',
    description: 'Selects the gold memory',
    predict({ input, gold }) {
      const { selected_memory_id: id, selected_memory: memory } = goldOf(gold)
      const { candidate_memories: candidates } = inputOf(input)
      const others = candidates.filter((candidate) => !sameId(candidate.memory_id, id))
      return rankedPrediction([{ ...memory, memory_id: id }, ...others], 'oracle')
    },
  }),
  blindOrder('first', 'Selects the first candidate', listOrder),
  blindOrder('longest', 'Selects the candidate with the longest text', longestFirst),
  blindOrder(
    'id-multiplicity',
    'Selects the smallest-numbered id that occurs once in the list',
    onceOnlyFirst,
  ),
  blindBaseline({
    id: 'baseline:random',
    description: 'Selects a random candidate, by seed and case',
    predict: ({ input, id, seed }) =>
      rankedPrediction(randomOrder(inputOf(input).candidate_memories, seed, id), 'random'),
  }),
  blindBaseline({
    id: 'baseline:constant',
    description: 'Selects the first candidate with the label that targets elsewhere have most often',
    fit: fitFrequentLabel,
    predict: ({ input, state }) =>
      rankedPrediction(labelFirst(inputOf(input).candidate_memories, fittedLabel(state)), 'constant'),
  }),
  ...bm25Baselines,
]
