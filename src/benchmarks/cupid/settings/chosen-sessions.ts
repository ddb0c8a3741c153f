import type { CupidInput, Presented } from '../shapes.ts'

/**
 * The input with the sessions of these places only, in their order in time.
 * @param places from 0
 */
export function withSessions(input: CupidInput, places: readonly number[]): Presented {
  const kept = new Set(places)
  return {
    request: input.request,
    sessions: input.sessions.flatMap(({ dialogue }, place) =>
      kept.has(place) ? [{ dialogue, number: place + 1 }] : [],
    ),
  }
}

/** All words of a session. */
export function sessionText({ dialogue }: CupidInput['sessions'][number]): string {
  return dialogue.map(({ content }) => content).join('\n')
}
