import { lstat, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { z } from 'zod'
import { InputError, UsageError } from '../core/errors.ts'
import { isJsonObject, type Json } from '../core/json.ts'
import { hashFile } from '../io/content-hash.ts'
import { fileError } from '../io/file-error.ts'
import { readJsonFile } from '../io/json-file.ts'
import { readJsonl } from '../io/jsonl.ts'
import type { Difference } from './difference.ts'
import {
  BUNDLE_FORMAT,
  BUNDLE_LINE,
  BUNDLE_VERSION,
  bundleFiles,
  manifestSchema,
  type Manifest,
} from './format.ts'

/** A folder that holds a bundle: exactly the files that a bundle has, each a plain one. */
export interface OpenBundle {
  readonly folder: string
  readonly manifest: Manifest
}

/**
 * Opens a bundle without believing it: only files of the known names are ever opened, whatever its list says.
 * @throws UsageError (exit code 2) for what is no bundle, one of a newer form, missing and foreign files, links
 * @throws InputError (exit code 2) for a manifest that can't be read
 */
export async function openBundle(folder: string, name: string): Promise<OpenBundle> {
  const there = await listed(folder, name)
  if (!there.has('manifest.json'))
    throw new UsageError(
      `${name} is no bundle: it has no manifest.json`,
      'write one with: rapport export <run> --form bundle --out <folder>',
    )
  for (const [file, isPlain] of there) {
    if (!isPlain)
      throw new UsageError(
        `${name} can't be trusted: ${JSON.stringify(file)} is no plain file`,
        'a bundle has neither links nor folders; get it again',
      )
  }
  const document = await readJsonFile(join(folder, 'manifest.json'), { name: 'manifest.json' })
  refuseOthers(document, name)
  const manifest = checked(manifestSchema, document, 'manifest.json', undefined)
  const { prices, prompts } = manifest.run.spec.models
  if (prices !== null || prompts !== null)
    throw new UsageError(
      `the run of ${name} names files outside the bundle`,
      'the bundle was changed: nothing outside it is read; get it again',
    )
  const own = new Set<string>(bundleFiles)
  const foreign = manifest.files.find(({ path }) => !own.has(path))
  if (foreign !== undefined)
    throw new UsageError(
      `the manifest of ${name} lists ${JSON.stringify(foreign.path)}, which no bundle has`,
      'the bundle was changed; get it again',
    )
  const known = new Set(manifest.files.map(({ path }) => path))
  if (known.size < manifest.files.length)
    throw new UsageError(`the manifest of ${name} lists a file twice`, 'the bundle was changed; get it again')
  const missing = bundleFiles.find((file) => !known.has(file) || !there.has(file))
  if (missing !== undefined)
    throw new UsageError(`${name} lacks ${missing}`, 'the bundle is not complete; get it again')
  const extra = [...there.keys()].find((file) => file !== 'manifest.json' && !known.has(file))
  if (extra !== undefined)
    throw new UsageError(
      `${name} holds ${JSON.stringify(extra)}, which its manifest does not list`,
      'a bundle is closed: take the file out, or get the bundle again',
    )
  return { folder, manifest }
}

async function listed(folder: string, name: string): Promise<Map<string, boolean>> {
  try {
    const entries = await readdir(folder, { withFileTypes: true })
    return new Map(entries.map((entry) => [entry.name, entry.isFile()]))
  } catch (error) {
    const words = fileError(error, name)
    throw new UsageError(
      words instanceof Error ? words.message : `${name} can't be read`,
      'name the folder of a bundle',
    )
  }
}

/** @throws UsageError for another format, and for a newer form of ours */
function refuseOthers(document: Json, name: string): void {
  const format = isJsonObject(document) ? document['format'] : undefined
  const formatVersion = isJsonObject(document) ? document['formatVersion'] : undefined
  if (format !== BUNDLE_FORMAT)
    throw new UsageError(
      `${name} is no bundle: its manifest is of another format`,
      'write one with: rapport export <run> --form bundle --out <folder>',
    )
  if (typeof formatVersion === 'number' && formatVersion > BUNDLE_VERSION)
    throw new UsageError(
      `${name} has form ${formatVersion}, and this version of Rapport reads up to ${BUNDLE_VERSION}`,
      'verify it with a newer version of Rapport',
    )
}

/** Every file against its size and hash. */
export async function fileDifferences({ folder, manifest }: OpenBundle): Promise<Difference[]> {
  const found: Difference[] = []
  for (const { path, bytes, sha256 } of manifest.files) {
    const full = join(folder, path)
    const { size } = await lstat(full)
    const base = { file: path, line: null, id: path }
    if (size !== bytes) found.push({ ...base, field: 'bytes', stored: bytes, recomputed: size })
    const hashes = await hashFile(full, size, { algorithm: 'sha256', hex: sha256 })
    if (hashes.sha256 !== sha256)
      found.push({ ...base, field: 'sha256', stored: sha256, recomputed: hashes.sha256 })
  }
  return found
}

/**
 * The rows of a file in its order, each checked against its form.
 * @throws InputError (exit code 2) naming file and line
 */
export async function* readRows<T>(
  { folder }: OpenBundle,
  file: (typeof bundleFiles)[number],
  schema: z.ZodType<T>,
): AsyncGenerator<{ readonly line: number; readonly row: T }> {
  for await (const { line, value } of readJsonl(join(folder, file), { name: file, lineLimit: BUNDLE_LINE }))
    yield { line, row: checked(schema, value, file, line) }
}

/** @throws InputError `wrong-form` naming file, line and field */
export function checked<T>(schema: z.ZodType<T>, value: Json, file: string, line: number | undefined): T {
  const read = schema.safeParse(value)
  if (read.success) return read.data
  const [issue] = read.error.issues
  const field = issue === undefined || issue.path.length === 0 ? {} : { field: issue.path.join('.') }
  throw new InputError(
    'wrong-form',
    issue?.message ?? 'the row has another form',
    { file, ...(line === undefined ? {} : { line }), ...field },
    'the bundle was changed, or written by something else; get it again',
  )
}
