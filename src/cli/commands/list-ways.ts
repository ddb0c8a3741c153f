import { noPack, type PackJudging } from '../../core/prompt-pack.ts'
import type { Track } from '../../core/track.ts'
import { goldEvidence } from '../../registry/memories.ts'
import { MEMORY } from '../memory-word.ts'
import { HISTORY } from '../models.ts'
import { judgingsOf } from '../panels.ts'

const EVERYWHERE = 'every track'
const MEMORY_WORDS = 'a memory system and the model that answers: see rapport memory list'

/** Rows by name, each with the tracks that have it. */
class RowsByName {
  readonly #rows = new Map<string, { readonly cells: readonly string[]; readonly on: string[] }>()

  add(name: string, cells: readonly string[], track: string): void {
    const known = this.#rows.get(name)
    if (known === undefined) this.#rows.set(name, { cells, on: [track] })
    else known.on.push(track)
  }

  /** @param where what stands for several tracks */
  list(where: (on: readonly string[]) => string): string[][] {
    return [...this.#rows].map(([name, { cells, on }]) => [name, ...cells, where(on)])
  }
}

/** Track, headline, scorers, ways to judge, title. */
export function trackRows(tracks: readonly Track[]): string[][] {
  return tracks.map((track) => [
    track.id,
    'none' in track.headline ? 'none' : `${track.headline.instrument} ${track.headline.metric}`,
    track.scorerNames.join(', '),
    judgingsOf(track, noPack)
      .map(({ name }) => name)
      .join(', '),
    track.title,
  ])
}

/**
 * System, kind, description, tracks: what the tracks ship, models in their settings, memory systems, and what everybody
 * brings.
 */
export function systemRows(tracks: readonly Track[]): string[][] {
  const shipped = new RowsByName()
  const inSettings = new RowsByName()
  const memories = new RowsByName()
  for (const { id: track, baselines, settings, memory } of tracks) {
    for (const { id, kind, description } of baselines) shipped.add(id, [kind, description], track)
    for (const { form, description } of settings?.forms ?? []) {
      const privileged = /^privileged: (.+)$/.exec(description)?.[1]
      const cells = privileged === undefined ? ['ranked', description] : ['privileged', privileged]
      inSettings.add(`${HISTORY}${form}+<model>`, cells, track)
    }
    if (memory === undefined) continue
    memories.add(`${MEMORY}<name>+<model>`, ['ranked', MEMORY_WORDS], track)
    if (memory.use !== 'answer') continue
    memories.add(`${MEMORY}${goldEvidence.form}+<model>`, ['privileged', goldEvidence.description], track)
  }
  const counted = (on: readonly string[]) => (on.length === 1 ? (on[0] ?? '') : `${on.length} tracks`)
  return [
    ...shipped.list(counted),
    ['<provider>/<model>', 'ranked', 'a chat model, such as openai/gpt-4.1-mini', EVERYWHERE],
    ...inSettings.list((on) => on.join(' ')),
    ...memories.list(counted),
    [
      'recorded:<model>',
      'ranked',
      'outputs that came with the data (recorded:* for all)',
      'data with recordings',
    ],
    ['recorded:<file.jsonl>', 'ranked', 'a prediction file under the contract', EVERYWHERE],
    ['program:<command line>', 'ranked', 'a program that reads a row and writes a prediction', EVERYWHERE],
  ]
}

/** Rubric or chain, metrics, probes, tracks; of those that come with a prompt pack the option in place of the probes. */
export function rubricRows(tracks: readonly Track[], packed: readonly PackJudging[]): string[][] {
  const known = new RowsByName()
  for (const track of tracks) {
    for (const judging of judgingsOf(track, noPack)) {
      const { metrics, probes } = judging.kind === 'chain' ? judging.chain : judging.rubric
      const cells = [metrics.map(({ name }) => name).join(', '), String(probes.length)]
      known.add(judging.name, cells, track.id)
    }
  }
  return [
    ...known.list((on) => on.join(' ')),
    ...packed.map(({ name, metrics, track }) => [name, metrics.join(', '), 'with --prompts', track]),
  ]
}
