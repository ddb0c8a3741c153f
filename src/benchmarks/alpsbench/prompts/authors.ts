import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { UsageError } from '../../../core/errors.ts'
import type { TrackPrompt } from '../../../core/prompt.ts'
import { referenceExtraction } from '../extraction/prompt.ts'
import { referenceRetrieval } from '../retrieval/prompt.ts'
import { abilities, retrievalLevels } from '../shapes.ts'
import { referenceUpdate } from '../update/prompt.ts'
import { referenceUtilization } from '../utilization/prompt.ts'

interface AuthorsFile {
  readonly name: string
  readonly tracks: readonly string[]
  readonly prompt: (text: string) => TrackPrompt
}

/** One file for each system message that the authors have; the five retrieval levels share theirs. */
const files: readonly AuthorsFile[] = [
  { name: 'extraction.txt', tracks: ['alpsbench/extraction'], prompt: referenceExtraction },
  { name: 'update.txt', tracks: ['alpsbench/update'], prompt: referenceUpdate },
  {
    name: 'retrieval.txt',
    tracks: retrievalLevels.map((level) => `alpsbench/retrieval/d${level}`),
    prompt: referenceRetrieval,
  },
  ...abilities.map((ability) => ({
    name: `utilization-${ability}.txt`,
    tracks: [`alpsbench/utilization/${ability}`],
    prompt: (text: string) => referenceUtilization(ability, text),
  })),
]

/** `undefined` where there is no such file. */
async function textOf(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}

/**
 * The authors' own system messages (`--prompts <dir>`), for protocol `reference`: text files `extraction.txt`,
 * `update.txt`, `retrieval.txt`, `utilization-persona.txt` …, taken as they are. Their hash is in the prompt's id.
 * @returns prompts by track id; a track whose file is missing is not in it and stays `reference-like`
 * @throws UsageError when the folder has none of the files, or one of them is empty
 */
export async function loadAuthorsPrompts(dir: string): Promise<ReadonlyMap<string, TrackPrompt>> {
  const found = new Map<string, TrackPrompt>()
  for (const { name, tracks, prompt } of files) {
    const text = await textOf(join(dir, name))
    if (text === undefined) continue
    if (text.trim() === '') throw new UsageError(`${join(dir, name)} is empty`)
    const built = prompt(text)
    for (const track of tracks) found.set(track, built)
  }
  if (found.size > 0) return found
  const names = files.map(({ name }) => name).join(', ')
  throw new UsageError(`${dir} holds no prompts of the authors`, `put text files there: ${names}`)
}
