/** What a stage or system is told of the call it is in. */
export interface CallContext {
  readonly repeat: number
  readonly attempt: number
  /** A word that no other run has (`--fresh`), or null. */
  readonly fresh: string | null
  readonly signal: AbortSignal
}
