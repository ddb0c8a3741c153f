import { leaderboardOf } from '../leaderboard.ts'
import type { ResultRow, TrackReport } from '../report.ts'
import { element, type Markup } from '../svg/markup.ts'
import { outcomesText, outcomeStrip, stripParts, type Outcomes } from '../svg/outcome-strip.ts'
import { inlineSvg } from '../svg/plot.ts'
import { pageTable } from './blocks.ts'
import { drawnFigures } from '../svg/report-plots.ts'

/** What became of a row's cases. Averaged repeats count once: a case is scored when one of its repeats is. */
export function outcomesOf({ figure, unscored, failedBy, skipped, policy }: ResultRow): Outcomes {
  const counted = figure?.n ?? 0
  // A fault of the system counts as the worst value and is among the n, unless failures are left out.
  const among =
    policy === 'exclude'
      ? 0
      : policy === 'worst'
        ? failedBy.system + failedBy.infrastructure
        : failedBy.system
  return {
    scored: Math.max(0, counted - among),
    unscored,
    failedSystem: failedBy.system,
    failedInfrastructure: failedBy.infrastructure,
    skipped,
  }
}

/** One strip a system, of the first of the track's figures that it has. */
export function outcomesTable(track: TrackReport): Markup {
  const board = leaderboardOf(track)
  const shown = drawnFigures(track)
  const systems = [...board.ranked, ...board.privileged, ...board.inputBlind]
  const rows = systems.flatMap(({ system }) => {
    const own = track.rows.filter((row) => row.slice === undefined && row.system === system)
    const row =
      shown
        .map(({ instrument, metric }) =>
          own.find((one) => one.instrument === instrument && one.metric === metric),
        )
        .find((one) => one !== undefined) ?? own[0]
    return row === undefined ? [] : [row]
  })
  return pageTable(
    `of ${track.cases} cases: ${stripParts.map(({ sign, words }) => `${sign} ${words}`).join(' · ')}`,
    [
      { title: 'system', kind: 'name' },
      { title: 'outcomes', kind: 'words' },
      { title: 'in numbers', kind: 'words' },
    ],
    rows.map((row) => {
      const outcomes = outcomesOf(row)
      return {
        cells: [
          row.system,
          element('div', { class: 'strip' }, inlineSvg(outcomeStrip(row.system, outcomes))),
          reasonsOf(row, outcomes),
        ],
      }
    }),
  )
}

function reasonsOf({ unscoredBy, notJudged }: ResultRow, outcomes: Outcomes): string {
  const reasons = Object.entries(unscoredBy)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([reason, count]) => `${count} ${reason}`)
  return [
    outcomesText(outcomes),
    reasons.length === 0 ? '' : `unscored by reason: ${reasons.join(', ')}`,
    notJudged === 0 ? '' : `${notJudged} answered and not judged`,
  ]
    .filter((part) => part !== '')
    .join('; ')
}
