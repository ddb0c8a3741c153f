import { Fault } from '../../core/fault.ts'
import type { MemoryTools } from '../../core/memory-tools.ts'

export type Waiting = Pick<MemoryTools, 'wait'>

/**
 * Ends the waiting for a call that does not end by itself; the call goes on, and what comes of it is let go.
 * @param limit milliseconds
 * @param signal ends the waiting with its reason
 * @throws Fault by the system `timeout`; what the call throws
 */
export async function timeLimit<T>(
  { wait }: Waiting,
  limit: number,
  signal: AbortSignal,
  what: string,
  call: () => Promise<T>,
): Promise<T> {
  signal.throwIfAborted()
  const over = new AbortController()
  const stop = (): void => over.abort(signal.reason)
  signal.addEventListener('abort', stop, { once: true })
  const passed = async (): Promise<never> => {
    try {
      await wait(limit, over.signal)
    } catch (error) {
      throw signal.aborted ? signal.reason : error
    }
    throw new Fault('timeout', 'system', `${what}: no answer within ${limit / 1000} s`)
  }
  try {
    return await Promise.race([call(), passed()])
  } finally {
    signal.removeEventListener('abort', stop)
    over.abort()
  }
}
