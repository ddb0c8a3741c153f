import type { MemoriesBody, MemoryCard } from '../core/annotation.ts'
import { PreparedValue, valueSimilarity } from '../text/similarity.ts'

/** Values from so much alike on are taken for the same memory that two people put into words. */
const SAME_MEMORY = 0.5

/** What people say of one memory. */
export interface CardGroup {
  /** `m2`, or the words of the memory that was added. */
  readonly name: string
  readonly source: 'gold' | 'added'
  /** One place for each person, in order; null: the person has no such memory. */
  readonly cards: readonly (MemoryCard | null)[]
}

/** A value as it is compared: case, punctuation and spaces don't count. */
export function comparedValue(value: string): string {
  const plain = value.normalize('NFKC').toLowerCase()
  const words = plain.replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, ' ').trim()
  // An emoji has no letters, and is a value all the same.
  return words === '' ? plain.trim() : words
}

/** Whether the memory belongs into the verified list; null: the person did not decide. */
export function isKept(card: MemoryCard | null): boolean | null {
  if (card === null) return false
  switch (card.decision) {
    case 'accept':
    case 'edit':
      return true
    case 'reject':
      return false
    case 'undecided':
      // A suggestion that nobody took up is none of the memories.
      return card.source === 'suggestion' ? false : null
  }
}

/**
 * Puts together what several people say of the same memory: of gold by its key, of others by their words, the most
 * alike first.
 * @param gold keys and names of the gold memories, in order
 */
export function cardGroups(
  bodies: readonly MemoriesBody[],
  gold: readonly { readonly key: string; readonly name: string }[],
): CardGroup[] {
  const ofGold = gold.map(({ key, name }): CardGroup => ({
    name,
    source: 'gold',
    cards: bodies.map(
      ({ cards }) => cards.find((card) => card.source === 'gold' && card.key === key) ?? undecided(key),
    ),
  }))
  return [...ofGold, ...addedGroups(bodies)]
}

/** A gold memory that a person left out of the answer was not decided on. */
function undecided(key: string): MemoryCard {
  return {
    key,
    source: 'gold',
    decision: 'undecided',
    value: '',
    label: '',
    type: '',
    confidence: null,
    evidence: [],
  }
}

interface Added {
  readonly person: number
  readonly card: MemoryCard
  readonly value: PreparedValue
}

function addedGroups(bodies: readonly MemoriesBody[]): CardGroup[] {
  const added = bodies.flatMap(({ cards }, person) =>
    cards
      .filter((card) => card.source !== 'gold' && isKept(card) !== false)
      .map((card): Added => ({ person, card, value: new PreparedValue(comparedValue(card.value)) })),
  )
  const groups: Added[][] = added.map((one) => [one])
  for (;;) {
    const best = mostAlike(groups)
    if (best === null) break
    groups[best.a] = [...(groups[best.a] ?? []), ...(groups[best.b] ?? [])]
    groups.splice(best.b, 1)
  }
  return groups.map((group) => ({
    name: `“${group[0]?.card.value.slice(0, 60) ?? ''}”`,
    source: 'added',
    cards: bodies.map((_, person) => group.find((one) => one.person === person)?.card ?? null),
  }))
}

/** The two groups of different people that are most alike; null when none are enough. */
function mostAlike(groups: readonly (readonly Added[])[]): { readonly a: number; readonly b: number } | null {
  let best: { a: number; b: number; similarity: number } | null = null
  for (const [a, one] of groups.entries()) {
    for (let b = a + 1; b < groups.length; b += 1) {
      const other = groups[b] ?? []
      if (one.some(({ person }) => other.some((two) => two.person === person))) continue
      const similarity = Math.min(
        ...one.flatMap((first) => other.map((second) => similarityOf(first, second))),
      )
      if (similarity >= SAME_MEMORY && similarity > (best?.similarity ?? 0)) best = { a, b, similarity }
    }
  }
  return best
}

function similarityOf(a: Added, b: Added): number {
  if (a.card.source === 'suggestion' && a.card.key === b.card.key && b.card.source === 'suggestion') return 1
  return valueSimilarity(a.value, b.value)
}

/** What can differ between two people who keep a memory. */
export const comparedFields = ['value', 'label', 'type'] as const

export function fieldOf(card: MemoryCard, field: (typeof comparedFields)[number]): string {
  return field === 'value' ? comparedValue(card.value) : card[field]
}
