import type { Rival } from '../shapes.ts'
import type { InstanceFacts, SessionFacts, Siblings } from './persona-index.ts'

/** How a variant's history differs from that of its consistent sibling; places count from 0. */
export interface HistoryChange {
  /** Places in the variant of sessions that the sibling lacks. */
  readonly added: readonly number[]
  /** Dialogues of the sibling that the variant lacks. */
  readonly dropped: readonly string[]
  readonly kept: number
  readonly keepsOrder: boolean
}

/** Compares two histories by their dialogues; a dialogue that comes twice counts twice. */
export function historyChange(
  variant: readonly SessionFacts[],
  consistent: readonly SessionFacts[],
): HistoryChange {
  const left = consistent.map(({ dialogue }) => dialogue)
  const added: number[] = []
  const keptHere: string[] = []
  for (const [place, { dialogue }] of variant.entries()) {
    const at = left.indexOf(dialogue)
    if (at < 0) added.push(place)
    else keptHere.push(...left.splice(at, 1))
  }
  const dropped = [...left]
  const keptThere = consistent
    .map(({ dialogue }) => dialogue)
    .filter((dialogue) => {
      const at = left.indexOf(dialogue)
      if (at >= 0) left.splice(at, 1)
      return at < 0
    })
  return {
    added,
    dropped,
    kept: keptHere.length,
    keepsOrder: keptHere.every((dialogue, place) => dialogue === keptThere[place]),
  }
}

/** The preferences that a wrong answer may follow, and what to call them in a tag. */
export interface Rivals {
  readonly contrasting: Rival | null
  readonly superseded: Rival | null
  /** `unknown` where the consistent sibling is not in the data, so that nothing can be told. */
  readonly tag: 'none' | 'contrasting' | 'superseded' | 'unknown'
}

function places(
  sessions: readonly SessionFacts[],
  holds: (session: SessionFacts, place: number) => boolean,
): number[] {
  return sessions.flatMap((session, place) => (holds(session, place) ? [place + 1] : []))
}

/** The preference of the sessions that only the contrastive variant has; of several the last one shown. */
function contrastingOf(own: InstanceFacts, consistent: InstanceFacts): Rival | null {
  const { added } = historyChange(own.sessions, consistent.sessions)
  const others = added.filter((place) => own.sessions[place]?.factor !== own.factor)
  const last = own.sessions[others.at(-1) ?? -1]
  if (last === undefined) return null
  const { factor, preference } = last
  const sessions = places(
    own.sessions,
    (session, place) =>
      others.includes(place) && session.factor === factor && session.preference === preference,
  )
  return { factor, preference, sessions }
}

/** The preference that the consistent sibling has for the same factor, where the changed one is another. */
function supersededOf(own: InstanceFacts, consistent: InstanceFacts): Rival | null {
  const { factor } = own
  const { preference } = consistent
  if (consistent.factor !== factor || preference === own.preference) return null
  const sessions = places(
    own.sessions,
    (session) => session.factor === factor && session.preference === preference,
  )
  return { factor, preference, sessions }
}

/** Derives what no field of an instance says from the consistent instance of the same persona (spec 1.5). */
export function rivalsOf(own: InstanceFacts, siblings: Siblings): Rivals {
  if (own.type === 'consistent') return { contrasting: null, superseded: null, tag: 'none' }
  const consistent = siblings.get('consistent')
  if (consistent === undefined) return { contrasting: null, superseded: null, tag: 'unknown' }
  if (own.type === 'contrastive') {
    const contrasting = contrastingOf(own, consistent)
    return { contrasting, superseded: null, tag: contrasting === null ? 'none' : 'contrasting' }
  }
  const superseded = supersededOf(own, consistent)
  return { contrasting: null, superseded, tag: superseded === null ? 'none' : 'superseded' }
}
