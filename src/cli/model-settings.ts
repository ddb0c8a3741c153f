import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { ModelSettings } from '../core/run.ts'
import type { CliContext } from './context.ts'
import { requireFile } from './require-file.ts'
import type { ModelChoices, RunChoices } from './run-options.ts'

/** Model settings of a run from the options of the command line. @throws UsageError for a missing file */
export async function modelSettings(
  choices: ModelChoices & Pick<RunChoices, 'offerModels'>,
  context: Pick<CliContext, 'cwd'>,
): Promise<ModelSettings> {
  return {
    temperature: choices.temperature ?? null,
    maxOutputTokens: choices.maxOutputTokens ?? null,
    reasoningEffort: choices.reasoningEffort ?? null,
    systemPrompt: choices.systemPrompt === undefined ? null : await textOf(choices.systemPrompt, context.cwd),
    prompts: choices.prompts ?? null,
    judge:
      choices.judge.length === 0
        ? null
        : {
            models: choices.judge,
            rule: choices.judgeRule,
            rubrics: choices.rubric,
            decomposer: choices.decomposer ?? null,
            maxOutputTokens: choices.judgeOutputTokens ?? null,
          },
    maxCost: choices.maxCost ?? null,
    allowUnpriced: choices.allowUnpriced,
    prices: choices.prices ?? null,
    requestsPerMinute: choices.requestsPerMinute ?? null,
    tokensPerMinute: choices.tokensPerMinute ?? null,
    offered: [...new Set(choices.offerModels)],
  }
}

async function textOf(word: string, cwd: string): Promise<string> {
  const path = resolve(cwd, word)
  await requireFile(path, word)
  return readFile(path, 'utf8')
}
