import { existsSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { z } from 'zod'
import { InputError } from '../../../core/errors.ts'
import { isJsonObject, type Json } from '../../../core/json.ts'
import { readSmallTextFile } from '../../../io/small-text-file.ts'
import { parseYaml } from '../../../io/yaml.ts'
import { examplesInPython, renderExamples } from './pack-examples.ts'

/** The files of the evaluation's calls; the decomposer's stands in the folder of the synthesis. */
const required = [
  'preference_inferrer',
  'response_generator',
  'preference_matcher',
  'preference_matcher_model',
  'response_judger',
] as const
const decomposer = 'preference_decomposer'

export type PackFileName = (typeof required)[number] | typeof decomposer

/** The two texts of one file, as they are, and the matcher's examples where the file has them. */
export interface PackFile {
  readonly path: string
  readonly system: string
  readonly user: string
  /** Rendered; null where the file has none. */
  readonly examples: string | null
}

export interface PackFiles {
  /** null: the folder has no such file. Only the decomposer's may be missing. */
  readonly files: ReadonlyMap<PackFileName, PackFile>
  /** The matcher's worked examples; null where neither the pack nor the checkout around it has them. */
  readonly examples: string | null
}

/** The folder with the YAML files: the one named, or where it lies in a checkout; null when none has any of them. */
function folderOf(dir: string): string | null {
  const places = [dir, join(dir, 'evaluation'), join(dir, 'prompts', 'evaluation')]
  return places.find((place) => required.some((name) => existsSync(join(place, `${name}.yaml`)))) ?? null
}

/** Files that a checkout keeps elsewhere: looked for there only when the folder lies as in a checkout. */
function elsewhere(folder: string, ...steps: readonly string[]): string[] {
  return basename(folder) === 'evaluation' ? [join(folder, ...steps)] : []
}

/**
 * Reads the YAML files of a prompt pack.
 * @returns null when the folder holds none of them
 * @throws InputError `missing-file`, `missing-key`, `shape`, `broken-yaml`, with file and key
 */
export async function readPackFiles(dir: string): Promise<PackFiles | null> {
  const folder = folderOf(resolve(dir))
  if (folder === null) return null
  const files = new Map<PackFileName, PackFile>()
  for (const name of required) {
    const path = join(folder, `${name}.yaml`)
    if (!existsSync(path)) {
      throw new InputError('missing-file', `the prompt pack has no ${name}.yaml`, { file: path })
    }
    files.set(name, await readPackFile(path))
  }
  const path = [
    join(folder, `${decomposer}.yaml`),
    ...elsewhere(folder, '..', 'synthesis', `${decomposer}.yaml`),
  ].find(existsSync)
  if (path !== undefined) files.set(decomposer, await readPackFile(path))
  return { files, examples: files.get('preference_matcher')?.examples ?? (await examplesOfCode(folder)) }
}

const text = z.string('must be a text')

async function readPackFile(path: string): Promise<PackFile> {
  const value = parseYaml(await readSmallTextFile(path), { file: path })
  const map = isJsonObject(value) ? value : {}
  const textOf = (key: string): string => {
    const parsed = text.safeParse(map[key])
    if (parsed.success && parsed.data.trim() !== '') return parsed.data
    const isMissing = map[key] === undefined || map[key] === null || parsed.success
    throw new InputError(
      isMissing ? 'missing-key' : 'shape',
      isMissing ? `${key} is missing or empty` : `${key} must be a text`,
      { file: path, field: key },
      `write it as a block: "${key}: |-", the text indented below`,
    )
  }
  return {
    path,
    system: textOf('system_prompt'),
    user: textOf('user_prompt'),
    examples: examplesOfFile(map['examples'], path),
  }
}

function examplesOfFile(value: Json | undefined, path: string): string | null {
  return value === undefined ? null : renderExamples(value, { file: path })
}

/** A checkout has the matcher's examples in its code: `evaluation/modules/preference_matcher.py`. */
async function examplesOfCode(folder: string): Promise<string | null> {
  const name = 'preference_matcher.py'
  const path = [join(folder, name), ...elsewhere(folder, '..', '..', 'evaluation', 'modules', name)].find(
    existsSync,
  )
  if (path === undefined) return null
  return renderExamples(examplesInPython(await readSmallTextFile(path), path), {
    file: path,
    field: 'EXAMPLES',
  })
}
