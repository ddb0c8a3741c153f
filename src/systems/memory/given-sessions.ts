import type { GivenMemory, MemorySession } from '../../core/memory.ts'

/** Given memories for a system that can't start from any: each as a session in which the user says it. */
export function givenSessions(given: readonly GivenMemory[]): MemorySession[] {
  return given.map(({ id, text, time }) => ({
    id,
    time,
    zone: null,
    messages: [{ role: 'user', name: null, content: text, time: null }],
  }))
}
