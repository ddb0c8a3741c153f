import { memoryId } from './memory-id.ts'
import { systemName } from '../system-name.ts'
import type { MemoryReport } from './memory-report.ts'

/** Names for tables: without the model where all have the same, which headings then name. */
export interface MemoryNames {
  /** ` with openai/a`, or an empty text where models differ or there is none. */
  readonly withModel: string
  readonly shortOf: (system: string) => string
}

/** A memory's name without the folders of its module. */
export function memoryName(name: string): string {
  return systemName(`memory:${name}`).slice('memory:'.length)
}

export function memoryNames({ systems }: Pick<MemoryReport, 'systems'>): MemoryNames {
  const models = new Set(systems.map(({ system }) => memoryId(system)?.model ?? null))
  const [model] = models
  const isOne = models.size === 1
  return {
    withModel: isOne && model != null ? ` with ${model}` : '',
    shortOf: (system) => {
      const parts = memoryId(system)
      if (parts === null) return system
      const name = `${memoryName(parts.name)}${parts.ownPrompt ? ':own-prompt' : ''}`
      return isOne || parts.model === null ? name : `${name}+${parts.model}`
    },
  }
}

/** `2 cases`, `1 case`. */
export function counted(n: number, one: string, many = `${one}s`): string {
  return `${n} ${n === 1 ? one : many}`
}

/** What a reader of times has to know: cases share a process. */
export function timesText({ concurrency }: Pick<MemoryReport, 'concurrency'>): string {
  return concurrency === 1
    ? 'median / 95th percentile, one case at a time'
    : `median / 95th percentile, ${concurrency} cases at once in one process; --concurrency 1 measures alone`
}
