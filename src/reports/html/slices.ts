import { figureLabel } from '../figure-label.ts'
import { lossText } from '../leaderboard.ts'
import type { ResultRow, TrackReport } from '../report.ts'
import { element, fragment, type Markup } from '../svg/markup.ts'
import { figureCell } from './cells.ts'
import { folded, pageTable } from './blocks.ts'

/** Lines of a table of slices; the table of all figures has its own cap. */
const MOST_LINES = 400

/** Figures by the tags that were asked for, a table a metric; exploratory. */
export function slicesPart(track: TrackReport): Markup {
  const byMetric = new Map<string, ResultRow[]>()
  for (const row of track.rows) {
    if (row.slice === undefined || !track.slices.includes(row.slice.tag)) continue
    const name = `${row.instrument} ${row.metric}`
    byMetric.set(name, [...(byMetric.get(name) ?? []), row])
  }
  if (byMetric.size === 0) return fragment()
  return fragment(
    element('h3', {}, 'Slices'),
    element('p', { class: 'dim' }, 'Exploratory: many figures are shown, and some differ by chance alone.'),
    [...byMetric].map(([name, rows]) =>
      folded(
        `${figureLabel(track, name)} by ${track.slices.join(', ')} (${rows.length})`,
        pageTable(
          rows.length > MOST_LINES
            ? `the first ${MOST_LINES} of ${rows.length}; --format csv has all`
            : 'figures with 95 % intervals',
          [
            { title: 'slice', kind: 'words' },
            { title: 'system', kind: 'name' },
            { title: 'value', kind: 'fig' },
            { title: 'n', kind: 'num' },
            { title: 'not scored', kind: 'words' },
          ],
          rows.slice(0, MOST_LINES).map((row) => ({
            invalid: row.invalid,
            cells: [
              `${row.slice?.tag ?? ''}=${row.slice?.value ?? ''}`,
              row.system,
              figureCell(row.figure, track.metrics.get(name)),
              String(row.figure?.n ?? 0),
              [row.invalid ? 'INVALID' : '', lossText(row)].filter((part) => part !== '').join(', '),
            ],
          })),
        ),
      ),
    ),
  )
}
