import { z } from 'zod'
import type { TrackPrompt } from '../../core/prompt.ts'

const askedSchema = z.object({
  messages: z.array(z.object({ role: z.enum(['system', 'user', 'assistant']), content: z.string() })).min(1),
})

/** Asks with the messages that a memory system wrote itself; everything else is as in the shared prompt. */
export function ownPrompt(shared: TrackPrompt, memory: string): TrackPrompt {
  return {
    ...shared,
    id: `${memory}:own-prompt`,
    reply: null,
    build: (input) => ({ messages: askedSchema.parse(input).messages, meta: {} }),
  }
}
