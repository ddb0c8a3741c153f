/** What a server has seen since it started. */
export interface ServerStats {
  /** Requests of the OpenAI API, whatever became of them. */
  readonly requests: number
  readonly inFlight: number
  readonly maxInFlight: number
  readonly byModel: Readonly<Record<string, number>>
  /** By HTTP status; `aborted` where the connection ended before the answer was complete. */
  readonly byStatus: Readonly<Record<string, number>>
  /** Different requests (model and messages): the others asked for what had been asked before. */
  readonly distinct: number
}

/** Counts requests from their start to the end of their answer. */
export class Counters {
  private requests = 0
  private inFlight = 0
  private maxInFlight = 0
  private readonly byModel = new Map<string, number>()
  private readonly byStatus = new Map<string, number>()
  private readonly tries = new Map<string, number>()

  /** @returns to be called once, at the end */
  begin(): (status: number | 'aborted') => void {
    this.requests++
    this.inFlight++
    this.maxInFlight = Math.max(this.maxInFlight, this.inFlight)
    return (status) => {
      this.inFlight--
      increment(this.byStatus, String(status))
    }
  }

  /** @returns how often the same was asked before */
  asked(model: string, request: string): number {
    increment(this.byModel, model)
    return increment(this.tries, request) - 1
  }

  stats(): ServerStats {
    return {
      requests: this.requests,
      inFlight: this.inFlight,
      maxInFlight: this.maxInFlight,
      byModel: Object.fromEntries(this.byModel),
      byStatus: Object.fromEntries(this.byStatus),
      distinct: this.tries.size,
    }
  }
}

function increment(counts: Map<string, number>, key: string): number {
  const count = (counts.get(key) ?? 0) + 1
  counts.set(key, count)
  return count
}
