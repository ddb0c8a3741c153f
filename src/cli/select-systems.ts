import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import type { CaseOptions, Dataset } from '../core/dataset.ts'
import { UsageError } from '../core/errors.ts'
import type { Json } from '../core/json.ts'
import type { RunSpec, SystemRecord } from '../core/run.ts'
import type { System } from '../core/system.ts'
import type { BaselineDefinition, Track } from '../core/track.ts'
import { addressOf } from '../models/gateway/model-address.ts'
import { createPredictionFileSystem } from '../systems/prediction-file.ts'
import { createProgramSystem } from '../systems/program/program.ts'
import { createRecordedSystem } from '../systems/recorded.ts'
import { openPredictions } from '../registry/predictions.ts'
import { tracks as allTracks } from '../registry/benchmarks.ts'
import { recordingNames } from '../registry/recordings.ts'
import type { Protocol } from '../core/prompt.ts'
import { providerNames } from '../models/gateway/model-address.ts'
import {
  chatSystem,
  HISTORY,
  isChatWord,
  isModelWord,
  settingSystem,
  settingWord,
  type ModelKit,
} from './models.ts'
import { fitBaseline } from './fit.ts'
import { memoryOnTrack, memoryWords, refuseMemory, type MemoryContext } from './memory-systems.ts'
import { memoryWord } from './memory-word.ts'
import { refuseSetting } from './refuse-setting.ts'
import { requireFile } from './require-file.ts'
import { suggestion } from './suggest.ts'

export interface SystemContext {
  readonly cwd: string
  readonly env: Readonly<Record<string, string | undefined>>
  readonly seed: number
  readonly programs: RunSpec['programs']
  readonly protocol: Protocol
  readonly models: ModelKit
  readonly memory: MemoryContext
}

/** A system of a run with the record from which it can be made again. */
export interface PreparedSystem {
  readonly system: System
  readonly record: SystemRecord
}

const RECORDED = 'recorded:'
const PROGRAM = 'program:'

/** Ids and short names by which a baseline can be asked for. */
function namesOf(definition: BaselineDefinition): string[] {
  const short = /^(?:baseline|privileged):(.+)$/.exec(definition.id)?.[1]
  return short === undefined ? [definition.id] : [definition.id, short]
}

/** `*` at the end stands for any ending. */
function fits(pattern: string, name: string): boolean {
  return pattern.endsWith('*') ? name.startsWith(pattern.slice(0, -1)) : pattern === name
}

/** True for `recorded:<file>`: a path rather than a model's name. */
function isFileWord(word: string, cwd: string): boolean {
  return /\.jsonl?$/i.test(word) || existsSync(resolve(cwd, word))
}

/** Makes the system that a record or a word on the command line describes. */
export async function createSystem(
  spec: string,
  track: Track,
  states: readonly Json[],
  ids: () => Promise<ReadonlySet<string>>,
  context: SystemContext,
): Promise<System | null> {
  if (spec.startsWith(PROGRAM)) {
    const { offer } = context.models
    for (const model of offer.ids) addressOf(model, context.models.sources)
    return createProgramSystem({
      id: spec,
      commandLine: spec.slice(PROGRAM.length),
      cwd: context.cwd,
      env: context.env,
      limits: context.programs,
      ...(offer.ids.length === 0 ? {} : { models: offer }),
      checkRow: (row) => track.checkRow(row),
    })
  }
  if (spec.startsWith(RECORDED)) {
    const word = spec.slice(RECORDED.length)
    if (!isFileWord(word, context.cwd)) return createRecordedSystem(word, recordingNames(word))
    const path = resolve(context.cwd, word)
    await requireFile(path, word)
    return createPredictionFileSystem(spec, await openPredictions(path, word, track, await ids()))
  }
  const memory = memoryWord(spec, context.models.sources)
  if (memory !== null) return memoryOnTrack(memory, track, context.models, context.memory)
  if (isModelWord(spec, context.models)) return chatSystem(spec, track, context.protocol, context.models)
  if (isChatWord(spec, context.models)) {
    return settingSystem(spec, track, context.protocol, context.models)
  }
  const definition = track.baselines.find((item) => namesOf(item).includes(spec))
  return definition === undefined ? null : definition.create({ seed: context.seed, states })
}

/**
 * Prepares the systems of one track: those asked for and, unless switched off, the track's standard baselines.
 * Words that fit nothing on this track are returned, so that the caller can refuse those that fit no track.
 */
export async function prepareSystems(
  words: readonly string[],
  withBaselines: boolean,
  track: Track,
  dataset: Dataset,
  options: CaseOptions,
  ids: () => Promise<ReadonlySet<string>>,
  context: SystemContext,
): Promise<{ systems: PreparedSystem[]; unused: string[] }> {
  const specs = new Map<string, System | null>()
  const unused: string[] = []
  const models = words.some((word) => word.startsWith(RECORDED) || word.endsWith('*'))
    ? await recordedModels(dataset, track, options)
    : []
  for (const word of words) {
    const found = await specsOf(word, track, models, context)
    if (found.length === 0) unused.push(word)
    for (const { spec, system } of found) {
      if (!specs.has(spec)) specs.set(spec, system)
      else await system?.close?.()
    }
  }
  if (withBaselines) {
    const standard = track.baselines.filter((definition) => definition.standard)
    for (const { id } of standard) if (!specs.has(id)) specs.set(id, null)
  }

  const systems: PreparedSystem[] = []
  for (const [spec, made] of specs) {
    const definition = track.baselines.find((item) => item.id === spec)
    const states = definition === undefined ? [] : await fitBaseline(definition, dataset, track.id, options)
    const system = made ?? (await createSystem(spec, track, states, ids, context))
    if (system === null) continue
    systems.push({ system, record: recordOf(system, spec, states) })
  }
  return { systems, unused }
}

function recordOf(system: System, spec: string, states: readonly Json[]): SystemRecord {
  const { id, kind, identity, warnings } = system
  return {
    id,
    kind,
    // A memory system's id names the answer model that the run had; the word may not.
    spec: system.access === 'stages' ? id : spec,
    identity,
    states: [...states],
    warnings: [...(warnings ?? [])],
    ...(system.access === 'stages' && system.memory !== undefined ? { memory: system.memory } : {}),
  }
}

/** What a word stands for on a track: full words, with the systems that had to be made to know them. */
async function specsOf(
  word: string,
  track: Track,
  models: readonly string[],
  context: SystemContext,
): Promise<{ readonly spec: string; readonly system: System | null }[]> {
  const memory = memoryWord(word, context.models.sources)
  if (memory !== null && !memory.name.endsWith('*')) {
    const system = await memoryOnTrack(memory, track, context.models, context.memory)
    return system === null ? [] : [{ spec: system.id, system }]
  }
  const specs =
    memory !== null
      ? memoryWords(memory, track, context.memory)
      : isOnTrack(word, track, context.models)
        ? [word]
        : matches(word, track, models, context.cwd)
  return specs.map((spec) => ({ spec, system: null }))
}

/** Whether a word is a chat model, in a setting that the track has. */
function isOnTrack(word: string, track: Track, models: ModelKit): boolean {
  if (!isChatWord(word, models)) return false
  const parts = settingWord(word)
  return parts === null || (track.settings?.find(parts.setting) ?? null) !== null
}

/** Full ids that a word stands for on a track. */
function matches(word: string, track: Track, models: readonly string[], cwd: string): string[] {
  if (word.startsWith(PROGRAM)) return [word]
  if (word.startsWith(RECORDED) && !word.endsWith('*')) {
    const name = word.slice(RECORDED.length)
    const isKnown = isFileWord(name, cwd) || recordingNames(name).some((alias) => models.includes(alias))
    return isKnown ? [word] : []
  }
  const baselines = track.baselines
    .filter((item) => namesOf(item).some((name) => fits(word, name)))
    .map((item) => item.id)
  const recorded = models
    .map((model) => `${RECORDED}${model}`)
    .filter((id) => word.endsWith('*') && fits(word, id))
  return [...recorded, ...baselines]
}

/** Names under which the data holds recordings, from its first cases. */
export async function recordedModels(
  dataset: Dataset,
  track: Pick<Track, 'id'>,
  options: CaseOptions,
): Promise<string[]> {
  const names = new Set<string>()
  let looked = 0
  for await (const subject of dataset.cases(track.id, options)) {
    for (const name of Object.keys(subject.recordings)) names.add(name)
    looked += 1
    if (looked === 50) break
  }
  return [...names].toSorted()
}

/** @throws UsageError when models are offered and no program is there to ask them */
export function refuseIdleOffer(offered: readonly string[], words: readonly string[]): void {
  if (offered.length === 0 || words.some((word) => word.startsWith(PROGRAM))) return
  throw new UsageError(
    '--offer-models is for programs, and none is run',
    "name one with --system 'program:…', or leave out --offer-models",
  )
}

/** @throws UsageError naming the nearest systems of these tracks */
export async function refuseUnknownSystem(
  word: string,
  tracks: readonly Track[],
  context: Pick<SystemContext, 'models' | 'memory'>,
): Promise<never> {
  const memory = memoryWord(word, context.models.sources)
  if (memory !== null) return refuseMemory(memory, tracks, context.models, context.memory)
  if (word.startsWith(HISTORY)) return refuseSetting(word, tracks, allTracks)
  const known = [...new Set(tracks.flatMap((track) => track.baselines.flatMap(namesOf)))].toSorted()
  if (word === `${RECORDED}*`) {
    throw new UsageError(
      'the data holds no recordings',
      'outputs of seven models come with: rapport data pull alpsbench-packets',
    )
  }
  if (word.startsWith(RECORDED)) {
    throw new UsageError(
      `the data holds no recordings under ${JSON.stringify(word.slice(RECORDED.length))}, and there is no such file`,
      `use 'recorded:*' for all recorded models, or recorded:<file.jsonl> for a prediction file`,
    )
  }
  if (allTracks.some(({ baselines }) => baselines.some((item) => namesOf(item).includes(word)))) {
    throw new UsageError(
      `there is no system ${JSON.stringify(word)} on ${tracks.map(({ id }) => id).join(', ')}; it belongs to other tracks`,
      'see which system is on which tracks: rapport list systems',
    )
  }
  const [provider = ''] = word.split('/')
  if (word.includes('/') && !word.includes(' ')) {
    throw new UsageError(
      `no model provider is called ${JSON.stringify(provider)}`,
      suggestion(provider, providerNames({ env: {} }), 'rapport list systems'),
    )
  }
  throw new UsageError(
    `there is no system ${JSON.stringify(word)}`,
    suggestion(word, known, 'rapport list systems'),
  )
}
