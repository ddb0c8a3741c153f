import { measureSensitivity } from '../../audit/sensitivity/index.ts'
import type { Case } from '../../core/case.ts'
import type { CaseOptions, Dataset } from '../../core/dataset.ts'
import { RapportError, UsageError } from '../../core/errors.ts'
import type { Track } from '../../core/track.ts'
import { benchmarks, tracks } from '../../registry/benchmarks.ts'
import { openContext, widthOf, type CliContext } from '../context.ts'
import { predictionsOf, withGold } from '../gold-predictions.ts'
import { openDataset } from '../prepare-run.ts'
import { drawSample } from '../sample-cases.ts'
import { matchingTracks, selectTracks } from '../select-tracks.ts'
import { sensitivityLines } from '../sensitivity-lines.ts'

/** Cases that are looked at, drawn by the seed where there are more: the time stays within minutes. */
const MOST_CASES = 300

export interface SensitivityChoices {
  readonly data: string
  readonly pools: CaseOptions['pools']
  readonly seed: number
  readonly json: boolean
  readonly quiet: boolean
}

/**
 * `rapport sensitivity <track>`: how the scorers of a track take errors that are planted into gold predictions.
 * @throws UsageError for an unknown track, one without changes to plant, and data without gold
 */
export async function sensitivityCommand(
  word: string,
  { data, pools, seed, json, quiet }: SensitivityChoices,
  context: CliContext,
): Promise<void> {
  const options: CaseOptions = {
    split: null,
    view: 'as-published',
    pools,
    rekey: false,
    rowBase: 'unique',
    seed,
  }
  const { track, dataset } = await oneTrack(word, data, options, context)
  const perturbations = await track.perturbations?.(openContext(context).sample)
  if (perturbations === undefined) {
    throw new UsageError(
      `${track.id} has no changes to plant`,
      `tracks that have: ${tracks.flatMap((one) => (one.perturbations === undefined ? [] : [one.id])).join(', ')}`,
    )
  }
  const usable = (): AsyncIterable<Case> => withGold(dataset.cases(track.id, options))
  const drawn = await drawSample(usable(), { n: MOST_CASES, stratify: null }, seed, track.id)
  if (drawn.from === 0)
    throw new UsageError(`no case of ${track.id} in ${data} has gold`, 'plant into data whose gold is public')
  const cases: Case[] = []
  for await (const subject of usable()) if (drawn.ids.has(subject.id)) cases.push(subject)
  const report = await measureSensitivity({
    track,
    scorers: track.scorerNames.map((name) => track.scorer(name, { matcher: 'greedy' })),
    perturbations,
    cases,
    ...(await predictionsOf(track, dataset, options, cases, context)),
    seed,
    async pause(about) {
      if (!quiet) context.stderr.write(`${track.id}: ${about}\n`)
      await new Promise((resolve) => setImmediate(resolve))
      if (context.signal.aborted) throw new RapportError('stopped', { fix: 'start it again' })
    },
  })
  const told = { track: track.id, data, pools, seed, drawnFrom: drawn.from, ...report }
  if (json) context.stdout.write(`${JSON.stringify(told, null, 2)}\n`)
  else for (const line of sensitivityLines(told, track, widthOf(context))) context.stdout.write(`${line}\n`)
}

async function oneTrack(
  word: string,
  data: string,
  options: CaseOptions,
  context: CliContext,
): Promise<{ track: Track; dataset: Dataset }> {
  const all = tracks.map(({ id }) => id)
  const matching = matchingTracks(word, all)
  const among = benchmarks.filter((one) => one.tracks.some(({ id }) => matching.includes(id)))
  const dataset = await openDataset(data, context, among.length === 0 ? benchmarks : among)
  const [id, ...more] = selectTracks([word], all, await dataset.tracks(options), data)
  const track = tracks.find((one) => one.id === id)
  if (track === undefined || more.length > 0)
    throw new UsageError(
      `sensitivity looks at one track, and ${word} is several`,
      `take one of ${[id, ...more].join(', ')}`,
    )
  return { track, dataset }
}
