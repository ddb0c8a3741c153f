import { figureLabel } from './figure-label.ts'
import { decimalsOf, figureText } from './format.ts'
import { leaderboardOf } from './leaderboard.ts'
import { rankedFigure } from './ranking.ts'
import type { TrackReport } from './report.ts'
import { layoutTable } from './table.ts'

/** All tracks of a report in one table: the best system of each with its headline, and what reading nothing gets. */
export function overviewLines(tracks: readonly TrackReport[], width: number): string[] {
  const columns = [
    // Names of tracks differ at their ends.
    { title: 'track', align: 'left', droppable: 0, readable: 32 },
    { title: 'best system', align: 'left', droppable: 0, readable: 16 },
    { title: 'headline', align: 'left', droppable: 0, keep: true },
    { title: 'ranked by', align: 'left', droppable: 3, readable: 24 },
    { title: 'its figure', align: 'left', droppable: 4, keep: true },
    { title: 'reading nothing', align: 'left', droppable: 1, keep: true },
    { title: 'by', align: 'left', droppable: 2, readable: 16 },
  ] as const
  return layoutTable(
    columns,
    tracks.map((track) => ({ cells: overviewCells(track) })),
    width,
  )
}

function overviewCells(track: TrackReport): string[] {
  const board = leaderboardOf(track)
  const decimals = decimalsOf(track.metrics.get(board.rankedBy ?? ''))
  const rowOf = (line: (typeof board.ranked)[number]) => (board.ownName === null ? line.published : line.own)
  const [best] = board.ranked
  const [blind] = board.inputBlind
  const blindFigure = blind === undefined ? null : (rowOf(blind)?.figure ?? null)
  const bestRow = best === undefined ? null : rowOf(best)
  const bestFigure = bestRow === null ? null : rankedFigure(bestRow)
  const level = board.ranked.filter((line) => {
    const row = rowOf(line)
    return (
      line !== best && row !== null && rankedFigure(row)?.value === bestFigure?.value && bestFigure !== null
    )
  }).length
  return [
    track.track,
    best === undefined
      ? track.rows.length === 0
        ? 'nothing measured'
        : 'none ran'
      : `${best.system}${level === 0 ? '' : ` and ${level} level with it`}`,
    best?.headline == null ? (best === undefined ? '' : 'none') : figureText(best.headline, 3),
    board.rankedBy === null ? '' : figureLabel(track, board.rankedBy),
    bestFigure === null ? '' : figureText(bestFigure, decimals),
    blindFigure === null ? '' : figureText(blindFigure, decimals),
    blind === undefined || blindFigure === null ? '' : blind.system,
  ]
}
