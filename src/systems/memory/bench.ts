import type { JsonObject } from '../../core/json.ts'
import type { MemoryPlan } from '../../core/memory-plan.ts'
import type { MemoryTools } from '../../core/memory-tools.ts'
import type { MemorySystem } from '../../core/memory.ts'
import type { InputSystem } from '../../core/system.ts'
import type { Scopes } from './scopes.ts'

/** What all memory systems of a run are given alike. */
export interface MemoryTerms {
  /** Items that a search is asked for. */
  readonly k: number
  /** Tokens of what the answer model is shown. */
  readonly budget: number
  /** Seconds until it must be ready. */
  readonly wait: number
}

export interface MemoryUnderTest {
  /** Id in tables: `memory:bm25+openai/gpt-4.1-mini`. */
  readonly id: string
  /** As it is called between `memory:` and `+`; a program may call itself something else. */
  readonly name: string
  readonly memory: MemorySystem
  readonly plan: MemoryPlan
  readonly terms: MemoryTerms
  /** Who answers, or gives labels: asked with the plan's prompt; null: nobody, where the plan lets it be. */
  readonly answerer: InputSystem | null
  /** Asks under the memory's own prompt in place of the shared one. */
  readonly ownPrompt: boolean
  readonly tools: Pick<MemoryTools, 'countTokens' | 'clock'>
  /** What no other run and track has: part of the scopes' ids, of no fingerprint. */
  readonly owner: string
}

/** Everything the stages of one memory system on one track share. */
export interface MemoryBench extends MemoryUnderTest {
  readonly scopes: Scopes
  /** Goes into the fingerprint of every stage that rests on the memory. */
  readonly identity: JsonObject
}
