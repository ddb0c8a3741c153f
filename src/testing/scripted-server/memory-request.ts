import { z } from 'zod'
import { parseJson, type Json } from '../../core/json.ts'
import { payloadIn } from './payload.ts'

// Prompts that memory systems send, and tracks that ask with what a memory system found. They are recognised by their
// parts, whoever worded the rest.

/** A message as a writer of memories is shown it. */
export interface ToldMessage {
  readonly role: string
  readonly text: string
}

interface StoredItem {
  readonly id: string
  readonly text: string
}

/** What has to be kept of messages. */
export interface WriteRequest {
  readonly task: 'write'
  /**
   * operations: add, update, delete, none, as JSON. summary: a text on the user, written anew. session: a text on this
   * session alone. additive: mem0's list of new memories.
   */
  readonly form: 'operations' | 'summary' | 'session' | 'additive'
  readonly messages: readonly ToldMessage[]
  readonly memory: readonly StoredItem[]
  readonly summary: string
}

/** Which labels stored items have. */
export interface LabelRequest {
  readonly task: 'label'
  readonly stored: readonly { readonly place: string | number; readonly text: string }[]
}

/** A query of AlpsBench's utilization, with what was found for it. */
export interface RecallRequest {
  readonly task: 'recall'
  readonly query: string
  readonly memories: readonly string[]
}

export type MemoryRequest = WriteRequest | LabelRequest | RecallRequest

const messagesSchema = z.array(z.looseObject({ role: z.string(), text: z.string() }))
const memorySchema = z.array(z.looseObject({ id: z.string(), text: z.string() }))
const storedSchema = z.array(z.looseObject({ place: z.union([z.string(), z.number()]), text: z.string() }))
const recallSchema = z.looseObject({
  query: z.string(),
  memories: z.array(z.looseObject({ text: z.string() })),
})
const writeSchema = z.looseObject({
  session: messagesSchema,
  memory: memorySchema.exactOptional(),
  summary: z.string().exactOptional(),
})

/** What of memories a prompt asks for; null when it asks for nothing of the kind. */
export function memoryRequestIn(user: string): MemoryRequest | null {
  const additive = additiveIn(user)
  if (additive !== null) return additive
  if (!/^<data name="(?:session|stored|memories)">$/m.test(user)) return null
  const payload = payloadIn(user)
  const write = writeSchema.safeParse(payload).data
  if (write !== undefined) {
    const { session: messages, memory, summary } = write
    const form = memory !== undefined ? 'operations' : summary !== undefined ? 'summary' : 'session'
    return { task: 'write', form, messages, memory: memory ?? [], summary: summary ?? '' }
  }
  const stored = storedSchema.safeParse(payload['stored']).data
  if (stored !== undefined) return { task: 'label', stored }
  const recall = recallSchema.safeParse(payload).data
  if (recall === undefined) return null
  return { task: 'recall', query: recall.query, memories: recall.memories.map(({ text }) => text) }
}

/**
 * A request of mem0 3.3, open source: titled parts, of which "Existing Memories" is JSON on one line and "New Messages"
 * has `role: text` on each line. Nothing in it is escaped, so the last title that can end the messages is taken for it.
 */
function additiveIn(user: string): WriteRequest | null {
  if (!user.startsWith('## Summary\n') || !user.includes('\n\n# Output:')) return null
  const end = user.lastIndexOf('\n\n## Observation Date\n')
  for (const match of user.matchAll(/^## Existing Memories\n(.*)\n\n## New Messages\n/gm)) {
    const memory = memorySchema.safeParse(parsed(match[1] ?? '')).data
    const start = match.index + match[0].length
    if (memory === undefined || end < start - 1) continue
    const messages = messagesIn(user.slice(start, Math.max(start, end)))
    return { task: 'write', form: 'additive', messages, memory, summary: '' }
  }
  return null
}

function messagesIn(text: string): readonly ToldMessage[] {
  const [, ...parts] = text.split(/^(user|assistant|system): /m)
  return parts.flatMap((role, at) =>
    at % 2 === 0 ? [{ role, text: (parts[at + 1] ?? '').replace(/\n$/, '') }] : [],
  )
}

function parsed(text: string): Json | undefined {
  try {
    return parseJson(text)
  } catch {
    return undefined
  }
}
