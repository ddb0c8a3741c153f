import { decimalsOf, figureText } from './format.ts'
import { leaderboardOf } from './leaderboard.ts'
import type { TrackReport } from './report.ts'

/** What repeats add to the ranking metric, one sentence per ranked system; none for a run without repeats. */
export function repeatLines(track: TrackReport): string[] {
  const board = leaderboardOf(track)
  const metric = track.metrics.get(board.rankedBy ?? '')
  return board.ranked.flatMap(({ system, own, published }) => {
    const repeats = ((board.ownName === null ? published : own) ?? published)?.repeats
    if (repeats === undefined) return []
    const { n, withinShare, passAll, majority } = repeats
    const parts = [
      withinShare === null
        ? 'nothing varies'
        : `${Math.round(withinShare * 100)} % of the variance is between repeats of a case, the rest between cases`,
      passAll === null ? '' : `pass^${n} ${figureText(passAll, decimalsOf(metric))}`,
      majority === null ? '' : `majority ${figureText(majority, decimalsOf(metric))}`,
    ]
    return [`${system}, ${n} repeats: ${parts.filter((part) => part !== '').join('; ')}`]
  })
}
