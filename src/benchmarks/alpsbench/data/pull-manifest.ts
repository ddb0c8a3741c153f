import { join } from 'node:path'
import { z } from 'zod'
import { fileError } from '../../../io/file-error.ts'
import { readJsonFile } from '../../../io/json-file.ts'
import { writeTextFile } from '../../../io/atomic-file.ts'
import { checkShape } from './row-error.ts'

/** What was pulled; lies beside the data and is written last, so that it stands for a whole download. */
const pullManifestSchema = z.object({
  formatVersion: z.literal(1),
  source: z.string(),
  revision: z.string(),
  files: z.array(z.object({ path: z.string(), bytes: z.number(), sha256: z.string() })),
})
export type PullManifest = z.infer<typeof pullManifestSchema>

const NAME = '.rapport-pull.json'

export async function writePullManifest(folder: string, manifest: PullManifest): Promise<void> {
  await writeTextFile(join(folder, NAME), `${JSON.stringify(manifest, null, 1)}\n`)
}

/** Source and revision of a pulled folder. @throws RapportError when the download never finished */
export async function pulledRevision(folder: string): Promise<{ source: string; revision: string }> {
  const path = join(folder, NAME)
  try {
    const { source, revision } = checkShape(pullManifestSchema, await readJsonFile(path), { file: path })
    return { source, revision }
  } catch (error) {
    throw fileError(error, path)
  }
}
