import { z } from 'zod'
import { hashJson } from '../../core/hash.ts'
import type { Json } from '../../core/json.ts'
import type { RecalledItem, ShownSession, UserPrompt } from './cupid-prompt.ts'
import { plainWords, quotable } from './told.ts'

const inputSchema = z.object({
  request: z.string(),
  sessions: z.array(z.object({ dialogue: z.array(z.object({ role: z.string(), content: z.string() })) })),
})
const goldSchema = z.object({
  factor: z.string(),
  preference: z.string(),
  checklist: z.array(z.string()),
  sessions: z.array(z.object({ factor: z.string(), preference: z.string() })),
  contrasting: z.object({ factor: z.string() }).nullable(),
})

/** What a session shows: under which context, which preference. */
interface Shows {
  readonly factor: string
  readonly preference: string
}

/** What the sessions of a prompt show, for models that are as good as they like at reading them. */
export interface KnownHistory {
  /** The context factor of the request. */
  readonly factor: string
  /** The sessions that the prompt shows and the book knows, in their order; null: their number is not known. */
  readonly sessions: readonly (Shows & { readonly number: number | null })[]
  /** The factor that stands against the request's, where the data has one. */
  readonly contrasting: string | null
  /** A preference as questions, where the data has them. */
  readonly checklistOf: (preference: string) => readonly string[] | null
}

interface Persona {
  readonly factor: string
  readonly sessions: Map<string, Shows>
  /** What tells each preference: its own words, and what the user said about it. */
  readonly tellings: Map<string, Shows & { readonly words: Set<string> }>
  readonly checklists: Map<string, readonly string[]>
  contrasting: string | null
}

/**
 * What the data says about personas, by what a prompt shows: the request, and each session on its own, so that any
 * choice of sessions is recognised. The cases of a persona share their request: what is known of a prompt follows from
 * the sessions that it shows.
 */
export class CupidBook {
  private readonly personas = new Map<string, Persona[]>()
  private readonly inputs = new Set<string>()

  /** How many different inputs it knows. */
  get size(): number {
    return this.inputs.size
  }

  /** @returns whether it was a case of CUPID */
  add(input: Json, gold: Json): boolean {
    const seen = inputSchema.safeParse(input)
    const hidden = goldSchema.safeParse(gold)
    if (!seen.success || !hidden.success) return false
    const { request, sessions } = seen.data
    const { factor, preference, checklist, sessions: shows, contrasting } = hidden.data
    this.inputs.add(hashJson(seen.data))
    const persona = this.persona(request, factor)
    persona.checklists.set(preference, checklist)
    persona.contrasting ??= contrasting?.factor ?? null
    for (const [place, { dialogue }] of sessions.entries()) {
      const shown = shows[place]
      if (shown === undefined) continue
      // As it was, and as the notes of a model that keeps what the user said.
      persona.sessions.set(keyOf(dialogue.map(({ content }) => content)), shown)
      const said = dialogue.filter(({ role }) => role === 'user')
      persona.sessions.set(keyOf(said.map(({ content }) => content)), shown)
      addTelling(
        persona,
        shown,
        said.map(({ content }) => content),
      )
    }
    return true
  }

  /** What a prompt shows; undefined when its request is unknown. Unknown sessions show nothing. */
  find({
    request,
    sessions,
    recalled,
  }: Pick<UserPrompt, 'request' | 'sessions' | 'recalled'>): KnownHistory | undefined {
    const candidates = (this.personas.get(keyOf([request])) ?? []).map((persona) => ({
      persona,
      known: recalled === null ? knownTo(persona, sessions) : recalledOf(persona, recalled),
    }))
    // Two personas may ask the same: the sessions tell whose it is.
    const best = candidates.toSorted((a, b) => b.known.length - a.known.length)[0]
    if (best === undefined) return undefined
    const { factor, contrasting, checklists } = best.persona
    return {
      factor,
      sessions: best.known,
      contrasting,
      checklistOf: (preference) => checklists.get(preference) ?? null,
    }
  }

  private persona(request: string, factor: string): Persona {
    const key = keyOf([request])
    const sharing = this.personas.get(key) ?? []
    const found = sharing.find((persona) => persona.factor === factor)
    if (found !== undefined) return found
    const made: Persona = {
      factor,
      sessions: new Map(),
      tellings: new Map(),
      checklists: new Map(),
      contrasting: null,
    }
    this.personas.set(key, [...sharing, made])
    return made
  }
}

function knownTo(persona: Persona, sessions: readonly ShownSession[]): KnownHistory['sessions'] {
  return sessions.flatMap(({ number, text }) => {
    const shows = persona.sessions.get(keyOf([text]))
    return shows === undefined ? [] : [{ number, ...shows }]
  })
}

/** The opening request tells the occasion and not the preference. */
function addTelling({ tellings }: Persona, shown: Shows, said: readonly string[]): void {
  const key = hashJson([shown.factor, shown.preference])
  const words = tellings.get(key)?.words ?? new Set([plainWords(shown.preference).replace(/\.$/, '')])
  for (const piece of said.slice(said.length > 1 ? 1 : 0).flatMap(quotable)) words.add(piece)
  // Behind everything older: where a preference changed, the case that shows both tells the order.
  if (!tellings.has(key)) tellings.set(key, { factor: shown.factor, preference: shown.preference, words })
}

/** Which preferences items tell, the older one of a context first. */
function recalledOf({ tellings }: Persona, items: readonly RecalledItem[]): KnownHistory['sessions'] {
  const texts = items.map(({ text, sessions }) => ({ text: plainWords(text), sessions }))
  return [...tellings.values()].flatMap(({ factor, preference, words }) => {
    const telling = texts.filter(({ text }) => [...words].some((piece) => text.includes(piece)))
    const numbers = new Set<number | null>(
      telling.flatMap<number | null>(({ sessions }) => (sessions.length === 0 ? [null] : sessions)),
    )
    return [...numbers].map((number) => ({ factor, preference, number }))
  })
}

/** Lines that a log puts around messages: no words of a session. */
const frame = /^(?:#### (?:User|AI Assistant|Summary)|---)$/gm

/** SHA-256 of words; white space, Unicode composition and the frame of a log don't count. */
function keyOf(texts: readonly string[]): string {
  return hashJson(texts.join('\n').replaceAll(frame, '').normalize('NFC').replaceAll(/\s+/gu, ' ').trim())
}
