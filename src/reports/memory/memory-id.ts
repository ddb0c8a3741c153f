import type { SystemRecord } from '../../core/run.ts'

const MEMORY = 'memory:'
const OWN_PROMPT = ':own-prompt'

export const NONE = 'none'
export const GOLD_EVIDENCE = 'gold-evidence'

/** The parts of a memory system's id: `memory:<name>[:own-prompt][+<provider>/<model>]`. */
export interface MemoryId {
  readonly name: string
  readonly ownPrompt: boolean
  readonly model: string | null
}

/** Takes an id apart; null for a system that is no memory. A command line may hold `+`: the last one counts. */
export function memoryId(system: string): MemoryId | null {
  if (!system.startsWith(MEMORY)) return null
  const rest = system.slice(MEMORY.length)
  const cut = rest.lastIndexOf('+')
  const model = cut === -1 ? '' : rest.slice(cut + 1)
  const isNamed = /^[^/\s]+\/\S/.test(model)
  const name = isNamed ? rest.slice(0, cut) : rest
  const ownPrompt = name.endsWith(OWN_PROMPT)
  return {
    name: ownPrompt ? name.slice(0, -OWN_PROMPT.length) : name,
    ownPrompt,
    model: isNamed ? model : null,
  }
}

/** The id of a memory under the shared prompt. */
export function idOfMemory(name: string, model: string | null): string {
  return `${MEMORY}${name}${model === null ? '' : `+${model}`}`
}

export type MemoryRecord = SystemRecord & { readonly parts: MemoryId }

/** The memory systems among those of a track: those with a fairness sheet, and the ceiling that is shown the evidence. */
export function memoryRecords(systems: readonly SystemRecord[]): MemoryRecord[] {
  return systems.flatMap((system) => {
    const parts = memoryId(system.id)
    const takesPart =
      parts !== null &&
      (system.memory !== undefined || (system.kind === 'privileged' && parts.name === GOLD_EVIDENCE))
    return takesPart ? [{ ...system, parts }] : []
  })
}
