import { z } from 'zod'
import { Fault } from '../../core/fault.ts'
import { MemoryMeter } from '../../core/memory-meter.ts'
import {
  memoryNotesSchema,
  newestFirst,
  noteItem,
  notesBy,
  notesOf,
  notesOfGiven,
  readMemoryState,
  type MemoryNote,
} from '../../core/memory-note.ts'
import { builtInCapabilities, readyAtOnce } from '../../core/memory-note-scope.ts'
import { memoryWriter, writtenFacts } from '../../core/memory-writer.ts'
import type { MemorySystem } from '../../core/memory.ts'
import type { MemoryTools } from '../../core/memory-tools.ts'
import { withoutThinking } from '../../text/reply-cleaning.ts'
import { summaryMessages, summaryPrompt } from './prompt.ts'

const NAME = 'rolling-summary'

const stateSchema = z.object({ notes: memoryNotesSchema.max(1) })

/**
 * Keeps one text on the user, which the model writes anew after each session from the old one and the session; one call
 * a session. Given memories are its first text, a line each. It hands over that text whatever is asked. As of a time
 * before the last session it finds nothing: the older text is gone.
 * @throws UsageError when no model was named
 */
export function rollingSummaryMemory(tools: MemoryTools): MemorySystem {
  const writer = memoryWriter(tools, NAME, summaryPrompt)
  return {
    name: NAME,
    version: '1',
    identity: { writer: writer.identity },
    capabilities: builtInCapabilities,
    facts: writtenFacts(writer, { embedder: null, searches: false }),
    warnings: [],
    async open({ state, sample, signal }) {
      const meter = new MemoryMeter()
      let notes: readonly MemoryNote[] = state === null ? [] : readMemoryState(NAME, stateSchema, state).notes
      const write = (text: string, told: readonly MemoryNote[]) => {
        const sources = new Set([...notes, ...told].flatMap((note) => note.sources))
        const saidAt = told.at(-1)?.saidAt ?? null
        notes = [{ id: 'summary', speaker: null, text, saidAt, sources: [...sources] }]
      }
      return {
        async preload(items) {
          const given = notesOfGiven(items)
          if (given.length > 0) write(given.map(({ text }) => text).join('\n'), given)
        },
        async ingest(session) {
          const told = notesOf(session, new Set())
          if (told.length === 0) return
          const messages = summaryMessages(notes[0]?.text ?? '', session)
          const said = withoutThinking(await writer.write(messages, { sample, signal, meter }))
          const text = said.isCut ? '' : said.text.trim()
          if (text === '') {
            throw new Fault('unusable-output', 'system', `${NAME}: session ${session.id} got no summary`)
          }
          write(text, told)
        },
        waitReady: readyAtOnce,
        search: async (_, { asOf }) => newestFirst(notesBy(notes, asOf)),
        list: async () => notes.map((note) => noteItem(note, null)),
        snapshot: async () => ({ notes: notes.map((note) => ({ ...note })) }),
        async destroy() {
          notes = []
        },
        usage: () => meter.usage(),
      }
    },
  }
}
