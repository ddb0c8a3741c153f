import type { FaultReason, FaultSide } from './outcome.ts'

/** Reasons that a second try can't change: the same bytes would come back. */
const FINAL: ReadonlySet<FaultReason> = new Set([
  'unusable-output',
  'missing-recording',
  'missing-row',
  'refusal',
])

/**
 * Thrown by a stage when a case can't go on. `by: 'system'` counts as the worst score, `by: 'infrastructure'`
 * is excluded and counted. The message is shown to people and may quote at most a short, cleaned excerpt.
 */
export class Fault extends Error {
  readonly reason: FaultReason
  readonly by: FaultSide

  constructor(reason: FaultReason, by: FaultSide, message: string) {
    super(message)
    this.name = 'Fault'
    this.reason = reason
    this.by = by
  }
}

/** Whether `resume` tries a failed stage again. `retry` asks for everything, whatever the reason. */
export function canSucceedLater(reason: FaultReason): boolean {
  return !FINAL.has(reason)
}
