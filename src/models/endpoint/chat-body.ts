import { z } from 'zod'
import { jsonObjectSchema } from '../../core/json.ts'
import type { ChatMessage, ChatRequest, ModelParameters, ReplySchema } from '../../core/model.ts'

const textPart = z.object({ type: z.literal('text'), text: z.string() })
const content = z.union([
  z.string(),
  z.array(textPart).transform((parts) => parts.map(({ text }) => text).join('')),
])

const responseFormat = z.discriminatedUnion('type', [
  z.object({ type: z.literal('text') }),
  z.object({ type: z.literal('json_object') }),
  z.object({
    type: z.literal('json_schema'),
    json_schema: z.object({ name: z.string(), schema: jsonObjectSchema }),
  }),
])

/** Fields that would change the answer and that the gateway can't pass on: refused rather than ignored. */
const refused = {
  tools: z.array(z.unknown()).max(0).nullish(),
  functions: z.array(z.unknown()).max(0).nullish(),
  n: z.literal(1).nullish(),
  stop: z.null().optional(),
  logit_bias: z.null().optional(),
  logprobs: z.literal(false).nullish(),
  presence_penalty: z.literal(0).nullish(),
  frequency_penalty: z.literal(0).nullish(),
}

const chatBody = z.object({
  ...refused,
  model: z.string().min(1),
  messages: z.array(z.object({ role: z.enum(['system', 'developer', 'user', 'assistant']), content })).min(1),
  temperature: z.number().nullish(),
  top_p: z.number().nullish(),
  max_tokens: z.int().positive().nullish(),
  max_completion_tokens: z.int().positive().nullish(),
  seed: z.int().nullish(),
  reasoning_effort: z.string().nullish(),
  response_format: responseFormat.nullish(),
  stream: z.boolean().nullish(),
})

export const embedBody = z.object({
  model: z.string().min(1),
  input: z.union([z.string().transform((text) => [text]), z.array(z.string()).min(1)]),
  encoding_format: z.enum(['float', 'base64']).nullish(),
  dimensions: z.undefined({ error: 'dimensions can not be chosen here' }).optional(),
})

export type AskedChat = Omit<ChatRequest, 'sample' | 'purpose'> & { readonly stream: boolean }

/**
 * Reads the body of a chat request as OpenAI's clients send it.
 * @param defaultMaxOutputTokens where the body names none
 * @throws ZodError
 */
export function readChatBody(body: unknown, defaultMaxOutputTokens: number): AskedChat {
  const read = chatBody.parse(body)
  const messages: ChatMessage[] = read.messages.map(({ role, content: text }) => ({
    role: role === 'developer' ? 'system' : role,
    content: text,
  }))
  const parameters: ModelParameters = {
    maxOutputTokens: read.max_completion_tokens ?? read.max_tokens ?? defaultMaxOutputTokens,
    ...(typeof read.temperature === 'number' ? { temperature: read.temperature } : {}),
    ...(typeof read.top_p === 'number' ? { topP: read.top_p } : {}),
    ...(typeof read.seed === 'number' ? { seed: read.seed } : {}),
    ...(typeof read.reasoning_effort === 'string' ? { reasoningEffort: read.reasoning_effort } : {}),
  }
  return {
    model: read.model,
    messages,
    parameters,
    reply: replySchema(read.response_format ?? { type: 'text' }),
    stream: read.stream ?? false,
  }
}

function replySchema(format: z.infer<typeof responseFormat>): ReplySchema | null {
  switch (format.type) {
    case 'text':
      return null
    case 'json_object':
      return { name: 'json_object', schema: { type: 'object' } }
    case 'json_schema':
      return { name: format.json_schema.name, schema: format.json_schema.schema }
  }
}
