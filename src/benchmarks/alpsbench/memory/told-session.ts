import type { MemoryMessage, MemorySession } from '../../../core/memory.ts'
import type { Turn } from '../shapes.ts'

const USERS = new Set(['user', 'human'])
const ASSISTANTS = new Set(['assistant', 'ai', 'bot', 'model', 'gpt', 'chatgpt'])

/**
 * A conversation of the data as a memory system is told it. AlpsBench's dialogues have no dates and no time zones.
 * A role that is neither the user's nor the assistant's (a tool's) becomes `system` under its own name, so that
 * nobody takes its words for the user's.
 */
export function toldSession(id: string, turns: readonly Turn[]): MemorySession {
  return { id, time: null, zone: null, messages: turns.map(messageOf) }
}

function messageOf({ role, text: content }: Turn): MemoryMessage {
  const word = role.trim().toLowerCase()
  if (USERS.has(word)) return { role: 'user', name: null, content, time: null }
  if (ASSISTANTS.has(word)) return { role: 'assistant', name: null, content, time: null }
  return { role: 'system', name: word === 'system' ? null : role, content, time: null }
}
