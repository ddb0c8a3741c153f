import { z } from 'zod'
import { jsonObjectSchema, type Json, type JsonObject } from '../../core/json.ts'
import { inAnotherLanguage, inventedFacts } from './invented.ts'
import type { CaseText, Memory } from './payload.ts'
import type { Personality } from './personalities.ts'

const goldItem = jsonObjectSchema.and(z.object({ memory_id: z.string(), value: z.string() }))
const extractionGold = z.object({ memory_items: z.array(goldItem) })
const updateGold = z.object({ answer: z.array(goldItem) })
type GoldItem = z.infer<typeof goldItem>

/** The reply of a personality that is asked which memories a dialogue holds (AlpsBench spec 3.1). */
export function answerExtraction(personality: Personality, text: CaseText, gold: JsonObject): Json {
  const items = extractionGold.parse(gold).memory_items
  return { memory_items: extracted(personality, text, items) }
}

function extracted(
  personality: Personality,
  text: CaseText,
  items: readonly GoldItem[],
): readonly JsonObject[] {
  const known = items.map(shortForm)
  switch (personality) {
    case 'perfect':
    case 'stays-in-role':
    case 'never-updates':
      return known
    case 'forgetful':
      return firstThird(known)
    case 'hallucinating':
      return [...known, ...inventedItems(known.length)]
    case 'copies-everything':
      return text.userTurns.map(verbatim)
    case 'ignores-memory':
      return []
    case 'over-applies-memory':
      // Each fact again as a rule for everything: right items, and as many that go too far.
      return [...known, ...known.map(overdone)]
    case 'wrong-language':
      return known.map((item) => ({ ...item, value: inAnotherLanguage(JSON.stringify(item['value'])) }))
  }
}

/**
 * The reply of a personality that is asked to update memories (spec 3.2). Memories that stay are handed back as
 * the prompt shows them.
 */
export function answerUpdate(personality: Personality, text: CaseText, gold: JsonObject): Json {
  const existing = text.existing ?? []
  const answer = updateGold.parse(gold).answer
  const kept: Memory[] = []
  const changes: GoldItem[] = []
  for (const item of answer) {
    const same = existing.find(({ value }) => value === item.value)
    if (same === undefined) changes.push(item)
    else kept.push(same)
  }
  const list = jsonObjectSchema.array()
  return list.parse(updated(personality, text, kept, changes))
}

function updated(
  personality: Personality,
  text: CaseText,
  kept: readonly Memory[],
  changes: readonly GoldItem[],
): readonly object[] {
  const existing = text.existing ?? []
  switch (personality) {
    case 'perfect':
    case 'stays-in-role':
      return [...kept, ...changes]
    case 'forgetful':
      // Remembers what was corrected, and neither most of what stayed nor what was said in passing.
      return [...firstThird(kept), ...changes.filter(isReplacement)]
    case 'hallucinating':
      return [...kept, ...changes, ...inventedItems(2)]
    case 'copies-everything':
      return [...existing, ...text.newUserTurns.map(verbatim)]
    case 'ignores-memory':
      return changes
    case 'over-applies-memory':
      // Takes the news to be about every memory it has.
      return [...kept.map((item) => ({ ...item, value: changes[0]?.value ?? item.value })), ...changes]
    case 'wrong-language':
      return [...kept, ...changes].map((item) => ({ ...item, value: inAnotherLanguage(item.value) }))
    case 'never-updates':
      return existing
  }
}

/** AlpsBench spec 1.9: the id of a replacement is the old id and this ending. */
function isReplacement({ memory_id }: GoldItem): boolean {
  return memory_id.endsWith('_updated')
}

function firstThird<T>(items: readonly T[]): readonly T[] {
  return items.slice(0, Math.ceil(items.length / 3))
}

function shortForm(item: GoldItem): JsonObject {
  const { evidence } = item
  const quoted = z.object({ text: z.string() }).safeParse(evidence).data?.text
  return {
    memory_id: item.memory_id,
    type: item['type'] ?? 'direct',
    label: item['label'] ?? 'UNMAPPED',
    label_suggestion: item['label_suggestion'] ?? null,
    value: item.value,
    confidence: item['confidence'] ?? null,
    evidence_text: quoted ?? item['evidence_text'] ?? '',
  }
}

function inventedItems(count: number): readonly JsonObject[] {
  return inventedFacts('items', count).map((value, at) => ({
    memory_id: `x${at + 1}`,
    type: 'direct',
    label: 'UNMAPPED',
    label_suggestion: null,
    value: `${value}${at < 6 ? '' : `, again and again since ${1900 + at}`}`,
    confidence: 0.95,
    evidence_text: '',
  }))
}

function verbatim(text: string, at: number): JsonObject {
  return {
    memory_id: `c${at + 1}`,
    type: 'direct',
    label: 'UNMAPPED',
    label_suggestion: null,
    value: text,
    confidence: 0.5,
    evidence_text: text,
  }
}

function overdone(item: JsonObject, at: number): JsonObject {
  return {
    ...item,
    memory_id: `o${at + 1}`,
    value: `Wants every conversation, purchase and plan to be about it, number ${at + 1}, whatever the subject`,
  }
}
