import { figureLabel } from '../figure-label.ts'
import { lossText } from '../leaderboard.ts'
import type { Report, TrackReport } from '../report.ts'
import { fragment, type Markup } from '../svg/markup.ts'
import { figureCell } from './cells.ts'
import { folded, pageTable, section } from './blocks.ts'

/** Rows of the whole page; the other forms have them all. */
export const MOST_ROWS = 4000

/** Every figure of the run, slices included, folded by track. */
export function allRowsSection(report: Report): Markup {
  const total = report.tracks.reduce((sum, { rows }) => sum + rows.length, 0)
  // Each track its share, so that the last ones are not the ones that are cut.
  const share = total > MOST_ROWS ? MOST_ROWS / total : 1
  return section(
    'rows',
    'All figures',
    report.tracks.map((track) => trackRows(track, Math.ceil(track.rows.length * share))),
  )
}

function trackRows(track: TrackReport, most: number): Markup {
  const shown = track.rows.slice(0, most)
  const caption =
    shown.length < track.rows.length
      ? `the first ${shown.length} of ${track.rows.length} figures; --format csv has all`
      : 'figures with 95 % intervals'
  if (shown.length === 0) return fragment()
  return folded(
    `${track.track} (${track.rows.length})`,
    pageTable(
      caption,
      [
        { title: 'system', kind: 'name' },
        { title: 'kind', kind: 'words' },
        { title: 'instrument metric', kind: 'fig' },
        { title: 'slice', kind: 'words' },
        { title: 'value', kind: 'fig' },
        { title: 'n', kind: 'num' },
        { title: 'clusters', kind: 'num' },
        { title: 'interval by', kind: 'words' },
        { title: 'not scored', kind: 'words' },
        { title: 'notes', kind: 'words' },
      ],
      shown.map((row) => ({
        invalid: row.invalid,
        cells: [
          row.system,
          row.kind,
          figureLabel(track, `${row.instrument} ${row.metric}`),
          row.slice === undefined ? '' : `${row.slice.tag}=${row.slice.value}`,
          figureCell(row.figure, track.metrics.get(`${row.instrument} ${row.metric}`)),
          String(row.figure?.n ?? 0),
          String(row.figure?.clusters ?? 0),
          row.figure?.method ?? '',
          lossText(row),
          [
            row.invalid ? 'INVALID' : '',
            row.exact === undefined ? '' : 'exact',
            row.ownPrompt === true ? 'own prompt' : '',
            row.note ?? '',
          ]
            .filter((part) => part !== '')
            .join('; '),
        ],
      })),
    ),
  )
}
