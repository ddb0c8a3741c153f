import { memoryMessages, sessionMaterial, type MemoryPrompt } from '../../core/memory-prompt.ts'
import type { MemorySession } from '../../core/memory.ts'
import type { ChatMessage } from '../../core/model.ts'

export const sessionSummaryPrompt: MemoryPrompt = {
  version: '1',
  instruction: `You sum up one session of one user for an assistant that will talk with this user again.
You are given the session ("session", oldest message first).
Rules:
1. Say what the session was about and what it tells about the user: facts, preferences, people, plans, feelings.
2. What the assistant says counts only where the user accepts it. Add nothing that was not said.
3. Keep names, numbers and dates. Write in the language that the user writes in.
4. At most 120 words. Reply with the summary only, as plain text.`,
  reply: null,
}

export function sessionSummaryMessages(session: MemorySession): ChatMessage[] {
  return memoryMessages(sessionSummaryPrompt, [['session', sessionMaterial(session)]])
}
