import { z } from 'zod'
import { fieldPath } from './check-shape.ts'
import { InputError } from './errors.ts'
import { wasSaidBy } from './instant.ts'
import type { Json } from './json.ts'
import type { GivenMemory, MemoryItem, MemorySession } from './memory.ts'

/** Something that a built-in memory keeps: a message as it was said, or an item that was given or written. */
export const memoryNoteSchema = z.object({
  id: z.string(),
  /** Who said it; null for what was given or written. */
  speaker: z.string().nullable(),
  text: z.string(),
  saidAt: z.string().nullable(),
  sources: z.array(z.string()),
})
export type MemoryNote = Readonly<z.infer<typeof memoryNoteSchema>>

/** Notes of a kept state, oldest first. */
export const memoryNotesSchema = z
  .array(memoryNoteSchema)
  .refine((notes) => new Set(notes.map(({ id }) => id)).size === notes.length, 'two notes have the same id')

/**
 * Reads what `snapshot` gave.
 * @throws InputError `memory-state` that names the field that is wrong
 */
export function readMemoryState<T>(name: string, schema: z.ZodType<T>, state: Json): T {
  const read = schema.safeParse(state)
  if (read.success) return read.data
  const [issue] = read.error.issues
  const field = fieldPath(issue?.path ?? [])
  throw new InputError(
    'memory-state',
    `the kept state of memory ${name} can't be read: ${issue?.message ?? 'it has another shape'}`,
    field === '' ? {} : { field },
    'run again with --fresh',
  )
}

/** An id that no note has yet: a user's data may name a session like a given memory. */
export function freeId(id: string, taken: ReadonlySet<string>): string {
  return taken.has(id) ? freeId(`${id}'`, taken) : id
}

/** One note per message that is not empty, `<session>#<number from 1>`, dated by the message or else its session. @param taken ids of notes */
export function notesOf({ id, time, messages }: MemorySession, taken: ReadonlySet<string>): MemoryNote[] {
  return messages.flatMap((message, place) => {
    if (message.content.trim() === '') return []
    const speaker = message.name === null ? message.role : `${message.name} (${message.role})`
    return [
      {
        id: freeId(`${id}#${place + 1}`, taken),
        speaker,
        text: message.content,
        saidAt: message.time ?? time,
        sources: [id],
      },
    ]
  })
}

/** One note per given memory that is not empty, under its own id. */
export function notesOfGiven(items: readonly GivenMemory[]): MemoryNote[] {
  return items
    .filter(({ text }) => text.trim() !== '')
    .map(({ id, text, time }) => ({ id, speaker: null, text, saidAt: time, sources: [id] }))
}

/** As the port wants it: the text with who said it. */
export function noteItem(
  { id, speaker, text, saidAt, sources }: MemoryNote,
  score: number | null,
): MemoryItem {
  const shown = speaker === null ? text : `${speaker}: ${text}`
  return { id, text: shown, saidAt, happenedAt: null, sources, score, raw: null }
}

/** The notes that were there at a time. @param asOf null: all */
export function notesBy(notes: readonly MemoryNote[], asOf: string | null): readonly MemoryNote[] {
  return asOf === null ? notes : notes.filter(({ saidAt }) => wasSaidBy(saidAt, asOf))
}

/**
 * Places from the highest score to the lowest; of equal ones the later, which is the newer.
 * @param scores of notes, oldest first
 */
export function placesByScore(scores: ArrayLike<number>): number[] {
  return Array.from({ length: scores.length }, (_, place) => place).toSorted(
    (a, b) => (scores[b] ?? 0) - (scores[a] ?? 0) || b - a,
  )
}

/** The `k` notes with the highest scores, best first, ties by {@link placesByScore}. */
export function bestNotes(notes: readonly MemoryNote[], scores: ArrayLike<number>, k: number): MemoryItem[] {
  return placesByScore(scores)
    .slice(0, k)
    .flatMap((place) => {
      const note = notes[place]
      return note === undefined ? [] : [noteItem(note, scores[place] ?? 0)]
    })
}

/** The newest first, without scores: for what hands over the same whatever is asked. */
export function newestFirst(notes: readonly MemoryNote[]): MemoryItem[] {
  return notes.toReversed().map((note) => noteItem(note, null))
}
