import type { MemoryTools } from '../core/memory-tools.ts'
import type { MemorySystem } from '../core/memory.ts'
import { bm25Memory } from '../memory/bm25/bm25.ts'
import { embeddingMemory } from '../memory/embedding/embedding.ts'
import { extractUpdateMemory } from '../memory/extract-update/extract-update.ts'
import { forgettingCurveMemory } from '../memory/forgetting-curve/forgetting-curve.ts'
import { fullHistoryMemory } from '../memory/full-history/full-history.ts'
import { hybridMemory } from '../memory/hybrid/hybrid.ts'
import { createLangGraph } from '../memory/langgraph/langgraph.ts'
import { lastTurnsMemory } from '../memory/last-turns/last-turns.ts'
import { createLetta } from '../memory/letta/letta.ts'
import { createMem0Cloud } from '../memory/mem0/mem0-cloud.ts'
import { createMem0 } from '../memory/mem0/mem0.ts'
import { noMemory } from '../memory/none/none.ts'
import { rollingSummaryMemory } from '../memory/rolling-summary/rolling-summary.ts'
import { createHttpMemory } from '../memory/protocol/http.ts'
import { createProgramMemory } from '../memory/protocol/program.ts'
import { createSupermemory } from '../memory/supermemory/supermemory.ts'
import { createZep } from '../memory/zep/zep.ts'
import { GOLD_EVIDENCE } from '../systems/memory/memory-system.ts'
import { moduleMemory } from './memory-module.ts'

/** A memory system that can be asked for by name. */
export interface MemoryForm {
  /** As it is written: `last-<n>`. */
  readonly form: string
  /** The form filled in: what `memory:*` runs. */
  readonly example: string
  /** `built-in` are what `memory:*` stands for; an SDK needs its package, and some a key. */
  readonly kind: 'built-in' | 'privileged' | 'sdk'
  /** False for what hands over what it always hands over. */
  readonly searches: boolean
  /** Whether a model writes what it keeps. */
  readonly asksModel: boolean
  readonly description: string
  create(tools: MemoryTools): MemorySystem | Promise<MemorySystem>
}

/** Where memory systems of a user's own are looked for. */
export interface MemoryOutside {
  readonly cwd: string
  readonly env: Readonly<Record<string, string | undefined>>
  readonly limits: { readonly timeout: number; readonly maxOutput: number }
  readonly load: (path: string) => Promise<unknown>
}

const builtIn = { kind: 'built-in', searches: true, asksModel: false } as const

const LAST = /^last-([1-9]\d{0,3})$/
const LAST_EXAMPLE = 10

const builtIns: readonly MemoryForm[] = [
  {
    ...builtIn,
    form: 'none',
    example: 'none',
    searches: false,
    description: 'keeps nothing: what a model says without a memory',
    create: noMemory,
  },
  {
    ...builtIn,
    form: 'last-<n>',
    example: `last-${LAST_EXAMPLE}`,
    searches: false,
    description: 'the last n messages',
    create: (tools) => lastTurnsMemory(tools, LAST_EXAMPLE),
  },
  {
    ...builtIn,
    form: 'full',
    example: 'full',
    searches: false,
    description: 'every message, the newest as far as the budget goes',
    create: fullHistoryMemory,
  },
  {
    ...builtIn,
    form: 'rolling-summary',
    example: 'rolling-summary',
    searches: false,
    asksModel: true,
    description: 'one summary, rewritten after each session',
    create: rollingSummaryMemory,
  },
  {
    ...builtIn,
    form: 'bm25',
    example: 'bm25',
    description: 'every message, found by its words',
    create: bm25Memory,
  },
  {
    ...builtIn,
    form: 'embedding',
    example: 'embedding',
    description: 'every message, found by its vector',
    create: embeddingMemory,
  },
  {
    ...builtIn,
    form: 'hybrid',
    example: 'hybrid',
    description: 'words and vectors, ranks fused',
    create: hybridMemory,
  },
  {
    ...builtIn,
    form: 'extract-update',
    example: 'extract-update',
    asksModel: true,
    description: 'items that a model adds, updates and deletes',
    create: (tools) => extractUpdateMemory(tools),
  },
  {
    ...builtIn,
    form: 'forgetting-curve',
    example: 'forgetting-curve',
    asksModel: true,
    description: 'messages and summaries that fade unless they are recalled',
    create: (tools) => forgettingCurveMemory(tools),
  },
]

/** SDKs are optional packages; docs/memory-adapters.md says how each is installed and which key it needs. */
const sdk = { kind: 'sdk', searches: true, asksModel: false } as const

const sdks: readonly Omit<MemoryForm, 'form'>[] = [
  {
    ...sdk,
    example: 'mem0',
    asksModel: true,
    description: 'mem0, open-source, in this process',
    create: createMem0,
  },
  { ...sdk, example: 'mem0-cloud', description: 'mem0, its service (experimental)', create: createMem0Cloud },
  {
    ...sdk,
    example: 'langgraph',
    description: "LangGraph's store with its vector index",
    create: createLangGraph,
  },
  { ...sdk, example: 'zep', description: 'Zep, its service (experimental)', create: createZep },
  { ...sdk, example: 'letta', description: 'archival memory of Letta (experimental)', create: createLetta },
  {
    ...sdk,
    example: 'supermemory',
    description: 'Supermemory, its service (experimental)',
    create: createSupermemory,
  },
]

/** Every memory system with a name, baselines first. */
export const memoryForms: readonly MemoryForm[] = [
  ...builtIns,
  ...sdks.map((one) => ({ ...one, form: one.example })),
]

/** The ceiling is no memory system: the harness hands the evidence over. */
export const goldEvidence = {
  form: GOLD_EVIDENCE,
  description: 'the evidence of the right answer and nothing else: the ceiling',
} as const

export const memoryNames: readonly string[] = [...memoryForms.map(({ example }) => example), GOLD_EVIDENCE]

/** Whether a name is that of a memory system of Rapport's own, which starts and loads nothing of anybody else's. */
export function isBuiltInMemory(name: string): boolean {
  return name === GOLD_EVIDENCE || LAST.test(name) || builtIns.some(({ example }) => example === name)
}

/** Whether a name is the path of a module, and neither a program nor an address. */
export function isModulePath(name: string): boolean {
  return /\.[cm]?[jt]s$/.test(name) && !/^(?:program:|https?:\/\/)/.test(name)
}

/**
 * @param name a name of {@link memoryForms}, `program:<command line>`, an `http://` address, or the path of a module
 * @returns null for a name that there is not
 * @throws UsageError for one that can't be used here
 */
export async function createMemory(
  name: string,
  tools: MemoryTools,
  outside: MemoryOutside,
): Promise<MemorySystem | null> {
  if (name.startsWith('program:')) {
    const { cwd, env, limits } = outside
    return createProgramMemory({ commandLine: name.slice('program:'.length), cwd, env, limits, tools })
  }
  if (/^https?:\/\//.test(name)) {
    const token = outside.env['RAPPORT_MEMORY_TOKEN']?.trim() ?? ''
    return createHttpMemory({ url: name, token: token === '' ? null : token, limits: outside.limits, tools })
  }
  if (isModulePath(name)) return moduleMemory(name, tools, outside)
  const last = LAST.exec(name)
  if (last !== null) return lastTurnsMemory(tools, Number(last[1]))
  return (await memoryForms.find(({ example }) => example === name)?.create(tools)) ?? null
}
