import { mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { InputError } from '../../../core/errors.ts'
import type { JsonObject } from '../../../core/json.ts'
import { writeTextFile } from '../../../io/atomic-file.ts'
import { fileError } from '../../../io/file-error.ts'
import { addCounts, noCounts } from '../arithmetic/counts.ts'
import { inferenceSummary, type OriginalSummary } from '../arithmetic/summary.ts'
import { encodeName } from './folder-names.ts'
import { generationState, inferenceState } from './stage-state.ts'

/** File systems take names of 255 bytes. */
const LONGEST = 240

/**
 * Writes the results of a model as the original code lays them out, `{results}/{model}/{instance}.json` and
 * `results.json` (spec 1.9). The model's folder appears whole or not at all.
 * @param results the results folder; made where it is missing
 * @param model any text; it never nests or leaves the folder
 * @param files contents by instance name, see `instanceName` and `resultFile`
 * @returns the model's folder
 * @throws InputError `not-empty` when there are results of that model already: those of two runs are never mixed;
 * `bad-name` for a name that is empty, too long, or that of another file where case does not count
 */
export async function writeResultsFolder(
  results: string,
  model: string,
  files: ReadonlyMap<string, JsonObject>,
): Promise<string> {
  const folder = join(results, nameOf(model, 'model'))
  const names = namesOf([...files.keys()])
  await refuseFilled(folder)
  try {
    await mkdir(results, { recursive: true })
    const unfinished = await mkdtemp(join(results, '.writing-'))
    try {
      for (const [name, file] of files) {
        await writeTextFile(join(unfinished, `${names.get(name)}.json`), indentedAscii(file, 4))
      }
      await writeTextFile(join(unfinished, 'results.json'), indentedAscii(summaryOf(files), 2))
      await rename(unfinished, folder)
    } finally {
      await rm(unfinished, { recursive: true, force: true })
    }
  } catch (error) {
    throw fileError(error, folder)
  }
  return folder
}

function nameOf(name: string, field: string): string {
  const encoded = encodeName(name)
  if (encoded !== '' && encoded.length <= LONGEST) return encoded
  const problem = encoded === '' ? 'is empty' : 'is too long for a file name'
  throw new InputError('bad-name', `the name ${problem}`, { id: name, field })
}

function namesOf(instances: readonly string[]): ReadonlyMap<string, string> {
  const names = new Map<string, string>()
  const taken = new Set(['results'])
  for (const instance of instances) {
    const name = nameOf(instance, 'instance')
    if (taken.has(name.toLowerCase())) {
      throw new InputError('bad-name', 'another file has that name already, but for upper and lower case', {
        id: instance,
        field: 'instance',
      })
    }
    taken.add(name.toLowerCase())
    names.set(instance, name)
  }
  return names
}

async function refuseFilled(folder: string): Promise<void> {
  const found = await readdir(folder).catch(() => [])
  if (found.length === 0) return
  throw new InputError(
    'not-empty',
    'there are results of that model already',
    { file: folder },
    'choose another folder; results of two runs in one would be added up as one',
  )
}

/** As Python's `json.dump(value, file, indent=n)` writes it: everything outside printable ASCII is escaped. */
function indentedAscii(value: JsonObject | OriginalSummary, indent: number): string {
  return JSON.stringify(value, null, indent).replaceAll(
    /[^\n -~]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

/** Strict figures over what was measured, under the names of the original; a task without any is left out. */
function summaryOf(files: ReadonlyMap<string, JsonObject>): OriginalSummary {
  const counts = [...files.values()].flatMap((file) => inferenceState(file['inference']).primary ?? [])
  const scores = [...files.values()].flatMap((file) => generationState(file['generation']).primary ?? [])
  const sum = scores.reduce((total, score) => total + score, 0)
  return {
    ...(counts.length === 0 ? {} : { inference: inferenceSummary(counts.reduce(addCounts, noCounts)) }),
    ...(scores.length === 0
      ? {}
      : { generation: { average_score: sum / scores.length, n_instances: scores.length } }),
  }
}
