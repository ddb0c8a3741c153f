/** Options of `rapport audit`. */
export interface AuditChoices {
  readonly track: readonly string[]
  readonly overlay: string | undefined
  readonly rules: readonly string[]
  readonly probes: boolean
  readonly sample: string | undefined
  readonly sampleSize: number
  readonly seed: number
  readonly failOn: 'error' | 'warning' | undefined
  readonly format: 'terminal' | 'markdown' | 'json'
  readonly out: string | undefined
  readonly quiet: boolean
}
