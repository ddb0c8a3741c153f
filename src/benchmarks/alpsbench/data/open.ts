import { stat } from 'node:fs/promises'
import { isAbsolute, join, resolve } from 'node:path'
import type { Dataset } from '../../../core/dataset.ts'
import { RapportError } from '../../../core/errors.ts'
import type { OpenContext } from '../../../core/track.ts'
import { AlpsbenchDataset } from './alpsbench-dataset.ts'
import { packetFiles } from './packet-files.ts'
import { PacketsSource } from './packets-source.ts'
import { packetsDescriptor, sampleDescriptor } from './descriptors.ts'
import { SampleSource } from './sample-source.ts'

async function isFolder(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  )
}

async function openPackets(id: string, folder: string): Promise<Dataset> {
  const files = await packetFiles(folder)
  if (files.length === 0) {
    throw new RapportError(`${folder} holds no packets (files ending in .json)`, { exitCode: 2, place: { file: folder } })
  }
  return new AlpsbenchDataset(new PacketsSource(packetsDescriptor(id, folder), folder, files))
}

/**
 * Opens AlpsBench data: `sample`, `alpsbench` or `alpsbench-packets` once pulled, `packets:<folder>`, or a
 * path whose layout is recognised.
 * @returns null when the word is none of these
 * @throws RapportError when it is, and is damaged or was not pulled yet
 */
export async function openAlpsbench(word: string, context: OpenContext): Promise<Dataset | null> {
  if (word === 'sample') {
    const folder = join(context.sample, 'alpsbench')
    return new AlpsbenchDataset(await SampleSource.open(folder, sampleDescriptor))
  }
  const prefix = 'packets:'
  if (word.startsWith(prefix)) {
    const path = word.slice(prefix.length)
    const folder = isAbsolute(path) ? path : resolve(context.workingDirectory, path)
    return openPackets(word, folder)
  }
  const path = resolve(context.workingDirectory, word)
  if (!(await isFolder(path))) return null
  return openPackets(word, path)
}
