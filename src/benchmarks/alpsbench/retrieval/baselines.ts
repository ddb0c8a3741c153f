import { parseOnce } from '../../../core/parse-once.ts'
import type { BaselineDefinition } from '../../../core/track.ts'
import { blindBaseline, privilegedBaseline } from '../../../core/baseline-kit.ts'
import { retrievalGoldSchema, retrievalInputSchema, type Candidate } from '../shapes.ts'
import { bm25Baselines } from './bm25.ts'
import { fitFrequentLabel, fittedLabel } from './frequent-label.ts'
import { labelled, longest, random, smallestOnce } from './picks.ts'
import { ranked, selection } from './prediction.ts'

const inputOf = parseOnce(retrievalInputSchema)
const goldOf = parseOnce(retrievalGoldSchema)

/** Picks a candidate without reading the query. Without a ranking: 1,001 ids a case are a lot to store for a floor. */
function blindPick(
  name: string,
  description: string,
  pick: (candidates: readonly Candidate[]) => Candidate | undefined,
): BaselineDefinition {
  return blindBaseline({
    id: `baseline:${name}`,
    description,
    predict: ({ input }) => selection(pick(inputOf(input).candidate_memories), name),
  })
}

/** Ceiling, floors and lexical retrievers of the retrieval tracks. All are cheap and run with every run. */
export const retrievalBaselines: readonly BaselineDefinition[] = [
  privilegedBaseline({
    id: 'oracle',
    description: 'Selects the gold memory',
    predict({ gold }) {
      const { selected_memory_id: id, selected_memory: memory } = goldOf(gold)
      return ranked([{ ...memory, memory_id: id }], 'oracle')
    },
  }),
  blindPick('first', 'Selects the first candidate', (candidates) => candidates[0]),
  blindPick('longest', 'Selects the candidate with the longest text', longest),
  blindPick('id-multiplicity', 'Selects the smallest-numbered id that occurs once in the list', smallestOnce),
  blindBaseline({
    id: 'baseline:random',
    description: 'Selects a random candidate, by seed and case',
    predict: ({ input, id, seed }) =>
      selection(random(inputOf(input).candidate_memories, seed, id), 'random'),
  }),
  blindBaseline({
    id: 'baseline:constant',
    description: 'Selects the first candidate with the label that targets elsewhere have most often',
    fit: fitFrequentLabel,
    predict: ({ input, state }) =>
      selection(labelled(inputOf(input).candidate_memories, fittedLabel(state)), 'constant'),
  }),
  ...bm25Baselines,
]
