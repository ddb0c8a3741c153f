import type { Json, JsonObject } from '../../core/json.ts'
import type { Method } from './messages.ts'

/** Carries calls to a memory system outside; one for each scope. */
export interface Transport {
  /**
   * @param limit milliseconds for the answer; null: the transport's own limit
   * @throws Fault
   */
  call(
    method: Method,
    params: JsonObject,
    options: { signal: AbortSignal; limit: number | null },
  ): Promise<Json>
  /** Whether what was stored is gone because the other side ended; null where that can't be seen. */
  isGone(): boolean | null
}

export interface ProtocolLimits {
  /** Milliseconds that one call may take. */
  readonly timeout: number
  /** Bytes of one answer. */
  readonly maxOutput: number
  /** How often a program that ended is started again. */
  readonly restarts: number
}

/** Two minutes, 16 MiB, three times. */
export const protocolLimits: ProtocolLimits = { timeout: 120_000, maxOutput: 16 * 1024 * 1024, restarts: 3 }
