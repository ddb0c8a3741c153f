import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { writeTextFile } from './atomic-file.ts'
import { readJsonFile } from './json-file.ts'
import { checkShape } from '../core/check-shape.ts'

/** What was pulled; lies beside the data and is written last, so that it stands for a whole download. */
const pullManifestSchema = z.object({
  formatVersion: z.literal(1),
  source: z.string(),
  revision: z.string(),
  files: z.array(z.object({ path: z.string(), bytes: z.number(), sha256: z.string() })),
})
export type PullManifest = z.infer<typeof pullManifestSchema>

function manifestPath(folder: string): string {
  return join(folder, '.rapport-pull.json')
}

export async function writePullManifest(folder: string, manifest: PullManifest): Promise<void> {
  await writeTextFile(manifestPath(folder), `${JSON.stringify(manifest, null, 1)}\n`)
}

/** Removes the manifest while files change. */
export async function forgetPullManifest(folder: string): Promise<void> {
  await rm(manifestPath(folder), { force: true })
}

/** What was pulled into a folder; null when no download into it was finished, or its manifest is damaged. */
export async function readPullManifest(folder: string): Promise<PullManifest | null> {
  const path = manifestPath(folder)
  try {
    return checkShape(pullManifestSchema, await readJsonFile(path), { file: path })
  } catch {
    return null
  }
}
