import type { CupidGold } from '../shapes.ts'

/** Numbers of the prior sessions that show the preference that applies, in the context in which it applies; from 1. */
export function relevantSessions({
  factor,
  preference,
  sessions,
}: Pick<CupidGold, 'factor' | 'preference' | 'sessions'>): number[] {
  return sessions.flatMap((session, place) =>
    session.factor === factor && session.preference === preference ? [place + 1] : [],
  )
}
