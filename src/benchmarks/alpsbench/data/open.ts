import { stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { Dataset } from '../../../core/dataset.ts'
import { InputError, UsageError } from '../../../core/errors.ts'
import { isJsonObject } from '../../../core/json.ts'
import type { OpenContext } from '../../../core/track.ts'
import { readJsonFile } from '../../../io/json-file.ts'
import { AlpsbenchDataset } from './alpsbench-dataset.ts'
import {
  examplesDescriptor,
  packetsDescriptor,
  publicDescriptor,
  sampleDescriptor,
  type Origin,
} from './descriptors.ts'
import { exampleFiles, ExamplesSource } from './examples-source.ts'
import { packetFiles } from './packet-files.ts'
import { PacketsSource } from './packets-source.ts'
import { publicParts, PublicSource } from './public-source.ts'
import { readPullManifest } from '../../../io/pull-manifest.ts'
import { SampleSource } from './sample-source.ts'

const PACKETS = 'packets:'
/** Names under which `data pull` stores data in the home. */
const PULLED: readonly string[] = ['alpsbench', 'alpsbench-packets']
/** Where the public layout starts in the hub's data set and in the repository. */
const PUBLIC_ROOTS = ['', 'dataset', 'benchmark_data'] as const

async function kindOf(path: string): Promise<'file' | 'folder' | null> {
  return stat(path).then(
    (found) => (found.isDirectory() ? 'folder' : found.isFile() ? 'file' : null),
    () => null,
  )
}

async function openPackets(origin: Origin, folder: string): Promise<Dataset> {
  const files = await packetFiles(folder)
  if (files.length === 0)
    throw new UsageError(`${folder} holds no packets`, 'give a folder with .json packets')
  return new AlpsbenchDataset(new PacketsSource(packetsDescriptor(origin), folder, files))
}

/** Whether a file is meant to be a packet; a damaged file in the packets' layout is, so that it is reported. */
async function looksLikePacket(file: string): Promise<boolean> {
  try {
    const value = await readJsonFile(file)
    return isJsonObject(value) && 'session_id' in value && 'dialogue' in value
  } catch (error) {
    if (error instanceof InputError) return /chunk_\d+[\\/]sess_[^\\/]*\.json$/.test(file)
    throw error
  }
}

/** Opens a folder or file by its layout; null when it has none of AlpsBench's. */
async function openPath(origin: Origin, path: string): Promise<Dataset | null> {
  const kind = await kindOf(path)
  if (kind === null) return null
  if (kind === 'file') {
    if (!path.endsWith('.json') || !(await looksLikePacket(path))) return null
    return new AlpsbenchDataset(new PacketsSource(packetsDescriptor(origin), path, [path]))
  }
  for (const name of PUBLIC_ROOTS) {
    const root = join(path, name)
    const parts = await publicParts(root)
    if (parts.length > 0) return new AlpsbenchDataset(new PublicSource(publicDescriptor(origin), root, parts))
  }
  for (const name of ['', 'examples', 'dataset']) {
    const root = join(path, name)
    const files = await exampleFiles(root)
    if (files.length > 0)
      return new AlpsbenchDataset(new ExamplesSource(examplesDescriptor(origin), root, files))
  }
  const [first] = await packetFiles(path)
  return first !== undefined && (await looksLikePacket(first)) ? openPackets(origin, path) : null
}

async function openPulled(word: string, context: OpenContext): Promise<Dataset> {
  const folder = join(context.home, word)
  const fix = `run: rapport data pull ${word}`
  const missing = new UsageError(`the data set ${word} was not pulled yet`, fix)
  if ((await kindOf(folder)) !== 'folder') throw missing
  const manifest = await readPullManifest(folder)
  if (manifest === null) throw new UsageError(`the download of ${word} was not finished`, fix)
  const origin = { id: word, source: manifest.source, revision: manifest.revision }
  const opened =
    word === 'alpsbench-packets' ? await openPackets(origin, folder) : await openPath(origin, folder)
  if (opened === null) throw missing
  return opened
}

/**
 * Opens AlpsBench data: `sample`; `alpsbench` or `alpsbench-packets` once pulled; `packets:<folder>`; or a
 * path whose layout is recognised (public release, older example files, packets).
 * @returns null when the word is none of these
 * @throws RapportError when it is, and is damaged or was not pulled yet
 */
export async function openAlpsbench(word: string, context: OpenContext): Promise<Dataset | null> {
  if (word === 'sample') {
    const folder = join(context.sample, 'alpsbench')
    return new AlpsbenchDataset(await SampleSource.open(folder, sampleDescriptor))
  }
  if (PULLED.includes(word)) return openPulled(word, context)
  const isPackets = word.startsWith(PACKETS)
  const path = resolve(context.workingDirectory, isPackets ? word.slice(PACKETS.length) : word)
  const origin = { id: word, source: path, revision: null }
  return isPackets ? openPackets(origin, path) : openPath(origin, path)
}
