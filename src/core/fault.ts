import { RapportError } from './errors.ts'
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

/**
 * Thrown by a stage when the whole run must end, not only a case: the budget is used up, a key is wrong, a model
 * does not exist. Nothing is recorded for the case; what finished is kept, and resume goes on.
 */
export class RunStop extends RapportError {
  constructor(message: string, fix: string) {
    super(message, { exitCode: 1, fix })
    this.name = 'RunStop'
  }
}
