import type { PublishedResult } from '../../core/published.ts'
import type { MemoryReport } from './memory-report.ts'

/** Above the published figures of every form of a report. */
export const PUBLISHED_HEADING =
  'memory systems of the literature: other prompts and judge than here, so that figures are alike in kind, not in digits'

/**
 * One line for each published figure of a track, with its memory systems from best to worst, and the model behind them
 * without a memory.
 */
export function publishedMemoryLines({ published }: Pick<MemoryReport, 'published'>): string[] {
  const groups = new Map<string, PublishedResult[]>()
  for (const result of published) {
    const { instrument, metric, slice } = result
    const what = [instrument, metric, ...(slice === undefined ? [] : [`${slice.tag} ${slice.value}`])].join(
      ' ',
    )
    groups.set(what, [...(groups.get(what) ?? []), result])
  }
  return [...groups].map(([what, results]) => {
    const backbones = new Set(results.flatMap(({ backbone }) => backbone ?? []))
    const sources = new Set(results.map(({ source }) => source))
    const figures = results
      .toSorted((a, b) => b.value - a.value)
      .map(({ system, value }) => `${system}${backbones.has(system) ? ' (no memory)' : ''} ${String(value)}`)
    return `${what}, on ${[...backbones].join(', ')} (${[...sources].join('; ')}): ${figures.join(', ')}`
  })
}
