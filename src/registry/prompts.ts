import { loadAuthorsPrompts } from '../benchmarks/alpsbench/prompts/authors.ts'
import type { PromptPack } from '../core/prompt-pack.ts'

/** The authors' own prompts of any benchmark from a folder. @throws UsageError when it holds none */
export async function promptPack(folder: string): Promise<PromptPack> {
  return { prompts: await loadAuthorsPrompts(folder), judging: new Map() }
}
