import type { PublishedResult } from '../core/published.ts'
import type { TrackReport } from './report.ts'

/** Where a figure of the literature is from, and who answers for it where a user brought it. */
export function importedText({ source, imported }: PublishedResult): string {
  return imported === undefined
    ? source
    : `imported, checked by ${imported.checker} on ${imported.date}, ${imported.table}: ${source}`
}

/** A figure of the literature in a table: `51.67`, or `55.8 (imported)`. */
export function publishedText({ value, imported }: PublishedResult): string {
  return imported === undefined ? String(value) : `${value} (imported)`
}

/**
 * What a reader should know of the literature beside a track's figures: who answers for imported ones, or that there
 * are none.
 * @param known figures that are known for the track, under whatever instrument
 */
export function publishedFindings(track: Pick<TrackReport, 'published'>, known: number): string[] {
  if (known === 0) {
    return [
      'No published figures are known for this track; import them with: rapport data import-published <csv>.',
    ]
  }
  const imported = track.published.filter((result) => result.imported !== undefined)
  return [...new Set(imported.map(importedText))].map((text) => `Figures marked (imported): ${text}.`)
}
