import { z } from 'zod'
import { isJsonObject, type Json, type JsonObject } from '../../core/json.ts'
import { caseTextOf } from './payload.ts'
import { plainWords, tellsFact } from './told.ts'

/** Something about a user that the data says is worth keeping. */
export interface Fact {
  readonly text: string
  readonly type: string
  readonly label: string
  readonly confidence: number
  /** The user's own words; none where the data has no quotes. */
  readonly quotes: readonly string[]
  /** What it takes the place of, as the data words it. */
  readonly replaces: readonly string[]
}

const itemSchema = z.looseObject({
  memory_id: z.string().default(''),
  value: z.string(),
  type: z.string().catch('direct'),
  label: z.string().catch('UNMAPPED'),
  confidence: z.number().catch(0.5),
  evidence: z.looseObject({ text: z.string() }).nullish().catch(null),
  evidence_text: z.string().nullish().catch(null),
})
type Item = z.infer<typeof itemSchema>

const cupidInput = z.object({
  sessions: z.array(z.object({ dialogue: z.array(z.object({ role: z.string(), content: z.string() })) })),
})
const cupidGold = z.object({ sessions: z.array(z.object({ factor: z.string(), preference: z.string() })) })

/** What the data says about single messages: what a model that is as good as it likes would keep of each. */
export class FactBook {
  private readonly byMessage = new Map<string, Fact[]>()
  private readonly quotesOf = new Map<string, readonly string[]>()
  private readonly facts = new Map<string, Fact>()

  /** What a message of a user tells; empty where it tells nothing; undefined for a message that is not in the data. */
  told(message: string): readonly Fact[] | undefined {
    return this.byMessage.get(plainWords(message))
  }

  /** The user's own words for a memory of the data. */
  quotes(value: string): readonly string[] {
    return this.quotesOf.get(plainWords(value)) ?? []
  }

  /** The fact that a text tells: the one that it is, or else the first that it holds. */
  agreeing(text: string): Fact | undefined {
    const same = this.facts.get(plainWords(text))
    if (same !== undefined) return same
    for (const fact of this.facts.values()) if (tellsFact(text, fact.text, fact.quotes)) return fact
    return undefined
  }

  /** A case of AlpsBench's extraction or update; others tell nothing about single messages. */
  add(input: JsonObject, gold: JsonObject): void {
    const extracted = itemsIn(gold['memory_items'])
    if (extracted.length > 0) this.addDialogue(turnsIn(input, 'dialogue'), extracted.map(asFact))
    const existing = itemsIn(input['existing_memories'])
    if (existing.length === 0) return
    this.addDialogue(turnsIn(input, 'old_dialogue'), existing.map(asFact))
    const changes = itemsIn(gold['answer']).filter(
      ({ value }) => !existing.some((one) => one.value === value),
    )
    const facts = changes.map((item) => ({ ...asFact(item), replaces: replacedBy(item, existing) }))
    this.addDialogue(turnsIn(input, 'new_dialogue'), facts)
  }

  /** A case of CUPID: a session tells its preference where the user first says what to do otherwise. */
  addSessions(input: Json, gold: Json): void {
    const shows = cupidGold.parse(gold).sessions
    for (const [place, { dialogue }] of cupidInput.parse(input).sessions.entries()) {
      const shown = shows[place]
      if (shown === undefined) continue
      const turns = dialogue.flatMap(({ role, content }) => (role === 'user' ? [content] : []))
      const earlier = shows.slice(0, place).filter(({ factor }) => factor === shown.factor)
      const replaces = earlier.map(({ preference }) => preference).filter((one) => one !== shown.preference)
      const fact = { ...bare, text: shown.preference, replaces: [...new Set(replaces)] }
      for (const [at, turn] of turns.entries())
        this.note(turn, at === Math.min(1, turns.length - 1) ? [fact] : [])
    }
  }

  /** Each fact belongs to the message that holds its quote, and to the last one where none does. */
  private addDialogue(turns: readonly string[], facts: readonly Fact[]): void {
    const homes = facts.map(({ quotes }) => {
      const found = turns.findIndex((turn) =>
        quotes.some((quote) => plainWords(quote) !== '' && plainWords(turn).includes(plainWords(quote))),
      )
      return found === -1 ? turns.length - 1 : found
    })
    for (const [at, turn] of turns.entries()) {
      this.note(
        turn,
        facts.filter((_, index) => homes[index] === at),
      )
    }
    for (const fact of facts) {
      if (!this.quotesOf.has(plainWords(fact.text))) this.quotesOf.set(plainWords(fact.text), fact.quotes)
      if (!this.facts.has(plainWords(fact.text))) this.facts.set(plainWords(fact.text), fact)
    }
  }

  private note(message: string, facts: readonly Fact[]): void {
    const key = plainWords(message)
    const known = this.byMessage.get(key) ?? []
    const fresh = facts.filter(({ text }) => !known.some((one) => one.text === text))
    this.byMessage.set(key, [...known, ...fresh])
  }
}

const bare: Omit<Fact, 'text'> = {
  type: 'direct',
  label: 'UNMAPPED',
  confidence: 0.5,
  quotes: [],
  replaces: [],
}

function asFact({ value, type, label, confidence, evidence, evidence_text: evidenceText }: Item): Fact {
  const quote = evidence?.text ?? evidenceText ?? ''
  return { text: value, type, label, confidence, quotes: quote.trim() === '' ? [] : [quote], replaces: [] }
}

/** AlpsBench spec 1.9: the id of a replacement is the old id and this ending. */
function replacedBy({ memory_id: id }: Item, existing: readonly Item[]): readonly string[] {
  if (!id.endsWith('_updated')) return []
  const old = existing.find((item) => item.memory_id === id.slice(0, -'_updated'.length))
  return old === undefined ? [] : [old.value]
}

function itemsIn(value: Json | undefined): readonly Item[] {
  const list: readonly Json[] = Array.isArray(value) ? value : []
  return list.flatMap((item) => itemSchema.safeParse(item).data ?? [])
}

function turnsIn(input: JsonObject, key: string): readonly string[] {
  const turns = input[key]
  return isJsonObject(input) && turns !== undefined ? caseTextOf({ dialogue: turns }).userTurns : []
}
