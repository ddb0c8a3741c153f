import type { RunSummary } from '../../../../src/server/api-types.ts'

/** What the list is narrowed to; empty words narrow nothing. */
export interface RunFilter {
  readonly text: string
  readonly state: string
  readonly benchmark: string
}

/** How a run stands, for people: what is written down, unless nobody works on it any more. */
export type RunStanding = 'planning' | 'running' | 'interrupted' | 'done' | 'stopped' | 'failed'

export function standingOf({ state, worker }: Pick<RunSummary, 'state' | 'worker'>): RunStanding {
  return (state === 'running' || state === 'planning') && worker === null ? 'interrupted' : state
}

/** Runs in which every word of the text stands somewhere: id, data, tracks, systems, judges. */
export function filterRuns(runs: readonly RunSummary[], { text, state, benchmark }: RunFilter): RunSummary[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  return runs.filter((run) => {
    if (state !== '' && standingOf(run) !== state) return false
    if (benchmark !== '' && run.dataset.benchmark !== benchmark) return false
    const all = [run.id, run.dataset.word, run.dataset.title, ...run.tracks, ...run.systems, ...run.judges]
    const held = all.join('\n').toLowerCase()
    return words.every((word) => held.includes(word))
  })
}

/** `alpsbench/retrieval/d100, … d1000` as one: what the tracks have in common, and how many there are. */
export function tracksText(tracks: readonly string[]): string {
  const families = new Map<string, string[]>()
  for (const track of tracks) {
    const cut = track.lastIndexOf('/')
    const family = track.split('/').length > 2 ? track.slice(0, cut) : track
    families.set(family, [...(families.get(family) ?? []), track])
  }
  return [...families]
    .map(([family, own]) => (own.length > 1 ? `${family} ×${own.length}` : (own[0] ?? family)))
    .join(', ')
}
