import { isJsonObject } from '../../../core/json.ts'
import type { MemoryItem } from '../../../core/memory.ts'
import type { SearchPlan } from '../../../core/memory-plan.ts'
import { parseOnce } from '../../../core/parse-once.ts'
import { opaqueIds } from '../prompts/opaque-ids.ts'
import { sameId } from '../retrieval/public-exact.ts'
import { textField } from '../scoring/memory-lists.ts'
import { retrievalInputSchema, type Candidate } from '../shapes.ts'
import { carriesEvidence } from './carries.ts'

const inputOf = parseOnce(retrievalInputSchema)

interface Place {
  /** Opaque: the data's ids occur several times in a list, and the gold's does not (spec 7.4, R2). */
  readonly id: string
  readonly candidate: Candidate
}

const placesOf = parseOnce(
  retrievalInputSchema.transform((input): readonly Place[] => {
    const ids = opaqueIds(input, input.candidate_memories.length)
    return input.candidate_memories.map((candidate, place) => ({ id: ids[place] ?? '', candidate }))
  }),
)

/**
 * Retrieval with a memory system: it is given the candidates, and what a search with the query returns is the ranking.
 * A hundred places are asked for; the gold memory behind them counts as not retrieved.
 */
export const retrievalPlan: SearchPlan = {
  use: 'search',
  version: '1',
  k: 100,
  history: ({ input }) => ({
    given: placesOf(input).flatMap(({ id, candidate: { value, label } }) =>
      value === '' ? [] : [{ id, text: value, label: label === '' ? null : label, time: null }],
    ),
    sessions: [],
  }),
  evidence({ input, gold }) {
    const memory = isJsonObject(gold) ? gold['selected_memory'] : undefined
    if (!isJsonObject(memory)) return []
    const text = textField(memory, 'value')
    const wanted = textField(memory, 'memory_id')
    const place = placesOf(input).find(
      ({ candidate }) => sameId(candidate.memory_id, wanted) && candidate.value === text,
    )
    return place === undefined ? [] : [{ id: wanted, text, quotes: [], sessions: [place.id] }]
  },
  carries(item, evidence) {
    if ([item.id, ...item.sources].some((id) => evidence.sessions.includes(id))) return true
    return item.sources.length > 0 ? false : carriesEvidence(item, evidence)
  },
  query: (input) => inputOf(input).query,
  predict(input, found) {
    const order = ranking(placesOf(input), found)
    const [first] = order
    return {
      answer: first?.item.text ?? '',
      reason: '',
      selected_memory_id: first?.candidate.memory_id ?? '',
      ranking: order.map(({ candidate }) => candidate.memory_id),
    }
  },
}

/**
 * The candidates that the found items stand for, each once, best first: by source, else by id, else by equal text.
 * An item that was made of several candidates takes the places of all; one that tells of none takes no place.
 */
function ranking(places: readonly Place[], found: readonly MemoryItem[]) {
  const byId = new Map(places.map((place) => [place.id, place]))
  const taken = new Set<string>()
  return found.flatMap((item) => {
    const named = [...item.sources, item.id].flatMap((id) => byId.get(id) ?? [])
    const meant =
      named.length > 0 ? named : places.filter(({ candidate }) => candidate.value.trim() === item.text.trim())
    return meant.flatMap(({ id, candidate }) => {
      if (taken.has(id)) return []
      taken.add(id)
      return [{ item, candidate }]
    })
  })
}
