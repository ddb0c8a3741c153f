import type { PublishedResult } from '../core/published.ts'
import { compareRows } from './ranking.ts'
import type { Figure, ResultRow, TrackReport } from './report.ts'
import { isPublishedUnder, type ShownFigure } from './shown-figure.ts'

/** One system on a track, with the figures that a leaderboard shows side by side. */
export interface LeaderboardLine {
  readonly system: string
  readonly kind: ResultRow['kind']
  readonly headline: Figure | null
  readonly headlineMissing: string | null
  /** The headline metric itself. */
  readonly own: ResultRow | null
  /** The metric of the literature, measured here. */
  readonly published: ResultRow | null
  /** The same metric as the literature prints it for this system. */
  readonly literature: PublishedResult | null
}

export interface Leaderboard {
  readonly ownName: string | null
  readonly publishedName: string | null
  /** Name of the metric that ranks: the headline's, or the published one where there is none. */
  readonly rankedBy: string | null
  /** Ranked systems, best first. */
  readonly ranked: readonly LeaderboardLine[]
  readonly privileged: readonly LeaderboardLine[]
  readonly inputBlind: readonly LeaderboardLine[]
  /** Of the literature's figures under the published metric, those without a line above. */
  readonly literature: readonly PublishedResult[]
}

/** Puts a track's rows into the order and groups of a leaderboard. */
export function leaderboardOf(track: TrackReport): Leaderboard {
  const own = measuredHeadline(track)
  const published = track.publishedFigure
  const rankedBy = nameOf(own ?? published)
  const lines = [...new Map(track.rows.map((row) => [row.system, row.kind]))].map(([system, kind]) =>
    lineOf(track, system, kind, own, published),
  )
  const compare = compareRows(track.metrics.get(rankedBy ?? '')?.direction ?? 'higher')
  const group = (kind: ResultRow['kind']): LeaderboardLine[] =>
    lines
      .filter((line) => line.kind === kind)
      .toSorted((a, b) => compare(rankOf(a, own !== null), rankOf(b, own !== null)))
  return {
    ownName: nameOf(own),
    publishedName: nameOf(published),
    rankedBy,
    ranked: group('ranked'),
    privileged: group('privileged'),
    inputBlind: group('input-blind'),
    literature: published === null ? [] : literatureOf(track, published, lines),
  }
}

/** The headline's figure, unless no system has one on this data. */
function measuredHeadline({ headline, rows }: TrackReport): ShownFigure | null {
  if ('none' in headline) return null
  const isMeasured = rows.some(
    (row) => row.instrument === headline.instrument && row.metric === headline.metric && row.figure !== null,
  )
  return isMeasured ? headline : null
}

function nameOf(figure: ShownFigure | null): string | null {
  return figure === null ? null : `${figure.instrument} ${figure.metric}`
}

/** The row that decides a line's place; without one the line goes last. */
function rankOf(
  line: LeaderboardLine,
  byOwn: boolean,
): Pick<ResultRow, 'figure' | 'common' | 'invalid' | 'system' | 'ownPrompt'> {
  return (byOwn ? line.own : line.published) ?? { figure: null, invalid: false, system: line.system }
}

function lineOf(
  track: TrackReport,
  system: string,
  kind: ResultRow['kind'],
  own: ShownFigure | null,
  published: ShownFigure | null,
): LeaderboardLine {
  const find = (figure: ShownFigure | null): ResultRow | null =>
    track.rows.find(
      (row) =>
        row.slice === undefined &&
        row.system === system &&
        row.instrument === figure?.instrument &&
        row.metric === figure.metric,
    ) ?? null
  const ownRow = find(own)
  const publishedRow = find(published)
  return {
    system,
    kind,
    headline: ownRow?.headline ?? null,
    headlineMissing: ownRow?.headlineMissing ?? null,
    own: ownRow,
    published: publishedRow,
    literature: publishedRow?.published ?? null,
  }
}

/** Figures of the literature that stand beside no system of this run, best first. */
function literatureOf(
  track: TrackReport,
  published: ShownFigure,
  lines: readonly LeaderboardLine[],
): PublishedResult[] {
  const beside = new Set(lines.map((line) => line.literature))
  const sign = track.metrics.get(nameOf(published) ?? '')?.direction === 'lower' ? 1 : -1
  return track.published
    .filter((result) => isPublishedUnder(result, published) && !beside.has(result))
    .toSorted((a, b) => sign * (a.value - b.value))
}

/** What happened to the cases without a figure: `3 unscored, 31 failed`, or an empty text. */
export function lossText(
  row: Pick<ResultRow, 'unscored' | 'failedBy' | 'notJudged' | 'skipped'> | null,
): string {
  if (row === null) return ''
  const lost = row.failedBy.infrastructure - row.notJudged
  return [
    row.unscored > 0 ? `${row.unscored} unscored` : '',
    row.failedBy.system > 0 ? `${row.failedBy.system} failed` : '',
    lost > 0 ? `${lost} lost` : '',
    row.notJudged > 0 ? `${row.notJudged} not judged` : '',
    row.skipped > 0 ? `${row.skipped} skipped` : '',
  ]
    .filter((part) => part !== '')
    .join(', ')
}

/** `214`, or `183 of 214` with what happened to the rest, or an empty text without a row. */
export function coverageText(row: ResultRow | null, cases: number): string {
  if (row === null) return ''
  const n = row.figure?.n ?? 0
  const count = n === cases ? String(n) : `${n} of ${cases}`
  const losses = lossText(row)
  return losses === '' ? count : `${count}: ${losses}`
}

/** Marks behind a system's name: what a reader must not overlook. */
export function marksOf(line: LeaderboardLine): string[] {
  const rows = [line.own, line.published].filter((row) => row !== null)
  const marks: string[] = []
  if (rows.some((row) => row.invalid)) marks.push('INVALID')
  if (rows.some((row) => row.exact !== undefined)) marks.push('exact')
  if (rows.some((row) => row.ownPrompt === true)) marks.push('own prompt')
  const covers = rows.flatMap((row) => row.covers ?? [])
  if (covers.length > 0) marks.push(`covers ${(100 * Math.min(...covers)).toFixed(1)} %`)
  return marks
}
