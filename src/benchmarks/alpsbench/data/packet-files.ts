import { readdir } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import type { Place } from '../../../core/errors.ts'
import { fileError } from '../../../io/file-error.ts'
import { readJsonFile } from '../../../io/json-file.ts'
import { packetSchema, type Packet } from './packet-shape.ts'
import { checkShape } from '../../../core/check-shape.ts'

/** Folders inside folders that are looked at: `chunks/chunk_0001` is two deep. */
const MAX_DEPTH = 4

function isPacketName(name: string): boolean {
  return name.endsWith('.json') && name !== 'manifest.json' && !name.startsWith('.')
}

/** JSON files of a folder and its folders, sorted by path; manifests are left out, they are not needed. */
export async function packetFiles(folder: string, depth = 0): Promise<string[]> {
  const found: string[] = []
  let entries
  try {
    entries = await readdir(folder, { withFileTypes: true })
  } catch (error) {
    throw fileError(error, folder)
  }
  for (const entry of entries.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) {
      if (depth < MAX_DEPTH && !entry.name.startsWith('.'))
        found.push(...(await packetFiles(path, depth + 1)))
    } else if (isPacketName(entry.name) && entry.isFile()) {
      found.push(path)
    }
  }
  return found
}

/** A file's name in messages: relative to the data set, with forward slashes. */
export function shownPath(root: string, path: string): string {
  const name = relative(root, path)
  return name === '' ? path : name.split(sep).join('/')
}

/** Reads one packet. @throws InputError with file and field */
export async function readPacket(path: string, name: string): Promise<{ packet: Packet; place: Place }> {
  const place = { file: name, line: 1 }
  return { packet: checkShape(packetSchema, await readJsonFile(path, { name }), place), place }
}
