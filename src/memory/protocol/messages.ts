import { z } from 'zod'
import { jsonObjectSchema, jsonSchema, type JsonObject } from '../../core/json.ts'
import type {
  GivenMemory,
  MemoryCapabilities,
  MemoryFacts,
  MemoryItem,
  MemorySession,
  MemoryUsage,
  Readiness,
} from '../../core/memory.ts'

// What is said between Rapport and a memory system outside, whatever carries it. Names on the wire are in snake case.

/** Version of the protocol. */
export const PROTOCOL = 1

export const methods = [
  'capabilities',
  'open',
  'preload',
  'ingest',
  'wait_ready',
  'search',
  'list',
  'usage',
  'snapshot',
  'destroy',
] as const
export type Method = (typeof methods)[number]

/** The reply to a call: one of the two. */
export const answerSchema = z.union([
  z.object({
    error: z.object({ message: z.string(), kind: z.enum(['system', 'infrastructure']).default('system') }),
  }),
  z.object({ result: jsonSchema }),
])

const capabilitiesSchema = z
  .object({
    dates: z.enum(['native', 'in-text', 'none']),
    preload: z.boolean(),
    list: z.boolean(),
    as_of: z.boolean(),
    read_only_search: z.boolean(),
    readiness: z.enum(['at-once', 'told', 'unknown']),
    keeps: z.enum(['state', 'process', 'service']),
    max_k: z.int().positive().nullable(),
    usage: z.boolean().default(false),
  })
  .transform(
    ({
      as_of,
      read_only_search,
      max_k,
      usage,
      ...same
    }): MemoryCapabilities & { readonly usage: boolean } => ({
      ...same,
      asOf: as_of,
      readOnlySearch: read_only_search,
      maxK: max_k,
      usage,
    }),
  )

const factsSchema = z
  .object({
    embedder: z.string().nullable(),
    extraction_model: z.string().nullable(),
    extraction_prompt: z.string().nullable(),
    searches: z.boolean().default(true),
  })
  .transform(({ embedder, extraction_model, extraction_prompt, searches }): MemoryFacts => ({
    embedder,
    extractionModel: extraction_model,
    extractionPrompt: extraction_prompt,
    searches,
  }))

const promptMessageSchema = z.object({ role: z.enum(['system', 'user', 'assistant']), content: z.string() })

/** Result of `capabilities`: who it is and what it can do. */
export const introductionSchema = z.object({
  /** As it is called between `memory:` and `+`. */
  name: z
    .string()
    .regex(/^[a-z0-9][a-z0-9._-]{0,63}$/i, 'must be letters, digits, `.`, `_` and `-`, at most 64'),
  version: z.string().min(1),
  protocol: z.literal(PROTOCOL, `must be ${PROTOCOL}`),
  capabilities: capabilitiesSchema,
  facts: factsSchema,
  warnings: z.array(z.string()).default([]),
  identity: jsonObjectSchema.default({}),
  /** Its own way of asking the answer model, with `{query}` and `{memories}` where these belong; null: none. */
  own_prompt: z.array(promptMessageSchema).min(1).nullable().default(null),
})
export type Introduction = z.infer<typeof introductionSchema>

/** Result of calls that only do something. */
export const doneSchema = z.unknown()

/** Result of `search` and `list`. */
export const itemsSchema = z.object({
  items: z.array(
    z
      .object({
        id: z.string().min(1),
        text: z.string(),
        said_at: z.string().nullable().default(null),
        happened_at: z.string().nullable().default(null),
        sources: z.array(z.string()).default([]),
        score: z.number().nullable().default(null),
        raw: jsonSchema.default(null),
      })
      .transform(({ said_at, happened_at, ...same }): MemoryItem => ({
        ...same,
        saidAt: said_at,
        happenedAt: happened_at,
      })),
  ),
})

/** Result of `wait_ready`. */
export const readinessSchema: z.ZodType<Readiness> = z.discriminatedUnion('state', [
  z.object({ state: z.literal('ready') }),
  z.object({ state: z.literal('timeout') }),
  z.object({ state: z.literal('failed'), sessions: z.array(z.string()) }),
  z.object({ state: z.literal('unknown') }),
])

const counted = z.int().nonnegative().nullable().default(null)

/** Result of `usage`. */
export const usageSchema = z
  .object({ model_calls: counted, input_tokens: counted, output_tokens: counted, embedded_texts: counted })
  .transform(({ model_calls, input_tokens, output_tokens, embedded_texts }): MemoryUsage => ({
    modelCalls: model_calls,
    inputTokens: input_tokens,
    outputTokens: output_tokens,
    embeddedTexts: embedded_texts,
  }))

/** Result of `snapshot`. */
export const snapshotSchema = z.object({ state: jsonSchema })

/** A session as it is sent. */
export function sessionMessage({ id, time, zone, messages }: MemorySession): JsonObject {
  return {
    id,
    time,
    zone,
    messages: messages.map(({ role, name, content, time: said }) => ({ role, name, content, time: said })),
  }
}

/** A given memory as it is sent. */
export function givenMessage({ id, text, label, time }: GivenMemory): JsonObject {
  return { id, text, label, time }
}
