import { RapportError, UsageError } from '../../core/errors.ts'
import { Fault, RunStop } from '../../core/fault.ts'

/** Longest message of a memory system that is kept. */
const KEPT = 300

/**
 * Runs a step of a memory system. What it throws is its own fault, unless it is a fault that says otherwise; that it
 * can't be used at all ends the run.
 * @throws Fault by the system `crash`; faults of the gateway as they are; RunStop
 */
export async function guarded<T>(what: string, signal: AbortSignal, step: () => Promise<T>): Promise<T> {
  try {
    return await step()
  } catch (error) {
    if (error instanceof Fault || error instanceof RunStop || signal.aborted) throw error
    if (error instanceof UsageError) throw new RunStop(error.message, error.fix ?? '')
    if (error instanceof RapportError) throw error
    throw new Fault('crash', 'system', `${what}: ${messageOf(error)}`)
  }
}

/** A fault of the memory system itself, which counts against it alone. */
export function isOwnFault(error: unknown): error is Fault {
  return error instanceof Fault && error.by === 'system'
}

/** In one line without control characters: it is hostile text. */
function messageOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error)
  return message
    .replaceAll(/\p{Cc}+/gu, ' ')
    .trim()
    .slice(0, KEPT)
}
