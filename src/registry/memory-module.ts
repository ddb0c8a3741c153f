import { z } from 'zod'
import { UsageError } from '../core/errors.ts'
import type { MemoryTools } from '../core/memory-tools.ts'
import type { MemorySystem } from '../core/memory.ts'

const isFunction = (value: unknown): boolean => typeof value === 'function'

/** A memory system as a module exports it: its shape is checked, its methods are the module's own. */
const memorySchema = z.custom<MemorySystem>((value) => shapeSchema.safeParse(value).success)

const shapeSchema = z.looseObject({
  name: z.string().min(1),
  version: z.string(),
  identity: z.looseObject({}),
  capabilities: z.object({
    dates: z.enum(['native', 'in-text', 'none']),
    preload: z.boolean(),
    list: z.boolean(),
    asOf: z.boolean(),
    readOnlySearch: z.boolean(),
    readiness: z.enum(['at-once', 'told', 'unknown']),
    keeps: z.enum(['state', 'process', 'service']),
    maxK: z.number().int().positive().nullable(),
  }),
  facts: z.object({
    embedder: z.string().nullable(),
    extractionModel: z.string().nullable(),
    extractionPrompt: z.string().nullable(),
    searches: z.boolean(),
  }),
  warnings: z.array(z.string()),
  open: z.custom<MemorySystem['open']>(isFunction),
})

const moduleSchema = z.looseObject({
  default: z.union([
    z.custom<(tools: MemoryTools) => unknown>(isFunction),
    z.custom<object>((value) => typeof value === 'object' && value !== null),
  ]),
})

/**
 * The memory system of a user's own module: its default export is one, or makes one from `MemoryTools`.
 * @param path from the working directory
 * @throws UsageError naming the field that is missing or wrong
 */
export async function moduleMemory(
  path: string,
  tools: MemoryTools,
  { load }: { readonly load: (path: string) => Promise<unknown> },
): Promise<MemorySystem> {
  const specifier = /^[./]/.test(path) ? path : `./${path}`
  const loaded = moduleSchema.safeParse(await load(specifier))
  if (!loaded.success) {
    throw new UsageError(
      `${path} has no default export that is a memory system, or makes one`,
      'see docs/memory-systems.md, "Your own in TypeScript"',
    )
  }
  const { default: exported } = loaded.data
  const made: unknown = typeof exported === 'function' ? await exported(tools) : exported
  const memory = memorySchema.safeParse(made)
  if (memory.success) return memory.data
  const flaw = shapeSchema.safeParse(made).error?.issues[0]
  const field = flaw?.path.join('.') ?? ''
  throw new UsageError(
    `${path} is no memory system: ${field === '' ? 'it' : field} is missing or wrong`,
    'see docs/memory-systems.md, "Your own in TypeScript"',
  )
}
