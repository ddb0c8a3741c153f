import type { JsonObject } from '../../core/json.ts'
import type { MemorySystem } from '../../core/memory.ts'
import type { Introduction } from './messages.ts'
import { fillOwnPrompt } from './own-prompt.ts'

/** What a memory system outside says of itself, in the port's form. `seen`: what is known of it otherwise. */
export function systemOf(
  { name, version, identity, capabilities, facts, own_prompt }: Introduction,
  seen: JsonObject,
): Omit<MemorySystem, 'open' | 'close' | 'warnings'> {
  const { usage: _usage, ...known } = capabilities
  return {
    name,
    version,
    identity: { ...seen, told: identity, ...(own_prompt === null ? {} : { own_prompt }) },
    capabilities: known,
    facts,
    ...(own_prompt === null ? {} : { ownPrompt: (query, items) => fillOwnPrompt(own_prompt, query, items) }),
  }
}
