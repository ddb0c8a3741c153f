import type { AnnotationEntry, AnswerBody, ItemState } from '../core/annotation.ts'

/** Where a person is with an item. */
export interface Standing {
  /** Of the latest entry, on which the next one rests; null: there is none. */
  readonly seq: number | null
  readonly state: ItemState
  /** null: nothing was said, or all of it was undone. */
  readonly body: AnswerBody | null
  /** Saves that undo can still walk back over. */
  readonly depth: number
  /** Milliseconds since 1970 of the latest entry. */
  readonly at: number | null
  /** What was said when the item was first done: before anything that stays hidden until then was seen. */
  readonly first: AnswerBody | null
}

export const nothingYet: Standing = { seq: null, state: 'open', body: null, depth: 0, at: null, first: null }

interface Said {
  readonly state: ItemState
  readonly body: AnswerBody | null
}

/** The saves of a person that are not undone, oldest first: a save adds one, undo takes the last one away. */
function stackOf(own: readonly AnnotationEntry[]): Said[] {
  const stack: Said[] = []
  for (const { act, state, body } of own) {
    if (act === 'save') stack.push({ state, body })
    else if (act === 'undo') stack.pop()
  }
  return stack
}

/**
 * What counts of a person's entries of one item, oldest first; adjudications are not among them. Undo walks back: after
 * the saves a, b, undo gives a, and undo again gives nothing. A save after it adds to what is left.
 */
export function standingOf(entries: readonly AnnotationEntry[]): Standing {
  const own = entries.filter(({ act }) => act !== 'adjudicate')
  const last = own.at(-1)
  if (last === undefined) return nothingYet
  const stack = stackOf(own)
  const top = stack.at(-1)
  return {
    seq: last.seq,
    state: top?.state ?? 'open',
    body: top?.body ?? null,
    depth: stack.length,
    at: last.at,
    first: own.find(({ act, state }) => act === 'save' && state === 'done')?.body ?? null,
  }
}

/**
 * What undo goes back to.
 * @returns null when nothing is left to undo
 */
export function beforeLast(entries: readonly AnnotationEntry[]): Said | null {
  const stack = stackOf(entries.filter(({ act }) => act !== 'adjudicate'))
  if (stack.length === 0) return null
  return stack.at(-2) ?? { state: 'open', body: null }
}
