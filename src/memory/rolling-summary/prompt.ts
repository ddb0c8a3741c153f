import { memoryMessages, sessionMaterial, type MemoryPrompt } from '../../core/memory-prompt.ts'
import type { MemorySession } from '../../core/memory.ts'
import type { ChatMessage } from '../../core/model.ts'

export const summaryPrompt: MemoryPrompt = {
  version: '1',
  instruction: `You keep a summary of one user for an assistant that will talk with this user again.
You are given the summary so far ("summary", empty at first) and the newest session between user and assistant
("session", oldest message first). Write the summary anew so that it covers both.
Rules:
1. Keep what tells something about the user: facts, preferences, habits, people, plans, feelings, wishes for answers.
2. Where the session contradicts the summary, the session counts. Keep everything else that the summary says.
3. What the assistant says counts only where the user accepts it. Add nothing that was not said.
4. Keep names, numbers and dates. Write in the language that the user writes in.
5. At most 400 words. Reply with the summary only, as plain text.`,
  reply: null,
}

/** @param summary the one so far; empty before the first session */
export function summaryMessages(summary: string, session: MemorySession): ChatMessage[] {
  return memoryMessages(summaryPrompt, [
    ['summary', summary],
    ['session', sessionMaterial(session)],
  ])
}
