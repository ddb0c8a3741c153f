import { UsageError } from '../core/errors.ts'
import type { MemoryTools } from '../core/memory-tools.ts'
import type { MemorySystem } from '../core/memory.ts'
import { moduleMemory } from './memory-module.ts'

/** A memory system that can be asked for by name. */
export interface MemoryForm {
  /** As it is written: `last-<n>`. */
  readonly form: string
  /** The form filled in: what `memory:*` runs. */
  readonly example: string
  readonly builtIn: boolean
  /** False for what hands over what it always hands over. */
  readonly searches: boolean
  /** Whether a model writes what it keeps. */
  readonly asksModel: boolean
  readonly description: string
}

/** Where memory systems of a user's own are looked for. */
export interface MemoryOutside {
  readonly cwd: string
  readonly env: Readonly<Record<string, string | undefined>>
  readonly limits: { readonly timeout: number; readonly maxOutput: number }
  load(path: string): Promise<unknown>
}

export const memoryForms: readonly MemoryForm[] = []
export const memoryNames: readonly string[] = memoryForms.map(({ example }) => example)

/**
 * @returns null for a name that there is not
 * @throws UsageError for one that can't be used here
 */
export async function createMemory(
  name: string,
  tools: MemoryTools,
  outside: MemoryOutside,
): Promise<MemorySystem | null> {
  if (/\.[cm]?[jt]s$/.test(name)) return moduleMemory(name, tools, outside)
  if (name === '') throw new UsageError('a memory system has a name', 'rapport memory list')
  return null
}
