import type { MemorySettings } from '../core/run.ts'
import { isModelId, type ModelSources } from '../models/gateway/model-address.ts'

/** What a word begins with that asks for a memory system. */
export const MEMORY = 'memory:'

/** At the end of a name: under the memory's own prompt. */
const OWN_PROMPT = ':own-prompt'

/** The parts of `memory:<name>[:own-prompt][+<provider>/<model>]`. */
export interface MemoryWord {
  /** A name of `rapport memory list`, `program:<command line>`, an address, or the path of a module. */
  readonly name: string
  readonly ownPrompt: boolean
  /** Who answers; null: the run's answer model. */
  readonly model: string | null
}

/**
 * Takes a word apart; null for a word that asks for no memory system. A command line may hold `+`, and so may a model:
 * the last one counts that a model's id comes after.
 */
export function memoryWord(word: string, sources: ModelSources): MemoryWord | null {
  if (!word.startsWith(MEMORY)) return null
  const rest = word.slice(MEMORY.length)
  const cut = plusBeforeModel(rest, sources)
  const name = cut === -1 ? rest : rest.slice(0, cut)
  const ownPrompt = name.endsWith(OWN_PROMPT)
  return {
    name: ownPrompt ? name.slice(0, -OWN_PROMPT.length) : name,
    ownPrompt,
    model: cut === -1 ? null : rest.slice(cut + 1),
  }
}

/** Place of the last `+` that a model's id comes after; -1 without one. */
function plusBeforeModel(text: string, sources: ModelSources): number {
  for (let at = text.lastIndexOf('+'); at > 0; at = text.lastIndexOf('+', at - 1)) {
    if (isModelId(text.slice(at + 1), sources)) return at
  }
  return -1
}

/** The word that stands for these parts, as it is kept with a run. */
export function wordOfMemory({ name, ownPrompt, model }: MemoryWord): string {
  return `${MEMORY}${name}${ownPrompt ? OWN_PROMPT : ''}${model === null ? '' : `+${model}`}`
}

/** The models that a word of a memory system asks, as it is kept with a run. */
export function modelsOfMemory(
  word: string,
  sources: ModelSources,
  settings: Pick<MemorySettings, 'model' | 'embedder'>,
): string[] {
  const parts = memoryWord(word, sources)
  if (parts === null) return []
  return [parts.model, settings.model, settings.embedder].flatMap((model) =>
    model === null || model.startsWith('local:') ? [] : [model],
  )
}
