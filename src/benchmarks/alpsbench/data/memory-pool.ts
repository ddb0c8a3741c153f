import { sha256 } from '../../../core/hash.ts'
import { hashSeed } from '../../../stats/random.ts'
import { normalizePublic } from '../../../text/normalize.ts'
import type { Candidate } from '../shapes.ts'
import { isRejected } from './defects.ts'
import type { OwnedMemory } from './row-source.ts'

interface Entry {
  readonly value: string
  readonly label: string
  /** Normalised value: entries with the gold's value may be right answers too. */
  readonly text: string
  readonly digest: string
  readonly owners: Set<string>
}

/** A distractor without an id. */
export type Distractor = Omit<Candidate, 'memory_id'>

/**
 * All memories that can serve as distractors, each once by normalised value and label; rejected ones never.
 * Draws depend on the seed, the case and the memories, not on the order of files or on other cases.
 */
export class MemoryPool {
  readonly #entries = new Map<string, Entry>()
  readonly #clusterOf: (session: string) => string

  /** @param clusterOf cluster of a session */
  constructor(clusterOf: (session: string) => string) {
    this.#clusterOf = clusterOf
  }

  add(memory: OwnedMemory): void {
    if (isRejected(memory)) return
    const text = normalizePublic(memory.value)
    const key = `${text}\u0000${normalizePublic(memory.label)}`
    const known = this.#entries.get(key)
    const owners = known?.owners ?? new Set<string>()
    if (memory.session !== null) owners.add(this.#clusterOf(memory.session))
    // Of several spellings the smallest stands, whatever the order of files.
    if (known !== undefined && spelling(known) <= spelling(memory)) return
    const { value, label } = memory
    this.#entries.set(key, { value, label, text, digest: sha256(key).slice(0, 16), owners })
  }

  get size(): number {
    return this.#entries.size
  }

  /** Distractors that even the worst-off case is sure to find. */
  get guaranteed(): number {
    const byCluster = new Map<string, number>()
    const byText = new Map<string, number>()
    let mostOwned = 0
    let mostSpelt = 0
    for (const entry of this.#entries.values()) {
      for (const owner of entry.owners) {
        const count = (byCluster.get(owner) ?? 0) + 1
        byCluster.set(owner, count)
        mostOwned = Math.max(mostOwned, count)
      }
      const same = (byText.get(entry.text) ?? 0) + 1
      byText.set(entry.text, same)
      mostSpelt = Math.max(mostSpelt, same)
    }
    return Math.max(0, this.size - mostOwned - mostSpelt)
  }

  /**
   * Draws `count` distractors for a case: none of the case's own cluster, none with the gold's value. A
   * smaller draw of the same case and seed is the beginning of a larger one. Fewer come back when the pool
   * is too small.
   */
  draw(options: { seed: number; id: string; cluster: string; gold: string; count: number }): Distractor[] {
    const salt = `${options.seed}\u0000${options.id}`
    const gold = normalizePublic(options.gold)
    const ranked: { rank: number; entry: Entry }[] = []
    for (const entry of this.#entries.values()) {
      if (entry.owners.has(options.cluster) || entry.text === gold) continue
      ranked.push({ rank: hashSeed(salt, entry.digest), entry })
    }
    ranked.sort((a, b) => a.rank - b.rank || (a.entry.digest < b.entry.digest ? -1 : 1))
    return ranked.slice(0, options.count).map(({ entry: { value, label } }) => ({ value, label }))
  }
}

function spelling(memory: Distractor): string {
  return `${memory.value}\u0000${memory.label}`
}
