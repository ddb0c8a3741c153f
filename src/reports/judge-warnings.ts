import type { ResultRow, TrackReport } from './report.ts'

/**
 * One sentence for each judged instrument that has no verdict on some answers: whose, how many, why, and how many
 * cases are left.
 */
export function judgeWarnings(track: Pick<TrackReport, 'track' | 'cases' | 'rows' | 'judged'>): string[] {
  return track.judged.flatMap(({ instrument, label }) => {
    const rows = track.rows.filter((row) => row.slice === undefined && row.instrument === instrument)
    const systems = [...new Set(rows.map(({ system }) => system))]
    const losses = systems.flatMap((system) => {
      const text = lossesOf(
        rows.filter((row) => row.system === system),
        track.cases,
      )
      return text === '' ? [] : [`${system} ${text}`]
    })
    return losses.length === 0
      ? []
      : [
          `some answers could not be judged on ${track.track} under ${label}, and its figures are of the others: ${losses.join('; ')}`,
        ]
  })
}

/** `4 (judge not reached), n 11 of 15`; metric by metric where these differ. */
function lossesOf(rows: readonly ResultRow[], cases: number): string {
  const texts = rows.map((row) => lossOf(row, cases))
  if (new Set(texts).size === 1) return texts[0] ?? ''
  return rows
    .flatMap(({ metric }, place) => (texts[place] === '' ? [] : [`${metric} ${texts[place] ?? ''}`]))
    .join(', ')
}

function lossOf({ notJudged, unscoredBy, figure }: ResultRow, cases: number): string {
  const unreadable = unscoredBy['judge-unreadable'] ?? 0
  const reasons = [
    ...(notJudged > 0 ? [`${notJudged} judge not reached`] : []),
    ...(unreadable > 0 ? [`${unreadable} judge-unreadable`] : []),
  ]
  return reasons.length === 0 ? '' : `${reasons.join(' and ')} (n ${figure?.n ?? 0} of ${cases})`
}
