import type { Clock } from './clock.ts'
import type { ModelPort, SampleKey } from './model.ts'

/** A server on this machine through which an SDK's own calls to models go: under the run's limits, ledger and budget. */
export interface MemoryEndpoint {
  /** `http://127.0.0.1:<port>/v1`, OpenAI-compatible: chat completions, embeddings, models. */
  readonly baseUrl: string
  readonly apiKey: string
  /**
   * What a client can't be blamed for when it fails: the run must end, or a provider was out of reach for a request that
   * was not answered later. Told once; null: nothing.
   */
  trouble(): Error | null
  close(): Promise<void>
}

/** What a memory system may use; everything from outside is handed in. */
export interface MemoryTools {
  readonly port: ModelPort
  /** `<provider>/<model>` that writes items; null: none was named. */
  readonly model: string | null
  /** Id of the embedding model; null: the hash stand-in, which has no semantics. */
  readonly embedder: string | null
  readonly clock: Clock
  /** Offers `model` and `embedder` under their ids. @throws UsageError when none was named */
  endpoint(name: string, sample: SampleKey): Promise<MemoryEndpoint>
  /** A variable of the environment, such as an SDK's key: never stored or logged. */
  env(name: string): string | undefined
  /**
   * An optional package, looked for beside Rapport and then in the working directory.
   * @throws UsageError that says how to install it
   */
  load(specifier: string): Promise<unknown>
  /** Tokens of o200k_base, the one tokeniser of all memory budgets. */
  countTokens(text: string): Promise<number>
  wait(milliseconds: number, signal: AbortSignal): Promise<void>
}

/** What a memory system's call is for. */
export type MemoryPhase = 'ingest' | 'search' | 'sdk' | 'answer' | 'labels' | 'usage-test' | 'check'

/** Purpose of a call in the ledger: `memory:bm25:answer`, so that cost can be told by system and phase. */
export function memoryPurpose(name: string, phase: MemoryPhase): string {
  return `memory:${name}:${phase}`
}

/** The name and phase of a purpose; null for a call of something else. */
export function readMemoryPurpose(purpose: string): { readonly name: string; readonly phase: string } | null {
  const found = /^memory:(.*):([a-z-]+)$/.exec(purpose)
  return found === null ? null : { name: found[1] ?? '', phase: found[2] ?? '' }
}
