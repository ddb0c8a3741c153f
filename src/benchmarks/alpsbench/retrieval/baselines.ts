import type { Json, JsonObject } from '../../../core/json.ts'
import { parseOnce } from '../../../core/parse-once.ts'
import type { BaselineSystem, PrivilegedSystem } from '../../../core/system.ts'
import type { BaselineDefinition } from '../../../core/track.ts'
import { retrievalGoldSchema, retrievalInputSchema, type Candidate } from '../shapes.ts'
import { bm25Baselines } from './bm25.ts'
import { fitFrequentLabel, frequentLabel } from './frequent-label.ts'
import { labelFirst, listOrder, longestFirst, onceOnlyFirst, randomOrder } from './orders.ts'
import { rankedResponse } from './prediction.ts'
import { sameId } from './public-exact.ts'

const inputOf = parseOnce(retrievalInputSchema)
const goldOf = parseOnce(retrievalGoldSchema)

type Order = (
  candidates: readonly Candidate[],
  context: { readonly id: string; readonly fold: number },
) => readonly Candidate[]

/** A system that orders the candidates without reading the query. */
function inputBlind(name: string, order: Order, options: JsonObject = {}): BaselineSystem {
  return {
    id: `baseline:${name}`,
    access: 'baseline',
    kind: 'input-blind',
    identity: { system: `retrieval-${name}`, version: '1', ...options },
    external: false,
    async respond({ input, id, fold }) {
      const { candidate_memories: candidates } = inputOf(input)
      return rankedResponse(order(candidates, { id, fold }), `input-blind: ${name}`)
    },
  }
}

/** Knows the gold id; the ranking puts it first and keeps the order of the rest. */
function oracle(): PrivilegedSystem {
  return {
    id: 'oracle',
    access: 'gold',
    kind: 'privileged',
    identity: { system: 'retrieval-oracle', version: '1' },
    external: false,
    async predictPrivileged({ input, gold }) {
      const { selected_memory_id: id, selected_memory: memory } = goldOf(gold)
      const { candidate_memories: candidates } = inputOf(input)
      const others = candidates.filter((candidate) => !sameId(candidate.memory_id, id))
      return rankedResponse([{ ...memory, memory_id: id }, ...others], 'the gold memory')
    },
  }
}

/** Ceiling, floors and lexical retrievers of the retrieval tracks. All are cheap and run with every run. */
export const retrievalBaselines: readonly BaselineDefinition[] = [
  {
    id: 'oracle',
    kind: 'privileged',
    description: 'Selects the gold memory',
    standard: true,
    create: oracle,
  },
  {
    id: 'baseline:first',
    kind: 'input-blind',
    description: 'Selects the first candidate',
    standard: true,
    create: () => inputBlind('first', listOrder),
  },
  {
    id: 'baseline:longest',
    kind: 'input-blind',
    description: 'Selects the candidate with the longest text',
    standard: true,
    create: () => inputBlind('longest', longestFirst),
  },
  {
    id: 'baseline:id-multiplicity',
    kind: 'input-blind',
    description: 'Selects the smallest-numbered id that occurs once in the list',
    standard: true,
    create: () => inputBlind('id-multiplicity', onceOnlyFirst),
  },
  {
    id: 'baseline:random',
    kind: 'input-blind',
    description: 'Selects a random candidate, by seed and case',
    standard: true,
    create: ({ seed }) =>
      inputBlind('random', (candidates, { id }) => randomOrder(candidates, seed, id), { seed }),
  },
  {
    id: 'baseline:constant',
    kind: 'input-blind',
    description: 'Selects the first candidate with the label that targets elsewhere have most often',
    standard: true,
    fit: fitFrequentLabel,
    create: ({ states }: { states: readonly Json[] }) =>
      inputBlind('constant', (candidates, { fold }) => labelFirst(candidates, frequentLabel(states, fold)), {
        states: [...states],
      }),
  },
  ...bm25Baselines,
]
