import { readdir, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { Dataset } from '../../../core/dataset.ts'
import { InputError, UsageError } from '../../../core/errors.ts'
import { isJsonObject, type Json } from '../../../core/json.ts'
import type { OpenContext } from '../../../core/track.ts'
import { fileError } from '../../../io/file-error.ts'
import { readJsonFile } from '../../../io/json-file.ts'
import { readPullManifest } from '../../../io/pull-manifest.ts'
import { isPublishedFile } from './check-file.ts'
import type { Claim } from './check-instances.ts'
import { CupidDataset } from './cupid-dataset.ts'
import { descriptorOf, verifiedOf, type Origin, type Provenance } from './descriptors.ts'
import {
  folderSource,
  jsonlSource,
  jsonSource,
  parquetSource,
  type InstanceSource,
} from './instance-source.ts'
import { publishedFacts, type PublishedFacts } from './published-file.ts'

/** Names under which `data pull` stores data in the home. */
const pulled: Readonly<Record<string, Provenance>> = { cupid: 'published', 'cupid-unverified': 'unverified' }

/** Where instances lie below a folder: in it, in the output of a synthesis, in a copy of the hub's data set. */
const ROOTS = ['', 'instances', 'data'] as const

/** The name of an instance's file (spec 1.8). */
const INSTANCE_NAME = /\+(?:consistent|contrastive|changing)\.json$/

async function kindOf(path: string): Promise<'file' | 'folder' | null> {
  return stat(path).then(
    (found) => (found.isDirectory() ? 'folder' : found.isFile() ? 'file' : null),
    () => null,
  )
}

function looksLikeInstance(value: Json | undefined): boolean {
  return (
    isJsonObject(value) &&
    'persona_id' in value &&
    ('instance_type' in value || 'prior_interactions' in value)
  )
}

/** Whether a file is meant to hold instances; a damaged one with the name of an instance is, so that it is reported. */
async function holdsInstances(path: string): Promise<boolean> {
  try {
    const value = await readJsonFile(path)
    return looksLikeInstance(Array.isArray(value) ? value[0] : value)
  } catch (error) {
    if (error instanceof InputError) return INSTANCE_NAME.test(path)
    throw error
  }
}

async function firstLineHoldsInstance(path: string): Promise<boolean> {
  try {
    for await (const { value } of jsonlSource(path).instances()) return looksLikeInstance(value)
  } catch (error) {
    if (!(error instanceof InputError)) throw error
  }
  return false
}

async function namesIn(folder: string, ending: string): Promise<string[]> {
  if ((await kindOf(folder)) !== 'folder') return []
  try {
    const entries = await readdir(folder, { withFileTypes: true })
    return entries
      .filter((entry) => entry.isFile() && entry.name.endsWith(ending) && !entry.name.startsWith('.'))
      .map(({ name }) => name)
      .toSorted()
  } catch (error) {
    throw fileError(error, folder)
  }
}

interface Found {
  readonly source: InstanceSource
  readonly layout: 'parquet' | 'json'
}

async function parquetFound(paths: readonly string[]): Promise<Found> {
  return { source: await parquetSource(paths), layout: 'parquet' }
}

async function inFolder(path: string): Promise<Found | null> {
  for (const root of ROOTS) {
    const folder = join(path, root)
    // `raw.parquet` of the hub holds what the instances were made from, in another form.
    const tables = (await namesIn(folder, '.parquet')).filter((name) => !name.startsWith('raw'))
    if (tables.length > 0) return parquetFound(tables.map((name) => join(folder, name)))
    const names = await namesIn(folder, '.json')
    const likely = names.find((name) => INSTANCE_NAME.test(name)) ?? names[0]
    if (likely !== undefined && (await holdsInstances(join(folder, likely)))) {
      return { source: folderSource(folder, names), layout: 'json' }
    }
  }
  return null
}

async function inFile(path: string): Promise<Found | null> {
  if (path.endsWith('.parquet')) return parquetFound([path])
  if (path.endsWith('.jsonl')) {
    return (await firstLineHoldsInstance(path)) ? { source: jsonlSource(path), layout: 'json' } : null
  }
  return path.endsWith('.json') && (await holdsInstances(path))
    ? { source: jsonSource(path), layout: 'json' }
    : null
}

async function find(path: string): Promise<Found | null> {
  const kind = await kindOf(path)
  if (kind === null) return null
  return kind === 'folder' ? inFolder(path) : inFile(path)
}

function dataset(
  { source, layout }: Found,
  provenance: Provenance,
  origin: Origin,
  claim: Claim,
  facts: PublishedFacts,
): Dataset {
  const descriptor = descriptorOf(provenance, origin, layout)
  return new CupidDataset({ descriptor, source, verified: verifiedOf[provenance], claim, facts })
}

async function openSample(context: OpenContext, facts: PublishedFacts): Promise<Dataset> {
  const folder = join(context.sample, 'cupid')
  const found = await inFolder(folder)
  if (found === null) throw new UsageError(`the sample folder ${folder} holds no instances`)
  return dataset(found, 'sample', { id: 'sample', source: 'embedded', revision: null }, 'other', facts)
}

async function openPulled(word: string, provenance: Provenance, context: OpenContext, facts: PublishedFacts) {
  const folder = join(context.home, word)
  const fix = `run: rapport data pull ${word}`
  const missing = new UsageError(`the data set ${word} was not pulled yet`, fix)
  if ((await kindOf(folder)) !== 'folder') throw missing
  const manifest = await readPullManifest(folder)
  if (manifest === null) throw new UsageError(`the download of ${word} was not finished`, fix)
  const found = await inFolder(folder)
  if (found === null) throw missing
  const { source, revision } = manifest
  const claim =
    provenance !== 'published' ? 'other' : revision === facts.revision ? 'pinned' : 'other-revision'
  return dataset(found, provenance, { id: word, source, revision }, claim, facts)
}

async function openPath(word: string, path: string, facts: PublishedFacts): Promise<Dataset | null> {
  const found = await find(path)
  if (found === null) return null
  const { file } = found.source
  const isPublished = file !== null && (await isPublishedFile(file, facts))
  const origin = { id: word, source: path, revision: isPublished ? facts.revision : null }
  return dataset(found, isPublished ? 'published' : 'own', origin, isPublished ? 'pinned' : 'unknown', facts)
}

/**
 * Opens CUPID data: `sample`; `cupid` or `cupid-unverified` once pulled; a `.parquet` file, a `.json` or `.jsonl` file
 * with instances, or a folder with one instance in each file (also in `instances` below it) or with Parquet files.
 * A file that is the published one byte for byte is known as such.
 * @param facts what is known of the published file; tests bring a smaller one
 * @returns null when the word is none of these
 * @throws RapportError when it is, and is damaged or was not pulled yet; InputError for a Parquet file with other columns
 */
export async function openCupid(
  word: string,
  context: OpenContext,
  facts: PublishedFacts = publishedFacts,
): Promise<Dataset | null> {
  if (word === 'sample') return openSample(context, facts)
  const provenance = Object.hasOwn(pulled, word) ? pulled[word] : undefined
  if (provenance !== undefined) return openPulled(word, provenance, context, facts)
  return openPath(word, resolve(context.workingDirectory, word), facts)
}
