/** Time as a port, so that only the outermost layer reads the real clock. */
export interface Clock {
  /** Milliseconds since 1970-01-01 UTC. */
  now(): number
  /** Milliseconds that only grow, for durations. */
  monotonic(): number
}
