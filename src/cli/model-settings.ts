import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { UsageError } from '../core/errors.ts'
import type { ModelSettings } from '../core/run.ts'
import type { CliContext } from './context.ts'
import { requireFile } from './require-file.ts'
import type { ModelChoices, RunChoices } from './run-options.ts'

/** Model settings of a run from the options of the command line. @throws UsageError for a missing file or judge */
export async function modelSettings(
  choices: ModelChoices & Pick<RunChoices, 'offerModels'>,
  context: Pick<CliContext, 'cwd'>,
): Promise<ModelSettings> {
  refuseIdleJudgeOptions(choices)
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
    servers: {},
  }
}

/** Without a judge these would be left aside in silence. */
function refuseIdleJudgeOptions({ judge, rubric, decomposer, judgeOutputTokens }: ModelChoices): void {
  if (judge.length > 0) return
  const idle = [
    ...(rubric.length > 0 ? ['--rubric'] : []),
    ...(decomposer === undefined ? [] : ['--decomposer']),
    ...(judgeOutputTokens === undefined ? [] : ['--judge-output-tokens']),
  ]
  if (idle.length === 0) return
  throw new UsageError(
    `${idle.join(' and ')} ${idle.length === 1 ? 'is' : 'are'} for judges, and none is named`,
    'name one: --judge <provider>/<model>',
  )
}

async function textOf(word: string, cwd: string): Promise<string> {
  const path = resolve(cwd, word)
  await requireFile(path, word)
  return readFile(path, 'utf8')
}
