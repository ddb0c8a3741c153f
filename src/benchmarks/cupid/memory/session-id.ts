/** Id of a prior session for memory systems. @param number its place in the history, from 1 */
export function sessionId(number: number): string {
  return `session-${number}`
}

/** The number in an id of ours; null for any other word. */
export function sessionNumber(id: string): number | null {
  const digits = /^session-([1-9]\d{0,8})$/.exec(id)?.[1]
  return digits === undefined ? null : Number(digits)
}
