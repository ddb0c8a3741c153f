import { memoryMessages, sessionMaterial, type MemoryPrompt } from '../../core/memory-prompt.ts'
import type { MemorySession } from '../../core/memory.ts'
import type { ChatMessage } from '../../core/model.ts'

export const updatePrompt: MemoryPrompt = {
  version: '1',
  instruction: `You keep the long-term memory of one user for an assistant that will talk with this user again.
You are given the newest session between user and assistant ("session", oldest message first) and the items of the
memory that are nearest to it ("memory", each with its id). Say what has to change in the memory.
Rules:
1. An item is one short statement about the user that can be understood by itself, with names, numbers and dates.
2. "add": something about the user that no item says. "id" is null, "text" the new item.
3. "update": an item that the session makes richer or corrects. "id" is the item's, "text" the whole new wording.
4. "delete": an item that the session shows to be no longer true, with nothing to put in its place. "text" is null.
5. "none": an item that the session mentions and leaves as it is. "text" is null.
6. What the assistant says counts only where the user accepts it. Add nothing that was not said, nothing about other
   people that says nothing about the user, and nothing that matters for this session only.
7. Use no id that is not in "memory". Write items in the language that the user writes in.
Reply with JSON only, an empty list when nothing has to change:
{"operations": [{"event": "add" | "update" | "delete" | "none", "id": string or null, "text": string or null}]}`,
  reply: {
    name: 'memory_operations',
    schema: {
      type: 'object',
      properties: {
        operations: {
          type: 'array',
          items: {
            type: 'object',
            properties: {
              event: { type: 'string', enum: ['add', 'update', 'delete', 'none'] },
              id: { type: ['string', 'null'] },
              text: { type: ['string', 'null'] },
            },
            required: ['event', 'id', 'text'],
            additionalProperties: false,
          },
        },
      },
      required: ['operations'],
      additionalProperties: false,
    },
  },
}

/** @param memory the items nearest to the session, best first */
export function updateMessages(
  session: MemorySession,
  memory: readonly { readonly id: string; readonly text: string }[],
): ChatMessage[] {
  return memoryMessages(updatePrompt, [
    ['session', sessionMaterial(session)],
    ['memory', memory.map(({ id, text }) => ({ id, text }))],
  ])
}
