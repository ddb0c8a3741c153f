import { loadAuthorsPrompts } from '../benchmarks/alpsbench/prompts/authors.ts'
import { cupidPromptPack, prefMatcherNeeds } from '../benchmarks/cupid/prompt-pack.ts'
import type { PackJudging, PromptPack } from '../core/prompt-pack.ts'

/** The authors' own prompts of any benchmark from a folder. @throws UsageError when it holds none */
export async function promptPack(folder: string): Promise<PromptPack> {
  const cupid = await cupidPromptPack(folder)
  if (cupid !== null) return cupid
  return { prompts: await loadAuthorsPrompts(folder), judging: new Map() }
}

/** Ways to judge that only a prompt pack brings. */
export const packJudging: readonly PackJudging[] = [prefMatcherNeeds]
