import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { UsageError } from '../../core/errors.ts'
import type { RunRecord } from '../../core/run.ts'
import { isModelId, type ModelSources } from '../../models/gateway/model-address.ts'
import { benchmarks, tracks as allTracks } from '../../registry/benchmarks.ts'
import { isBuiltInMemory } from '../../registry/memories.ts'
import type { NewProject } from '../../server/schemas/annotate.ts'
import type { StartRun } from '../../server/schemas/runs.ts'
import { HISTORY, settingWord } from '../models.ts'
import { MEMORY, memoryWord } from '../memory-word.ts'
import { matchingTracks } from '../select-tracks.ts'

/**
 * A page must not be able to start a program, load a module, or read a file of its choice. Whatever a word might mean
 * to the command line, here it has to be one of the names that Rapport itself gives.
 */
const TERMINAL =
  'a web page can start what Rapport brings along; use the command line for the rest: rapport run'

/** Words that could be taken for an option, or hold what no name holds. */
const NAME = /^[\p{L}\p{N}][\p{L}\p{N} ._:/@+*-]*$/u

/** Names of recordings are names of models, and no path. */
const RECORDING = /^recorded:([\p{L}\p{N}][\p{L}\p{N} ._-]*\*?|\*)$/u

/** A setting of a track, perhaps with the model that embeds for it. */
const SETTING = /^[\w-]+(?:@(.+))?$/

/** What words are read against. */
export interface Surroundings {
  readonly sources: ModelSources
  /** A name that is that of a file here would be read as one. */
  readonly cwd: string
}

/**
 * The words of a request, as they were given.
 * @param used words for data sets that runs of this store have
 * @throws UsageError for the first that the command line might take for more than a name
 */
export function refuseOutside(
  request: Pick<StartRun, 'tracks' | 'systems' | 'data' | 'split' | 'judge'>,
  used: readonly string[],
  around: Surroundings,
): void {
  const { tracks, systems, data, split, judge = [] } = request
  for (const word of tracks)
    if (
      !NAME.test(word) ||
      matchingTracks(
        word,
        allTracks.map(({ id }) => id),
      ).length === 0
    )
      throw new UsageError(`there is no track ${JSON.stringify(word)}`, 'choose one of the list')
  for (const word of systems)
    if (!isPlainSystem(word, around))
      throw new UsageError(`${JSON.stringify(word)} can't be started from a page`, TERMINAL)
  for (const word of judge)
    if (!NAME.test(word) || !isModelId(word, around.sources))
      throw new UsageError(`${JSON.stringify(word)} is no model`, 'name judges as <provider>/<model>')
  refuseData(data, used)
  if (split !== undefined && !/^\w[\w.-]*$/.test(split))
    throw new UsageError(
      `there is no split ${JSON.stringify(split)}`,
      'leave it out, or name one of the data',
    )
}

/** @throws UsageError for a data set that would be a file or folder of a page's choice */
function refuseData(data: string, used: readonly string[]): void {
  const pulled = benchmarks.flatMap(({ pulls }) => pulls.map(({ name }) => name))
  if (data.startsWith('-') || !['sample', ...pulled, ...used].includes(data))
    throw new UsageError(
      `${JSON.stringify(data)} is no data set of the list`,
      'choose a data set of the settings, or one that an earlier run was on; folders are named on the command line',
    )
}

/**
 * A queue that a page asks for.
 * @param used words for data sets that runs of this store have
 * @throws UsageError for one that is made of a file or folder of the page's choice
 */
export function refuseOutsideQueue(source: NewProject['source'], used: readonly string[]): void {
  if (source.from === 'judged-rows')
    throw new UsageError(
      'a page must not name files',
      'start this project on the command line: rapport annotate new --judged-rows',
    )
  if (source.from === 'data') refuseData(source.data, used)
}

/** True for systems that come with Rapport or its data, and for models. */
export function isPlainSystem(word: string, { sources, cwd }: Surroundings): boolean {
  if (!NAME.test(word) || word.includes('..')) return false
  if (word.startsWith('recorded:')) {
    const name = RECORDING.exec(word)?.[1]
    return name !== undefined && !/\.jsonl?$/i.test(name) && !existsSync(resolve(cwd, name))
  }
  if (word.startsWith(MEMORY)) {
    const parts = memoryWord(word, sources)
    return parts !== null && (parts.name === '*' || isBuiltInMemory(parts.name))
  }
  if (word.startsWith(HISTORY)) {
    const parts = settingWord(word)
    const setting = SETTING.exec(parts?.setting ?? '')
    const embedder = setting?.[1]
    return (
      parts !== null &&
      setting !== null &&
      isModelId(parts.model, sources) &&
      (embedder === undefined || isModelId(embedder, sources))
    )
  }
  if (isModelId(word, sources)) return true
  return allTracks.some(({ baselines }) =>
    baselines.some(({ id }) => {
      const short = /^(?:baseline|privileged):(.+)$/.exec(id)?.[1]
      return [id, ...(short === undefined ? [] : [short])].some((name) =>
        word.endsWith('*') ? name.startsWith(word.slice(0, -1)) : name === word,
      )
    }),
  )
}

/** Systems of a stored run that a page must not start again: programs, files and modules of a user's own. */
export function outsideSystems({ spec }: Pick<RunRecord, 'spec'>, around: Surroundings): string[] {
  const words = spec.tracks.flatMap(({ systems }) => systems.map(({ spec: word }) => word))
  return [...new Set(words)].filter((word) => !isPlainSystem(word, around))
}
