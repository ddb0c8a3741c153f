import { UsageError } from '../core/errors.ts'
import { fairnessFields } from '../core/memory-sheet.ts'
import type { MemorySettings } from '../core/run.ts'
import type { CliContext } from './context.ts'
import type { RunChoices } from './run-options.ts'
import { suggestion } from './suggest.ts'

/** The options that memory systems are given. */
export type MemoryChoices = Pick<
  RunChoices,
  | 'memoryK'
  | 'memoryBudget'
  | 'memoryWait'
  | 'answerModel'
  | 'memoryModel'
  | 'memoryEmbedder'
  | 'waive'
  | 'usageTest'
  | 'memoryChecks'
>

/** Answers for memory systems whose word names no model. */
export const ANSWER_MODEL = 'RAPPORT_ANSWER_MODEL'

/**
 * What all memory systems of a run are given, from the options and the environment.
 * @throws UsageError for a difference to waive that there is not
 */
export function memorySettings(choices: MemoryChoices, { env }: Pick<CliContext, 'env'>): MemorySettings {
  const named = env[ANSWER_MODEL]?.trim() ?? ''
  return {
    k: choices.memoryK,
    budget: choices.memoryBudget,
    wait: choices.memoryWait,
    answerModel: choices.answerModel ?? (named === '' ? null : named),
    model: choices.memoryModel ?? null,
    embedder: choices.memoryEmbedder ?? null,
    waived: choices.waive.map(waivable),
    usageTest: choices.usageTest,
    checks: choices.memoryChecks,
  }
}

/** A difference between memory systems that can be accepted. @throws UsageError for another word */
export function waivable(word: string): MemorySettings['waived'][number] {
  const field = fairnessFields.find((name) => name === word.replaceAll('-', '_'))
  if (field !== undefined) return field
  const names = fairnessFields.map((name) => name.replaceAll('_', '-'))
  throw new UsageError(
    `${JSON.stringify(word)} is nothing that a comparison of memory systems can differ in`,
    suggestion(word, names, `rapport run --help; they are ${names.join(', ')}`),
  )
}
