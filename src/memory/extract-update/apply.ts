import { freeId, type MemoryNote } from '../../core/memory-note.ts'
import type { Operation } from './operations.ts'

/** A memory of items that a model wrote. */
export interface WrittenMemory {
  /** Oldest first; an item that was rewritten counts as new. */
  readonly notes: readonly MemoryNote[]
  /** Number of the next new item. */
  readonly next: number
  /** Operations that could not be done: an id that the model was not shown, or no text. */
  readonly ignored: number
}

export interface Applied extends WrittenMemory {
  /** New notes and rewritten ones: they have no vectors yet. */
  readonly changed: readonly MemoryNote[]
}

/** Where and when the operations' session was. */
export interface Origin {
  readonly session: string
  readonly saidAt: string | null
}

/**
 * Does what the model asked for, in its order.
 * @param shown ids of the items that the model saw: it may change no others
 */
export function applyOperations(
  memory: WrittenMemory,
  operations: readonly Operation[],
  shown: ReadonlySet<string>,
  { session, saidAt }: Origin,
): Applied {
  const notes = new Map(memory.notes.map((note) => [note.id, note]))
  const changed = new Map<string, MemoryNote>()
  let { next, ignored } = memory
  const put = (note: MemoryNote) => {
    // Taken out first, so that it goes to the end.
    notes.delete(note.id)
    notes.set(note.id, note)
    changed.set(note.id, note)
  }
  for (const { event, id, text } of operations) {
    const words = text?.trim() ?? ''
    const old = id === null || id === undefined || !shown.has(id) ? undefined : notes.get(id)
    if (event === 'none') continue
    if (event === 'add' && words !== '') {
      const own = freeId(`m${next}`, new Set(notes.keys()))
      put({ id: own, speaker: null, text: words, saidAt, sources: [session] })
      next += 1
    } else if (event === 'update' && old !== undefined && words !== '') {
      put({ ...old, text: words, saidAt, sources: [...new Set([...old.sources, session])] })
    } else if (event === 'delete' && old !== undefined) {
      notes.delete(old.id)
      changed.delete(old.id)
    } else {
      ignored += 1
    }
  }
  return { notes: [...notes.values()], next, ignored, changed: [...changed.values()] }
}
