import { loadAuthorsPrompts } from '../benchmarks/alpsbench/prompts/authors.ts'
import type { TrackPrompt } from '../core/prompt.ts'

/** The authors' own prompts of any benchmark from a folder, by track id. */
export async function authorsPrompts(folder: string): Promise<ReadonlyMap<string, TrackPrompt>> {
  return loadAuthorsPrompts(folder)
}
