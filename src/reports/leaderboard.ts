import type { PublishedResult } from '../core/published.ts'
import type { Figure, ResultRow, TrackReport } from './report.ts'

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
  /** Ranked systems, best first. */
  readonly ranked: readonly LeaderboardLine[]
  readonly privileged: readonly LeaderboardLine[]
  readonly inputBlind: readonly LeaderboardLine[]
  /** Of the literature's figures under the published metric, those without a line above. */
  readonly literature: readonly PublishedResult[]
}

/** Puts a track's rows into the order and groups of a leaderboard. */
export function leaderboardOf(track: TrackReport): Leaderboard {
  const own = 'none' in track.headline ? null : track.headline
  const published = track.publishedFigure
  const find = (system: string, figure: { instrument: string; metric: string } | null): ResultRow | null =>
    figure === null
      ? null
      : (track.rows.find(
          (row) =>
            row.slice === undefined &&
            row.system === system &&
            row.instrument === figure.instrument &&
            row.metric === figure.metric,
        ) ?? null)
  const systems = new Map(track.rows.map((row) => [row.system, row.kind]))
  const lines = [...systems].map(([system, kind]): LeaderboardLine => {
    const ownRow = find(system, own)
    const publishedRow = find(system, published)
    return {
      system,
      kind,
      headline: ownRow?.headline ?? null,
      headlineMissing: ownRow?.headlineMissing ?? null,
      own: ownRow,
      published: publishedRow,
      literature: publishedRow?.published ?? null,
    }
  })
  const value = (line: LeaderboardLine): number =>
    line.headline?.value ??
    line.own?.figure?.value ??
    line.published?.figure?.value ??
    Number.NEGATIVE_INFINITY
  const group = (kind: ResultRow['kind']): LeaderboardLine[] =>
    lines
      .filter((line) => line.kind === kind)
      .toSorted((a, b) => value(b) - value(a) || (a.system < b.system ? -1 : 1))
  const shown = new Set(lines.map((line) => line.literature))
  const literature =
    published === null
      ? []
      : track.published
          .filter(
            (result) =>
              result.slice === undefined &&
              result.metric === published.metric &&
              published.instrument === `${result.instrument}@${published.instrument.split('@')[1] ?? ''}` &&
              !published.instrument.includes('?') &&
              !shown.has(result),
          )
          .toSorted((a, b) => b.value - a.value)
  return {
    ownName: own === null ? null : `${own.instrument} ${own.metric}`,
    publishedName: published === null ? null : `${published.instrument} ${published.metric}`,
    ranked: group('ranked'),
    privileged: group('privileged'),
    inputBlind: group('input-blind'),
    literature,
  }
}

/** `214`, or `183 of 214` with what happened to the rest, or an empty text. */
export function coverageText(row: ResultRow | null, cases: number): string {
  if (row === null) return ''
  const n = row.figure?.n ?? 0
  const parts = [
    row.unscored > 0 ? `${row.unscored} unscored` : '',
    row.failedBy.system > 0 ? `${row.failedBy.system} failed` : '',
    row.failedBy.infrastructure > 0 ? `${row.failedBy.infrastructure} lost` : '',
    row.skipped > 0 ? `${row.skipped} skipped` : '',
  ].filter((part) => part !== '')
  const count = n === cases ? String(n) : `${n} of ${cases}`
  return parts.length === 0 ? count : `${count}: ${parts.join(', ')}`
}

/** Marks behind a system's name: what a reader must not overlook. */
export function marksOf(line: LeaderboardLine): string[] {
  const rows = [line.own, line.published].filter((row) => row !== null)
  const marks: string[] = []
  if (rows.some((row) => row.invalid)) marks.push('INVALID')
  if (rows.some((row) => row.exact !== undefined)) marks.push('exact')
  return marks
}
