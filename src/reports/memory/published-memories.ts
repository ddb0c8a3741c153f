import type { PublishedResult } from '../../core/published.ts'
import type { MemoryReport } from './memory-report.ts'

/** Above the published figures of every form of a report. */
export const PUBLISHED_HEADING =
  'memory systems of the literature: other prompts and judge than here, so that figures are alike in kind, not in digits'

/** One line for each published figure of a track, with its memory systems from best to worst. */
export function publishedMemoryLines({ published }: Pick<MemoryReport, 'published'>): string[] {
  const groups = new Map<string, PublishedResult[]>()
  for (const result of published) {
    const { instrument, metric, slice, backbone = '', source } = result
    const what = [instrument, metric, ...(slice === undefined ? [] : [`${slice.tag} ${slice.value}`])].join(
      ' ',
    )
    const key = `${what}, on ${backbone} (${source})`
    groups.set(key, [...(groups.get(key) ?? []), result])
  }
  return [...groups].map(([key, results]) => {
    const figures = results
      .toSorted((a, b) => b.value - a.value)
      .map(({ system, value }) => `${system} ${String(value)}`)
    return `${key}: ${figures.join(', ')}`
  })
}
