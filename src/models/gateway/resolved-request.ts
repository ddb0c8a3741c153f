import type { JSONSchema7, LanguageModelV3CallOptions, LanguageModelV3Message } from '@ai-sdk/provider'
import { hashJson } from '../../core/hash.ts'
import { isJsonObject, type Json, type JsonObject } from '../../core/json.ts'
import type { ChatMessage, ChatRequest } from '../../core/model.ts'
import type { ModelAddress } from './model-address.ts'

/** Changes when equal requests would be sent in another form, so that old replies are not taken for theirs. */
const FORM = 1

/**
 * The messages that are really sent: where the provider takes no schema, it stands at the end of the last one.
 */
export function sentMessages(request: ChatRequest, structured: boolean): readonly ChatMessage[] {
  if (request.reply === null || structured) return request.messages
  const instruction =
    'Reply with one JSON value that matches this JSON Schema, and with nothing else:\n' +
    JSON.stringify(request.reply.schema)
  const last = request.messages.at(-1)
  if (last === undefined || last.role === 'assistant') {
    return [...request.messages, { role: 'user', content: instruction }]
  }
  return [...request.messages.slice(0, -1), { role: last.role, content: `${last.content}\n\n${instruction}` }]
}

/** Hash of everything that decides what comes back: model, address, messages, parameters, schema, sample. */
export function requestKey(request: ChatRequest, address: ModelAddress): string {
  const { provider, model, baseUrl } = address
  const { temperature, topP, maxOutputTokens, reasoningEffort, seed } = request.parameters
  const messages: Json = sentMessages(request, provider.structured).map(({ role, content }) => ({
    role,
    content,
  }))
  const { repeat, attempt, fresh } = request.sample
  return hashJson({
    form: FORM,
    provider: provider.kind,
    baseUrl,
    model,
    messages,
    parameters: {
      temperature: temperature ?? null,
      topP: topP ?? null,
      maxOutputTokens,
      reasoningEffort: reasoningEffort ?? null,
      seed: seed ?? null,
    },
    reply: provider.structured && request.reply !== null ? { ...request.reply } : null,
    sample: { repeat, attempt, fresh },
  })
}

/** Key of one embedded text. */
export function embeddingKey(text: string, address: ModelAddress): string {
  const { provider, model, baseUrl } = address
  return hashJson({ form: FORM, embedding: true, provider: provider.kind, baseUrl, model, text })
}

/** The request as the AI SDK wants it. */
export function callOptions(
  request: ChatRequest,
  address: ModelAddress,
  abortSignal: AbortSignal,
): LanguageModelV3CallOptions {
  const { provider } = address
  const { temperature, topP, maxOutputTokens, reasoningEffort, seed } = request.parameters
  const schema = provider.structured ? request.reply : null
  return {
    prompt: sentMessages(request, provider.structured).map(sdkMessage),
    maxOutputTokens,
    ...(temperature === undefined ? {} : { temperature }),
    ...(topP === undefined ? {} : { topP }),
    ...(seed === undefined ? {} : { seed }),
    ...(schema === null
      ? {}
      : { responseFormat: { type: 'json', name: schema.name, schema: sdkSchema(schema.schema) } }),
    providerOptions: providerOptions(address, reasoningEffort, schema === null || isStrict(schema.schema)),
    abortSignal,
  }
}

function providerOptions(
  { provider }: ModelAddress,
  reasoningEffort: string | undefined,
  strict: boolean,
): NonNullable<LanguageModelV3CallOptions['providerOptions']> {
  const strictness = strict ? {} : { strictJsonSchema: false }
  const effort = reasoningEffort === undefined ? {} : { reasoningEffort }
  switch (provider.kind) {
    case 'openai':
      return { openai: { ...effort, ...strictness } }
    case 'anthropic':
      return reasoningEffort === undefined ? {} : { anthropic: { effort: reasoningEffort } }
    case 'google':
      return reasoningEffort === undefined
        ? {}
        : { google: { thinkingConfig: { thinkingLevel: reasoningEffort } } }
    case 'deepseek':
      return { deepseek: effort }
    case 'togetherai':
    case 'compatible':
      return { openaiCompatible: { ...effort, ...strictness } }
  }
}

function sdkMessage({ role, content }: ChatMessage): LanguageModelV3Message {
  if (role === 'system') return { role, content }
  return { role, content: [{ type: 'text', text: content }] }
}

/** A fresh copy: the SDK's type allows changes. */
function sdkSchema(schema: JsonObject): JSONSchema7 {
  const copy: JSONSchema7 = JSON.parse(JSON.stringify(schema))
  return copy
}

/**
 * Whether a schema meets the rules of OpenAI's strict mode: every object lists all of its properties as required
 * and allows no others. A looser schema is sent with strict mode off instead of being refused.
 */
export function isStrict(schema: Json): boolean {
  if (Array.isArray(schema)) return schema.every(isStrict)
  if (!isJsonObject(schema)) return true
  if (schema['type'] === 'object') {
    const { properties, required } = schema
    if (schema['additionalProperties'] !== false || !isJsonObject(properties)) return false
    const listed = new Set(Array.isArray(required) ? required : [])
    if (!Object.keys(properties).every((name) => listed.has(name))) return false
  }
  return Object.values(schema).every(isStrict)
}
