import type { AuditFinding, AuditProbe, AuditReport } from '../../core/audit.ts'

/** `24 of 120`, or `24`. */
export function countText({ count, of }: Pick<AuditFinding, 'count' | 'of'>): string {
  return of === null ? String(count) : `${count} of ${of}`
}

/** What was looked at. */
export function scopeText({ cases }: Pick<AuditReport, 'cases'>): string {
  return cases
    .map(({ track, cases: n, clusters }) => `${track} ${n} cases in ${clusters} clusters`)
    .join('; ')
}

/** The findings of one severity in a word: `3 errors`. */
export function tallyText({ findings }: Pick<AuditReport, 'findings'>): string {
  const names = { error: 'errors', warning: 'warnings', note: 'notes' } as const
  return (['error', 'warning', 'note'] as const)
    .map((severity) => {
      const count = findings.filter((finding) => finding.severity === severity).length
      return `${count} ${count === 1 ? severity : names[severity]}`
    })
    .join(', ')
}

/** The best probe of each headline and published figure. */
export function leadingProbes(probes: readonly AuditProbe[]): AuditProbe[] {
  const best = new Map<string, AuditProbe>()
  for (const probe of probes) {
    if (probe.role === 'other') continue
    const key = `${probe.track} ${probe.instrument} ${probe.metric}`
    const known = best.get(key)
    if (known === undefined || probe.share > known.share) best.set(key, probe)
  }
  return [...best.values()]
}

/** Cells of a probe: track, figure, system, value, share. */
export function probeCells(probe: AuditProbe): string[] {
  const { track, instrument, metric, system, value, low, high, share, role, n } = probe
  return [
    track,
    `${instrument} ${metric}${role === 'headline' ? ' (headline)' : ''}`,
    system,
    `${value.toFixed(3)} [${low.toFixed(3)}, ${high.toFixed(3)}]`,
    String(n),
    `${(100 * share).toFixed(1)} %`,
  ]
}
