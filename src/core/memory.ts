import type { Json, JsonObject } from './json.ts'
import type { ChatMessage, SampleKey } from './model.ts'

/** One message of a conversation that a memory system is told of. */
export interface MemoryMessage {
  readonly role: 'user' | 'assistant' | 'system'
  /** Who speaks, where the data says; never needed to tell user and assistant apart. */
  readonly name: string | null
  /** Hostile text, any length, may be empty. */
  readonly content: string
  /** ISO 8601; null: the session's time. */
  readonly time: string | null
}

/** A conversation between the user of a scope and an assistant. */
export interface MemorySession {
  /** Unique in its scope. */
  readonly id: string
  /** When it began, ISO 8601 with offset; null where the data has no dates. */
  readonly time: string | null
  /** IANA name of the user's time zone, such as `Europe/Lisbon`; null where unknown. */
  readonly zone: string | null
  readonly messages: readonly MemoryMessage[]
}

/** A memory that a system is handed as it is, to start from. */
export interface GivenMemory {
  /** Unique in its scope. */
  readonly id: string
  readonly text: string
  readonly label: string | null
  /** When it was last true, ISO 8601; null where unknown. */
  readonly time: string | null
}

/** Something that a memory system keeps. */
export interface MemoryItem {
  /** The same in `list` and `search`. */
  readonly id: string
  /** What a model would be shown of it. */
  readonly text: string
  /** When it was said, and when what it tells happened, ISO 8601; null where the system does not know. */
  readonly saidAt: string | null
  readonly happenedAt: string | null
  /** Ids of the sessions and given memories that it came from; empty where the system does not say. */
  readonly sources: readonly string[]
  /** Larger is nearer; of no known scale; null in `list` and where the system gives none. */
  readonly score: number | null
  /** As the system returned it, for people to look at. */
  readonly raw: Json
}

/** What a memory system can do, as its documentation says or as it was built. */
export interface MemoryCapabilities {
  /** `native`: a session's date goes into a field; `in-text`: into the text that is stored; `none`: it is lost. */
  readonly dates: 'native' | 'in-text' | 'none'
  /** Whether it can start from given memories (`preload`). */
  readonly preload: boolean
  /** Whether it can show all that it keeps. */
  readonly list: boolean
  /** Whether `asOf` of a search is kept. */
  readonly asOf: boolean
  /** Whether searching changes nothing, so that cases may share a scope. */
  readonly readOnlySearch: boolean
  /** How it tells that what it was told can be found: it is there at once, it says so, or nobody knows. */
  readonly readiness: 'at-once' | 'told' | 'unknown'
  /** Where a scope lives: as JSON that `snapshot` gives and `open` takes, in this process, or in a service that outlives it. */
  readonly keeps: 'state' | 'process' | 'service'
  /** Most items that one search can return; null: no limit. */
  readonly maxK: number | null
}

/** What a fair comparison has to know of a memory system, beside what the harness sets. */
export interface MemoryFacts {
  /** Id of the model that embeds, `hash` for the stand-in without semantics; null: nothing is embedded. */
  readonly embedder: string | null
  /** Id of the model that writes its items; null: none does. */
  readonly extractionModel: string | null
  /** Id or hash of the prompt it writes items with, `its own` where that can't be known; null: no model writes. */
  readonly extractionPrompt: string | null
  /** False for what does not search but hands over what it always hands over: it has no k. */
  readonly searches: boolean
}

export type Readiness =
  | { readonly state: 'ready' }
  /** The deadline passed. */
  | { readonly state: 'timeout' }
  /** These sessions will never be found. */
  | { readonly state: 'failed'; readonly sessions: readonly string[] }
  /** It can't tell. */
  | { readonly state: 'unknown' }

/** What a scope used by its own account; null where it does not know. */
export interface MemoryUsage {
  readonly modelCalls: number | null
  readonly inputTokens: number | null
  readonly outputTokens: number | null
  readonly embeddedTexts: number | null
}

export interface MemoryScopeRequest {
  /** Letters, digits and `-`, at most 64: no other run, user or case has it. */
  readonly id: string
  /** What `snapshot` of the same scope gave; null: a new, empty scope. */
  readonly state: Json | null
  /** For calls to models: equal requests of another sample are other draws. */
  readonly sample: SampleKey
  /** Ends whatever is under way in the scope. */
  readonly signal: AbortSignal
}

export interface SearchOptions {
  /** Most items to return, at least 1. The harness keeps the first `k` of more. */
  readonly k: number
  /** Tokens that the texts may have together; the harness trims to it, so a system may ignore it. */
  readonly tokenBudget: number
  /** ISO 8601: as if asked at this time; null: now. */
  readonly asOf: string | null
}

/** The memory of one user. Calls of one scope come one after the other. */
export interface MemoryScope {
  /** Only where `capabilities.preload`. Before any session. */
  preload?(items: readonly GivenMemory[]): Promise<void>
  /** Sessions come in order of time. @throws when this session can't be kept; the scope stays usable */
  ingest(session: MemorySession): Promise<void>
  /**
   * Resolves when all that was told can be found, or can't be.
   * @param deadline milliseconds from now
   */
  waitReady(deadline: number): Promise<Readiness>
  /** Best first. */
  search(query: string, options: SearchOptions): Promise<readonly MemoryItem[]>
  /** All that is kept, in any fixed order; empty where `capabilities.list` is false. */
  list(): Promise<readonly MemoryItem[]>
  /** Only where `capabilities.keeps` is `state`: everything that `open` needs to go on. */
  snapshot?(): Promise<Json>
  /** Forgets everything. The scope is not used afterwards; opened again under its id it is empty. */
  destroy(): Promise<void>
  usage(): MemoryUsage
}

/**
 * A memory system: stores what a user said and finds it again. One port for built-in systems, SDKs, programs and
 * services.
 */
export interface MemorySystem {
  /** As it is called between `memory:` and `+`: `bm25`, `mem0`. */
  readonly name: string
  /** Of the code or package behind it. */
  readonly version: string
  /** Everything else that changes what it keeps and finds. Never a secret. */
  readonly identity: JsonObject
  readonly capabilities: MemoryCapabilities
  readonly facts: MemoryFacts
  /** Sentences that must stand beside its figures, such as that its vectors have no semantics. */
  readonly warnings: readonly string[]
  /** Names of the hosts that get what it is told, this machine left out; absent: none. */
  readonly hosts?: readonly string[]
  /** Its own way of asking the answer model; absent: it has none. */
  ownPrompt?(query: string, items: readonly MemoryItem[]): readonly ChatMessage[]
  /** @throws UsageError when it can't be used here: no key, no package */
  open(request: MemoryScopeRequest): Promise<MemoryScope>
  close?(): Promise<void>
}
