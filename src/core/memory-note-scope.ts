import { z } from 'zod'
import { jsonSchema, type Json } from './json.ts'
import type { MemoryMeter } from './memory-meter.ts'
import {
  memoryNotesSchema,
  noteItem,
  notesBy,
  notesOf,
  notesOfGiven,
  readMemoryState,
  type MemoryNote,
} from './memory-note.ts'
import type {
  MemoryCapabilities,
  MemoryFacts,
  MemoryItem,
  MemoryScope,
  Readiness,
  SearchOptions,
} from './memory.ts'

/** What all built-in memories can do; differences are spread over it. */
export const builtInCapabilities: MemoryCapabilities = {
  dates: 'native',
  preload: true,
  list: true,
  asOf: true,
  readOnlySearch: true,
  readiness: 'at-once',
  keeps: 'state',
  maxK: null,
}

/** Facts of a memory that asks no model. */
export const modelFreeFacts: MemoryFacts = {
  embedder: null,
  extractionModel: null,
  extractionPrompt: null,
  searches: true,
}

export async function readyAtOnce(): Promise<Readiness> {
  return { state: 'ready' }
}

/** What a memory adds to keeping messages as they were said. */
export interface NoteWork {
  readonly meter: MemoryMeter
  /** Called before notes are kept; when it throws, none of them is. */
  prepare?(added: readonly MemoryNote[]): Promise<void>
  /** Which of all notes stay; default: all. */
  keep?(notes: readonly MemoryNote[]): readonly MemoryNote[]
  /** @param notes that were there at the time of the search, oldest first; the same array while nothing is added */
  search(query: string, notes: readonly MemoryNote[], options: SearchOptions): Promise<readonly MemoryItem[]>
  /** What a snapshot needs beside the notes. */
  pack?(notes: readonly MemoryNote[]): Json
  /** @throws InputError when it does not fit the notes */
  unpack?(packed: Json, notes: readonly MemoryNote[]): void
}

const stateSchema = z.object({ notes: memoryNotesSchema, vectors: jsonSchema.default(null) })

/**
 * A scope that keeps what it is told as notes: one per given memory and per message that is not empty.
 * @param name for errors
 * @param state what `snapshot` gave, or null
 * @throws InputError when the state can't be read
 */
export function openNoteScope(name: string, state: Json | null, work: NoteWork): MemoryScope {
  let notes: readonly MemoryNote[] = []
  const taken = new Set<string>()
  if (state !== null) {
    const read = readMemoryState(name, stateSchema, state)
    work.unpack?.(read.vectors, read.notes)
    notes = read.notes
    for (const { id } of notes) taken.add(id)
  }
  const add = async (added: readonly MemoryNote[]) => {
    if (added.length === 0) return
    await work.prepare?.(added)
    const all = [...notes, ...added]
    notes = work.keep?.(all) ?? all
    for (const { id } of added) taken.add(id)
  }
  return {
    preload: (items) => add(notesOfGiven(items)),
    ingest: (session) => add(notesOf(session, taken)),
    waitReady: readyAtOnce,
    search: (query, options) => work.search(query, notesBy(notes, options.asOf), options),
    list: async () => notes.map((note) => noteItem(note, null)),
    snapshot: async () => ({
      notes: notes.map((note) => ({ ...note })),
      vectors: work.pack?.(notes) ?? null,
    }),
    async destroy() {
      notes = []
    },
    usage: () => work.meter.usage(),
  }
}
