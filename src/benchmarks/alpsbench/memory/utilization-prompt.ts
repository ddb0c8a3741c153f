import { z } from 'zod'
import { dataBlock } from '../../../core/data-block.ts'
import type { Json, JsonObject } from '../../../core/json.ts'
import type { MemoryItem } from '../../../core/memory.ts'
import type { TrackPrompt } from '../../../core/prompt.ts'
import { strictPrompt, twoMessages } from '../prompts/track-prompt.ts'
import type { Ability } from '../shapes.ts'
import { answerReply, answerTokens, strictSystem } from '../utilization/prompt.ts'

const presentedSchema = z.object({
  query: z.string(),
  memories: z.array(
    z.object({
      text: z.string(),
      said_at: z.string().exactOptional(),
      happened_at: z.string().exactOptional(),
    }),
  ),
})

const memoriesRule = `The block "memories" is what a memory of earlier conversations with this user gave for the query, the best match first;
said_at and happened_at are dates where they are known. It stands in place of the conversations: what holds for these
holds for it. It may be empty or beside the point; then answer as well as you can. The block "query" is what the user
says now.`

/** A query with what a memory system found for it, in the form that {@link memoryPrompt} takes. */
export function presented(query: string, found: readonly MemoryItem[]): Json {
  return { query, memories: found.map(memoryOf) }
}

function memoryOf({ text, saidAt, happenedAt }: MemoryItem): JsonObject {
  return {
    text,
    ...(saidAt === null ? {} : { said_at: saidAt }),
    ...(happenedAt === null ? {} : { happened_at: happenedAt }),
  }
}

/** The strict prompt of an ability with what a memory system found in place of memory and history. */
export function memoryPrompt(ability: Ability): TrackPrompt {
  const system = `${strictSystem(ability)}\n\n${memoriesRule}`
  return strictPrompt({
    track: `alpsbench/utilization/${ability}:memory`,
    texts: [system],
    reply: answerReply,
    maxOutputTokens: answerTokens,
    temperature: 0,
    build(input) {
      const { query, memories } = presentedSchema.parse(input)
      return twoMessages(system, `${dataBlock('memories', memories)}\n\n${dataBlock('query', query)}`, {})
    },
  })
}
