import { hashJson, sha256 } from '../../core/hash.ts'
import type { JsonObject } from '../../core/json.ts'
import type { ChatMessage, ModelParameters, ModelPort, TokenUsage } from '../../core/model.ts'
import type { TrackPrompt } from '../../core/prompt.ts'
import type { InputSystem } from '../../core/system.ts'

export interface ChatSystemOptions {
  /** Id in tables, by default the model's. */
  readonly id: string
  /** `<provider>/<model>`. */
  readonly model: string
  /** Base URL where the model is not at its provider's usual address: the same name may be another model there. */
  readonly server?: string | null
  readonly port: ModelPort
  readonly parameters: ModelParameters
  /** Of the track and protocol of the run. */
  readonly prompt: TrackPrompt
  /** Text of the user's own that goes before the track's system message; blank text is none. */
  readonly systemPrompt?: string
  /** What its calls are for, in the ledger; `respond` when absent. */
  readonly purpose?: string
}

/**
 * A chat model that is asked with a track's prompt. A response is the reply as text; its `meta` is what the prompt
 * wants its parser to know, and under `reply` what the provider told of the call.
 * `respond` throws what `ModelPort.chat` throws.
 */
export function createChatSystem(options: ChatSystemOptions): InputSystem {
  const { id, model, server = null, port, parameters, prompt, purpose = 'respond' } = options
  const own = options.systemPrompt?.trim() === '' ? undefined : options.systemPrompt
  return {
    id,
    kind: 'ranked',
    access: 'input',
    external: true,
    identity: {
      system: 'chat',
      version: '1',
      model,
      ...(server === null ? {} : { server }),
      parameters: { ...parameters },
      prompt: prompt.id,
      protocol: prompt.protocol,
      prompt_hash: promptHash(prompt),
      ...(own === undefined ? {} : { system_prompt: sha256(own) }),
    },
    async respond({ input }, { repeat, attempt, fresh, signal }) {
      const { messages, meta } = prompt.build(input)
      const reply = await port.chat(
        {
          model,
          messages: own === undefined ? messages : withOwn(own, messages),
          parameters,
          reply: prompt.reply,
          sample: { repeat, attempt, fresh },
          purpose,
        },
        signal,
      )
      return {
        form: 'text',
        text: reply.text,
        meta: { ...meta, reply: { served_by: reply.servedBy, usage: usageJson(reply.usage) } },
      }
    },
  }
}

/** Of everything about a prompt that is the same for all cases; its id names the wording. */
function promptHash({ id, protocol, reply }: TrackPrompt): string {
  return hashJson({ id, protocol, reply: reply === null ? null : { ...reply } })
}

function withOwn(own: string, messages: readonly ChatMessage[]): readonly ChatMessage[] {
  const [first, ...others] = messages
  if (first?.role !== 'system') return [{ role: 'system', content: own }, ...messages]
  return [{ role: 'system', content: `${own}\n\n${first.content}` }, ...others]
}

function usageJson({ input, output, cachedInput, reasoning }: TokenUsage): JsonObject {
  return { input, output, cached_input: cachedInput, reasoning }
}
