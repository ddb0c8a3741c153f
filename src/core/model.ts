import type { Json, JsonObject } from './json.ts'

export interface ChatMessage {
  readonly role: 'system' | 'user' | 'assistant'
  readonly content: string
}

/** Settings of a model that change its answers; part of a system's identity. Absent: the provider's default. */
export interface ModelParameters {
  readonly temperature?: number
  readonly topP?: number
  /** Most tokens of an answer; always sent, so that the worst case of a call is known before it is made. */
  readonly maxOutputTokens: number
  readonly reasoningEffort?: string
  readonly seed?: number
}

/** What makes two equal requests different samples. */
export interface SampleKey {
  readonly repeat: number
  readonly attempt: number
  /** A word that no other run has (`--fresh`); null: an earlier reply to the same request is reused. */
  readonly fresh: string | null
}

/** The form that a reply should have. Providers without structured output see it in the prompt only. */
export interface ReplySchema {
  readonly name: string
  /** A JSON Schema. */
  readonly schema: JsonObject
}

export interface ChatRequest {
  /** `<provider>/<model>`, such as `openai/gpt-4.1-mini`. */
  readonly model: string
  readonly messages: readonly ChatMessage[]
  readonly parameters: ModelParameters
  readonly reply: ReplySchema | null
  readonly sample: SampleKey
  /** What the call is for, for the ledger: `respond`, `judge:<rubric>`, `probe:<rubric>` … */
  readonly purpose: string
}

/** Token counts of a call as the provider reports them; null where it does not. */
export interface TokenUsage {
  readonly input: number | null
  readonly output: number | null
  readonly cachedInput: number | null
  readonly reasoning: number | null
}

export interface ChatReply {
  /** What the model said, never cut. */
  readonly text: string
  readonly usage: TokenUsage
  /** Model name that the provider reports. */
  readonly servedBy: string | null
  /** Milliseconds; of the call that was made first when `fromCache`. */
  readonly latency: number
  /** US dollars; null where no price is known. 0 when `fromCache`. */
  readonly cost: number | null
  readonly fromCache: boolean
}

export interface EmbedRequest {
  readonly model: string
  readonly texts: readonly string[]
  readonly purpose: string
}

/**
 * The one way to language and embedding models: limits, retries, cache, ledger and budget are behind it.
 * A system or judge that needs a model receives this port.
 */
export interface ModelPort {
  /**
   * @throws Fault by the system: `refusal`, `content-filter`, `context-overflow`, `truncated`, `empty-reply`;
   * by the infrastructure: `provider`, `timeout`
   * @throws RunStop when the run must end: budget used up, wrong key, unknown model
   */
  chat(request: ChatRequest, signal: AbortSignal): Promise<ChatReply>
  /** One vector per text. @throws as `chat` */
  embed(request: EmbedRequest, signal: AbortSignal): Promise<readonly Float32Array[]>
}

/** One call that was made, failed ones included. Never holds a key, a prompt or an answer. */
export interface LedgerEntry {
  readonly at: number
  readonly model: string
  readonly purpose: string
  readonly outcome: 'answered' | 'failed'
  /** Fault reason or HTTP status in words when it failed. */
  readonly detail: string | null
  readonly usage: TokenUsage
  readonly latency: number
  /** US dollars; null: not known, because there is no price or no word about usage. 0: nothing was charged. */
  readonly cost: number | null
  /** US dollars that a call of unknown cost may have cost at most; null when its cost is known or has no price. */
  readonly worstCost: number | null
  /** Hash of the resolved request: entries of one request are its tries. */
  readonly request: string
  /** What was at work when it was made. Absent: not known, or no case, such as a judge's probes. */
  readonly about?: CallSubject
}

/** The answer that a call was made for. */
export interface CallSubject {
  readonly track: string
  readonly system: string
  readonly case: string
  readonly repeat: number
}

/** Where replies are kept, so that the same request is never paid twice. */
export interface ReplyCache {
  /** @returns the stored reply as JSON, or undefined */
  cachedReply(key: string): Promise<Json | undefined>
  /** Durable when it resolves. The first reply of a key stays. */
  keepReply(key: string, reply: Json): Promise<void>
}

/** Where calls are written down. */
export interface Ledger {
  recordCalls(run: string, entries: readonly LedgerEntry[]): Promise<void>
  calls(run: string): AsyncIterable<LedgerEntry>
}
