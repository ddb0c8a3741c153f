import type { Json } from '../../../core/json.ts'
import type { MemoryItem } from '../../../core/memory.ts'
import type { Evidence } from '../../../core/memory-plan.ts'
import { parseOnce } from '../../../core/parse-once.ts'
import { contentTerms, coverage } from '../inference/lexical-terms.ts'
import { relevantSessions } from '../inference/relevant-sessions.ts'
import { cupidGoldSchema, cupidInputSchema } from '../shapes.ts'
import { sessionId } from './session-id.ts'

const inputOf = parseOnce(cupidInputSchema)
const goldOf = parseOnce(cupidGoldSchema)

/**
 * The preference that applies, once, with every session that shows it: any of them is enough to learn it. Its quotes are
 * what the user said there after the opening request, which names the occasion and never the preference.
 */
export function evidenceOf(input: Json, gold: Json): readonly Evidence[] {
  const { sessions } = inputOf(input)
  const found = goldOf(gold)
  const numbers = relevantSessions(found)
  if (numbers.length === 0) return []
  const quotes = numbers.flatMap((number) => {
    const said = (sessions[number - 1]?.dialogue ?? []).filter(({ role }) => role === 'user')
    return said.slice(said.length > 1 ? 1 : 0).map(({ content }) => content)
  })
  return [{ id: 'preference', text: found.preference, quotes, sessions: numbers.map(sessionId) }]
}

/** From these shares of the preference's terms on a text tells it for certain, or may tell it. */
const CERTAIN = 1 / 2
const LIKELY = 1 / 4

/**
 * Whether an item tells the preference. Where it names its sessions, one of them must show the preference; coming from
 * there is not enough, since the opening request does too. Its text must hold a sentence of what the user said about it,
 * or words of the preference: half of them wherever it comes from, a quarter where it comes from these sessions alone.
 *
 * null: fewer words than that, so that a paraphrase can't be told from chance. No word at all counts as not telling it,
 * which wrongs a paraphrase in quite other words, and an assistant's turn that shows the preference and never names it.
 */
export function carries({ text, sources }: MemoryItem, evidence: Evidence): boolean | null {
  const own = sources.filter((source) => evidence.sessions.includes(source))
  if (sources.length > 0 && own.length === 0) return false
  if (repeats(text, evidence)) return true
  const told = coverage(demandTerms(evidence.text), contentTerms(text))
  if (told >= CERTAIN) return true
  if (told >= LIKELY && own.length > 0 && own.length === sources.length) return true
  return told > 0 ? null : false
}

const modal = /^[^,;:.]*?\b(?:must|should|need to|needs to|have to|has to|ought to)\b/iu

/** What a preference asks for, without the occasion in front of its first "must" or "should". */
function demandTerms(preference: string): ReadonlySet<string> {
  const whole = contentTerms(preference)
  const demands = contentTerms(preference.replace(modal, ''))
  return demands.size > 0 ? demands : whole
}

/** Shorter sentences, such as "Yes, do.", can stand anywhere. */
const LEAST_LETTERS = 16

function repeats(text: string, evidence: Evidence): boolean {
  const held = plain(text)
  return evidence.quotes
    .flatMap((quote) => [quote, ...quote.split(/(?<=[.!?])\s+|(?<=[。！？])|\n+/u)])
    .map(plain)
    .some((piece) => piece.length >= LEAST_LETTERS && held.includes(piece))
}

function plain(text: string): string {
  return text.normalize('NFKC').toLowerCase().replaceAll(/\s+/gu, ' ').trim()
}
