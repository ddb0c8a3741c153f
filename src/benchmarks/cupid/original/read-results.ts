import { readdir } from 'node:fs/promises'
import { basename, join, resolve } from 'node:path'
import { InputError, RapportError } from '../../../core/errors.ts'
import { isJsonObject, type Json } from '../../../core/json.ts'
import { fileError } from '../../../io/file-error.ts'
import { readJsonFile } from '../../../io/json-file.ts'
import type { Estimate } from '../../../stats/estimate.ts'
import type { Counts } from '../arithmetic/counts.ts'
import { OriginalCrash } from '../arithmetic/crash.ts'
import { originalKey } from '../arithmetic/summary.ts'
import { instanceTypes, type InstanceType } from '../shapes.ts'
import { decodeName, splitInstanceName } from './folder-names.ts'
import { crashed, originalOutcome, type OriginalOutcome } from './outcome.ts'
import { generationState, inferenceState, type StageState } from './stage-state.ts'
import {
  strictGeneration,
  strictInference,
  type PreferenceMatchFigures,
  type StrictFigures,
} from './strict-figures.ts'

/** A result file is a few kilobytes; 16 MiB. */
const FILE_LIMIT = 16 * 1024 * 1024

/** A file that is no part of the strict figures, and why. */
export interface Quarantined {
  readonly file: string
  /** `broken-json`, `shape`, `foreign-file`, `not-a-file` and what else reading a file may come to. */
  readonly rule: string
  readonly message: string
}

/** A result file under the strict rules. */
export interface ReadInstance {
  /** The full stem of the file's name (D22). */
  readonly name: string
  readonly persona: string
  /** null where the name carries none, as with results on the published data (D1). */
  readonly type: InstanceType | null
  readonly inference: StageState<Counts>
  readonly generation: StageState<number>
}

export interface StrictResults {
  readonly inference: StrictFigures<PreferenceMatchFigures>
  readonly generation: StrictFigures<Estimate | null>
}

/** The results of one model. */
export interface ModelResults {
  readonly model: string
  /** Path of its folder. */
  readonly folder: string
  readonly instances: readonly ReadInstance[]
  readonly quarantined: readonly Quarantined[]
  /** File names that are one instance to the original code, of which it keeps the one listed last (D22). */
  readonly collisions: readonly (readonly string[])[]
  /** What `results.json` holds; null where there is none that can be read. */
  readonly stored: Json
  /** What the original code makes of the folder; null for a task that no file has a stage of. */
  readonly reference: {
    readonly inference: OriginalOutcome | null
    readonly generation: OriginalOutcome | null
  }
  readonly strict: StrictResults
  /** By type; types that no file name carries are left out. */
  readonly strictByType: Partial<Record<InstanceType, StrictResults>>
}

/**
 * Reads a results folder of the original code, or one of ours (`{results}/{model}/*.json`, spec 1.9), with what its
 * defects leave behind: half files are put aside, names with dots kept apart, folders nested by a slash in a model's
 * name found. Symbolic links are not followed.
 * @param folder the results folder, or the folder of one model
 * @returns one entry for each model, by folder
 * @throws InputError `no-results`; RapportError when a folder can't be read
 */
export async function readResultsFolder(folder: string): Promise<readonly ModelResults[]> {
  const models: ModelResults[] = []
  for await (const found of modelFolders(folder, [])) models.push(await readModel(found))
  if (models.length > 0) return models
  throw new InputError(
    'no-results',
    'the folder holds no result files',
    { file: folder },
    'results lie in <folder>/<model>/<instance>.json',
  )
}

interface ModelFolder {
  readonly path: string
  readonly model: string
  readonly files: readonly { readonly name: string; readonly isFile: boolean }[]
  readonly subfolders: readonly string[]
}

async function* modelFolders(root: string, segments: readonly string[]): AsyncIterable<ModelFolder> {
  const path = join(root, ...segments)
  const entries = await readdir(path, { withFileTypes: true }).catch((error: unknown) => {
    throw fileError(error, path)
  })
  const sorted = entries.toSorted((a, b) => (a.name < b.name ? -1 : 1))
  // Folders with a dot in front are work in progress of a writer.
  const subfolders = sorted
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.'))
    .map(({ name }) => name)
  const files = sorted
    .filter((entry) => !entry.isDirectory())
    .map((entry) => ({ name: entry.name, isFile: entry.isFile() }))
  if (files.some(({ name }) => name.endsWith('.json'))) {
    const names = segments.length === 0 ? [basename(resolve(root))] : segments
    yield { path, model: names.map(decodeName).join('/'), files, subfolders }
  }
  for (const name of subfolders) yield* modelFolders(root, [...segments, name])
}

async function readModel({ path, model, files, subfolders }: ModelFolder): Promise<ModelResults> {
  const quarantined: Quarantined[] = []
  const contents = new Map<string, Json>()
  let stored: Json = null
  for (const { name, isFile } of files) {
    const value = isFile
      ? await read(path, name, quarantined)
      : aside(quarantined, name, 'not-a-file', 'this is no regular file')
    if (name === 'results.json') stored = value
    else contents.set(name, value)
  }
  const instances = [...contents].flatMap(([name, value]) => {
    if (quarantined.some(({ file }) => file === name)) return []
    if (!name.endsWith('.json')) {
      aside(quarantined, name, 'foreign-file', 'the name does not end in .json')
      return []
    }
    if (!isJsonObject(value)) {
      aside(quarantined, name, 'shape', 'the file holds no JSON object')
      return []
    }
    return [readInstance(decodeName(name.slice(0, -'.json'.length)), value)]
  })
  const byType = instanceTypes.flatMap((type) => {
    const some = instances.filter((instance) => instance.type === type)
    return some.length === 0 ? [] : [[type, strictResults(some)] as const]
  })
  return {
    model,
    folder: path,
    instances,
    quarantined: quarantined.toSorted((a, b) => (a.file < b.file ? -1 : 1)),
    collisions: collisionsOf([...contents.keys()]),
    stored,
    reference: {
      inference: referenceOf('inference', contents, subfolders),
      generation: referenceOf('generation', contents, subfolders),
    },
    strict: strictResults(instances),
    strictByType: Object.fromEntries(byType),
  }
}

function aside(quarantined: Quarantined[], file: string, rule: string, message: string): null {
  quarantined.push({ file, rule, message })
  return null
}

async function read(folder: string, name: string, quarantined: Quarantined[]): Promise<Json> {
  try {
    return await readJsonFile(join(folder, name), { name, limit: FILE_LIMIT })
  } catch (error) {
    if (!(error instanceof RapportError)) throw error
    return aside(quarantined, name, error instanceof InputError ? error.rule : 'unreadable', error.message)
  }
}

function readInstance(name: string, file: { readonly [key: string]: Json }): ReadInstance {
  return {
    name,
    ...splitInstanceName(name),
    inference: inferenceState(file['inference']),
    generation: generationState(file['generation']),
  }
}

function strictResults(instances: readonly ReadInstance[]): StrictResults {
  return {
    inference: strictInference(instances.map(({ persona, inference }) => ({ persona, state: inference }))),
    generation: strictGeneration(
      instances.map(({ persona, generation }) => ({ persona, state: generation })),
    ),
  }
}

function collisionsOf(names: readonly string[]): string[][] {
  const byKey = new Map<string, string[]>()
  for (const name of names) {
    const group = byKey.get(originalKey(name))
    if (group === undefined) byKey.set(originalKey(name), [name])
    else group.push(name)
  }
  return [...byKey.values()].filter((group) => group.length > 1)
}

function referenceOf(
  task: 'inference' | 'generation',
  contents: ReadonlyMap<string, Json>,
  subfolders: readonly string[],
): OriginalOutcome | null {
  const hasStage = [...contents.values()].some((file) => {
    const block = isJsonObject(file) ? file[task] : undefined
    return isJsonObject(block) && Object.keys(block).length > 0
  })
  if (!hasStage) return null
  const [nested] = subfolders
  if (nested !== undefined) {
    return crashed(new OriginalCrash('nested_folder', `${nested} is a folder among the result files`))
  }
  return originalOutcome(contents, task)
}
