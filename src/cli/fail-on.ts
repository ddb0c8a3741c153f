import type { Report, ResultRow } from '../reports/report.ts'

/** Conditions of `--fail-on`. */
export const failConditions = ['unscored', 'failed', 'invalid', 'probe'] as const
export type FailCondition = (typeof failConditions)[number]

/** An answer that no judge could be reached for is a failure by its cause, and unscored by what became of it. */
function meets(row: ResultRow, condition: Exclude<FailCondition, 'probe'>): boolean {
  switch (condition) {
    case 'invalid':
      return row.invalid
    case 'unscored':
      return row.unscored + row.notJudged > 0
    case 'failed':
      return row.failed > 0
  }
}

/** The conditions that a report meets, each with the systems that meet it; competing systems only. */
export function metConditions(report: Report, conditions: readonly FailCondition[]): string[] {
  return conditions.flatMap((condition) => {
    if (condition === 'probe') {
      const failed = report.judges.filter(({ state }) => state === 'failed')
      return failed.length === 0
        ? []
        : [`probe: ${failed.map(({ judge, instrument }) => `${judge} under ${instrument}`).join(', ')}`]
    }
    const rows = report.tracks
      .flatMap((track) => track.rows)
      .filter((row) => row.kind === 'ranked' && row.slice === undefined)
      .filter((row) => meets(row, condition))
    const systems = [...new Set(rows.map((row) => `${row.system} on ${row.track}`))]
    return systems.length === 0 ? [] : [`${condition}: ${systems.join(', ')}`]
  })
}
