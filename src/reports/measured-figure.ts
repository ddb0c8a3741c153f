/** A figure with its interval; never a bare number. */
export interface Figure {
  readonly value: number
  readonly low: number
  readonly high: number
  readonly method: string
  readonly n: number
  readonly clusters: number
}
