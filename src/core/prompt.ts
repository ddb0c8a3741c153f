import type { Json, JsonObject } from './json.ts'
import type { ChatMessage, ReplySchema } from './model.ts'

export type Protocol = 'strict' | 'reference'

/** What a chat model is asked for a case, and what reading its answer needs to know. */
export interface BuiltPrompt {
  readonly messages: readonly ChatMessage[]
  /** Kept with the response and handed to the track's parser, such as opaque ids and what they stand for. */
  readonly meta: JsonObject
}

/** How a track turns an input into a chat request. Sees the input and nothing else. */
export interface TrackPrompt {
  /** Changes with every change of wording; part of the system's identity. */
  readonly id: string
  readonly protocol: Protocol
  readonly reply: ReplySchema | null
  /** Tokens that an answer of this track may need; the default of `--max-output-tokens`. */
  readonly maxOutputTokens: number
  /** Default of `--temperature`; absent: the provider's. */
  readonly temperature?: number
  build(input: Json): BuiltPrompt
}
