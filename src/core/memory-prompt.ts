import { dataBlock, dataRule } from './data-block.ts'
import { hashJson } from './hash.ts'
import type { Json } from './json.ts'
import type { MemorySession } from './memory.ts'
import type { ChatMessage, ReplySchema } from './model.ts'

/** What a memory system tells the model that writes its items; the same for every call. */
export interface MemoryPrompt {
  /** Raised when its words or its reply form change. */
  readonly version: string
  /** The system message without the rule about material. */
  readonly instruction: string
  readonly reply: ReplySchema | null
}

/** Version and hash of a prompt, such as `1:0a1b2c3d4e5f`: changes with every word of it. */
export function memoryPromptId({ version, instruction, reply }: MemoryPrompt): string {
  const words = { instruction, rule: dataRule, reply: reply === null ? null : { ...reply } }
  return `${version}:${hashJson(words).slice(0, 12)}`
}

/** A call's messages: the instruction, then the material as blocks that no text inside can end. */
export function memoryMessages(
  { instruction }: MemoryPrompt,
  blocks: readonly (readonly [name: string, value: Json])[],
): ChatMessage[] {
  return [
    { role: 'system', content: `${instruction}\n\n${dataRule}` },
    { role: 'user', content: blocks.map(([name, value]) => dataBlock(name, value)).join('\n\n') },
  ]
}

/** A session's messages as a model is shown them; empty messages are left out. */
export function sessionMaterial({ time, messages }: MemorySession): Json {
  return messages
    .filter(({ content }) => content.trim() !== '')
    .map((message) => {
      const saidAt = message.time ?? time
      return { role: message.role, text: message.content, ...(saidAt === null ? {} : { said_at: saidAt }) }
    })
}
