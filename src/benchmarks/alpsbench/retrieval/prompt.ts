import { parseOnce } from '../../../core/parse-once.ts'
import type { Protocol, TrackPrompt } from '../../../core/prompt.ts'
import { asciiJson } from '../../../text/python-json.ts'
import { dataBlock, dataRule } from '../../../core/data-block.ts'
import { opaqueIds } from '../prompts/opaque-ids.ts'
import { closedObject, text } from '../prompts/reply-schema.ts'
import { referencePrompt, strictPrompt, twoMessages } from '../prompts/track-prompt.ts'
import { retrievalInputSchema } from '../shapes.ts'

const inputOf = parseOnce(retrievalInputSchema)

/** Our wording of spec 3.4. */
const instruction = `You answer a user's query with the help of memories that are kept about the user. Among the candidate memories exactly
one is the memory that the query needs; find it and answer with it.

Reply with one JSON object and nothing else, no markdown:
{"answer": "your answer to the user", "reason": "how you got to the answer", "selected_memory_id": "the memory you used"}
selected_memory_id is the memory_id of one of the candidates, copied exactly.`

const blocksRule =
  'The block "query" is the query. The block "candidate_memories" lists the candidates, one a line.'

const reply = {
  name: 'memory_answer',
  schema: closedObject({ answer: text, reason: text, selected_memory_id: text }),
}

/** All five levels. */
const track = 'alpsbench/retrieval'
const maxOutputTokens = 4096

const strict = strictPrompt({
  track,
  texts: [instruction, dataRule, blocksRule],
  reply,
  maxOutputTokens,
  build(input) {
    const { query, candidate_memories: candidates } = inputOf(input)
    const ids = opaqueIds(input, candidates.length)
    const shown = candidates.map(({ value, label }, place) => ({ memory_id: ids[place] ?? '', value, label }))
    const user = [dataBlock('candidate_memories', shown), dataBlock('query', query)].join('\n\n')
    // In the order of the candidates: the parser finds the memory that an id stands for by its place.
    return twoMessages([instruction, dataRule, blocksRule].join('\n\n'), user, { candidate_ids: ids })
  },
})

/**
 * The protocol of the authors (spec 3.4): `{query, candidate_memories}` with the ids of the data, ASCII-escaped.
 * @param authors their own system message; ours without it
 */
export function referenceRetrieval(authors?: string): TrackPrompt {
  return referencePrompt({
    track,
    maxOutputTokens,
    ours: instruction,
    authors,
    differences: ['original-ids'],
    build(system, input) {
      const { query, candidate_memories } = inputOf(input)
      return twoMessages(system, asciiJson({ query, candidate_memories }), {})
    },
  })
}

export const retrievalPrompts: Readonly<Record<Protocol, TrackPrompt>> = {
  strict,
  reference: referenceRetrieval(),
}
