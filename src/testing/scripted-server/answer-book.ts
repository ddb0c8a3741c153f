import { hashJson } from '../../core/hash.ts'
import type { Json, JsonObject } from '../../core/json.ts'
import { isJsonObject } from '../../core/json.ts'
import { CupidBook, type KnownHistory } from './cupid-book.ts'
import type { UserPrompt } from './cupid-prompt.ts'
import { FactBook } from './fact-book.ts'
import { caseTextOf, type CaseText } from './payload.ts'

/** A case as the book takes it: what a system sees, and what it should have said. */
export interface AnswerBookCase {
  readonly track: string
  readonly input: Json
  readonly gold: Json
}

export interface AnswerBookEntry {
  readonly track: string
  readonly gold: JsonObject
}

/** What the scripted models know. */
export interface AnswerBook {
  readonly size: number
  /** The entry for what a prompt says, or undefined. */
  find(text: CaseText): AnswerBookEntry | undefined
  /** What a prompt of CUPID shows, or undefined. */
  findHistory(prompt: Pick<UserPrompt, 'request' | 'sessions' | 'recalled'>): KnownHistory | undefined
  /** The entry of a case of utilization by its query alone, or undefined. */
  findQuery(query: string): AnswerBookEntry | undefined
  /** What single messages tell. */
  readonly facts: FactBook
}

/**
 * The key of a case: SHA-256 over what the user said, the query and the memories' values. Ids, the order of
 * memories, white space, Unicode composition and everything else of a prompt don't count, so that a prompt needs
 * no marker to be recognised.
 */
export function answerKeyOf(text: CaseText): string {
  const values = (memories: CaseText['existing']): Json =>
    memories === null ? null : memories.map(({ value }) => plain(value)).toSorted()
  return hashJson({
    turns: text.userTurns.map(plain),
    query: text.query === null ? null : plain(text.query),
    existing: values(text.existing),
    candidates: values(text.candidates),
    handedOver: text.handedOver === null ? null : plain(text.handedOver.value),
  })
}

/** Normal form C, one space for white space, none at the ends. */
function plain(text: string): string {
  return text.normalize('NFC').replaceAll(/\s+/gu, ' ').trim()
}

/** Builds the book from cases of a data set. Cases without gold (private references) are left out. */
export async function createAnswerBook(
  cases: Iterable<AnswerBookCase> | AsyncIterable<AnswerBookCase>,
): Promise<AnswerBook> {
  const entries = new Map<string, AnswerBookEntry>()
  const queries = new Map<string, AnswerBookEntry>()
  const facts = new FactBook()
  const cupid = new CupidBook()
  for await (const { track, input, gold } of cases) {
    if (!isJsonObject(input) || !isJsonObject(gold)) continue
    if (cupid.add(input, gold)) {
      facts.addSessions(input, gold)
      continue
    }
    const text = caseTextOf(input)
    entries.set(answerKeyOf(text), { track, gold })
    facts.add(input, gold)
    if (text.query !== null && text.candidates === null) queries.set(plain(text.query), { track, gold })
  }
  return {
    size: entries.size + cupid.size,
    find: (text) => entries.get(answerKeyOf(text)),
    findHistory: (prompt) => cupid.find(prompt),
    findQuery: (query) => queries.get(plain(query)),
    facts,
  }
}
