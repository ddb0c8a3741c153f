import type { Clock } from './clock.ts'
import type { MemoryTools } from './memory-tools.ts'
import type { Readiness } from './memory.ts'

export type PieceState = 'pending' | 'done' | 'failed'

/** Milliseconds between the first two looks, doubled after each up to the longest. */
const FIRST = 250
const LONGEST = 5000

/**
 * Waits until a service has worked through what it was told, by asking for each piece until it is done.
 * @param pieces by any key, with the session each is of; what is done or failed is taken out
 * @param look the state of one piece; what it throws ends the wait
 * @param deadline milliseconds from now
 */
export async function pollReadiness(
  { clock, wait }: { readonly clock: Clock } & Pick<MemoryTools, 'wait'>,
  pieces: Map<string, string>,
  look: (piece: string) => Promise<PieceState>,
  deadline: number,
  signal: AbortSignal,
): Promise<Readiness> {
  const end = clock.monotonic() + deadline
  const failed = new Set<string>()
  for (let pause = FIRST; ; pause = Math.min(pause * 2, LONGEST)) {
    for (const [piece, session] of pieces) {
      const state = await look(piece)
      if (state === 'failed') failed.add(session)
      if (state !== 'pending') pieces.delete(piece)
      if (state === 'pending' && clock.monotonic() >= end) return { state: 'timeout' }
    }
    if (pieces.size === 0) {
      return failed.size === 0 ? { state: 'ready' } : { state: 'failed', sessions: [...failed] }
    }
    const left = end - clock.monotonic()
    if (left <= 0) return { state: 'timeout' }
    await wait(Math.min(pause, left), signal)
  }
}
