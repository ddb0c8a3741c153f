import { bucketOf } from '../../core/hash.ts'
import type { FactBook } from './fact-book.ts'
import { inAnotherLanguage, inventedFacts } from './invented.ts'
import type { ToldMessage, WriteRequest } from './memory-request.ts'
import type { ContextPersonality, Personality } from './personalities.ts'
import { overturns, plainWords, sentencesOf } from './told.ts'

type Writer = Personality | ContextPersonality

/** Something that a writer keeps. */
interface Kept {
  readonly text: string
  readonly replaces: readonly string[]
}

/** What a writer says of a session in which there is nothing to keep. */
const nothingKept = 'The user asked for something.'

/**
 * What a scripted model keeps of a session, in the form that was asked for. Known messages give the facts of the data;
 * any other message gives its own words, so that a changed message changes what is kept.
 */
export function writtenMemories(personality: Writer, request: WriteRequest, book: FactBook): string {
  const kept = keptBy(personality, request.messages, book)
  const adds = personality === 'never-updates' || personality === 'copies-everything'
  switch (request.form) {
    case 'operations':
      return JSON.stringify({ operations: operations(kept, request.memory, adds) })
    case 'additive':
      return JSON.stringify({ memory: additions(kept, request.memory) })
    case 'session':
      return kept.length === 0 ? nothingKept : kept.map(({ text }) => oneLine(text)).join('\n')
    case 'summary':
      return summary(kept, request.summary, adds)
  }
}

function keptBy(personality: Writer, messages: readonly ToldMessage[], book: FactBook): readonly Kept[] {
  const said = messages.filter(({ text }) => hasWords(text))
  const whole = (text: string): Kept => ({ text: text.trim(), replaces: [] })
  const facts = (): readonly Kept[] =>
    said
      .filter(({ role }) => role === 'user')
      .flatMap<Kept>(({ text }) => book.told(text) ?? statementsOf(text).map(whole))
  switch (personality) {
    case 'ignores-memory':
      return []
    case 'copies-everything':
      return once(said.map(({ text }) => whole(text)))
    case 'forgetful':
      return once(facts().filter(({ text }) => bucketOf(`kept/${text}`, 3) === 0))
    case 'hallucinating':
      return once([...facts(), ...inventedFacts(said.map(({ text }) => text).join('\n'), 1).map(whole)])
    case 'wrong-language':
      return once(facts().map((fact) => ({ ...fact, text: inAnotherLanguage(fact.text) })))
    case 'over-applies-memory':
      return once(facts().flatMap((fact) => [fact, whole(`Always and everywhere: ${fact.text}`)]))
    case 'perfect':
    case 'stays-in-role':
    case 'never-updates':
    case 'ignores-context':
    case 'over-general':
      return once(facts())
  }
}

function once(kept: readonly Kept[]): readonly Kept[] {
  return [...new Map(kept.map((one) => [plainWords(one.text), one])).values()]
}

/** Letters, digits or pictures; a session of blanks and broken characters says nothing. */
function hasWords(text: string): boolean {
  return /[\p{L}\p{N}\p{Extended_Pictographic}]/u.test(text)
}

/** Longer messages are kept in pieces, so that each can be found and shown. */
const LONGEST = 600

/** A message as one statement, or its sentences in groups; no word is left out. */
export function statementsOf(message: string): readonly string[] {
  if (message.length <= LONGEST) return [message]
  const groups: string[] = []
  for (const piece of sentencesOf(message).flatMap(inReach)) {
    const last = groups.at(-1)
    if (last !== undefined && last.length + piece.length < LONGEST)
      groups[groups.length - 1] = `${last} ${piece}`
    else groups.push(piece)
  }
  return groups.filter(hasWords)
}

/** A sentence cut at spaces, and where there are none between two characters. */
function inReach(sentence: string): readonly string[] {
  if (sentence.length <= LONGEST) return [sentence]
  const pieces = ['']
  for (const word of sentence.split(/(?<=\s)/u).flatMap(inCharacters)) {
    const last = pieces.at(-1) ?? ''
    if (last.length + word.length <= LONGEST) pieces[pieces.length - 1] = last + word
    else pieces.push(word)
  }
  return pieces
}

function inCharacters(word: string): readonly string[] {
  if (word.length <= LONGEST) return [word]
  const letters = Array.from(new Intl.Segmenter('und', { granularity: 'grapheme' }).segment(word))
  const size = LONGEST / 2
  return Array.from({ length: Math.ceil(letters.length / size) }, (_, at) =>
    letters
      .slice(at * size, (at + 1) * size)
      .map(({ segment }) => segment)
      .join(''),
  )
}

/** The place of what a new statement takes the place of; -1 where it stands beside everything. */
function overturned({ text, replaces }: Kept, older: readonly string[]): number {
  const replaced = replaces.map(plainWords)
  const named = older.findIndex((one) => replaced.includes(plainWords(one)))
  return named === -1 ? older.findIndex((one) => overturns(text, one)) : named
}

function operations(kept: readonly Kept[], memory: WriteRequest['memory'], adds: boolean) {
  const left = [...memory]
  return kept.map((one) => {
    const same = memory.find(({ text }) => plainWords(text) === plainWords(one.text))
    if (same !== undefined) return { event: 'none', id: same.id, text: null }
    const place = adds
      ? -1
      : overturned(
          one,
          left.map(({ text }) => text),
        )
    const [old] = place === -1 ? [] : left.splice(place, 1)
    return old === undefined
      ? { event: 'add', id: null, text: one.text }
      : { event: 'update', id: old.id, text: one.text }
  })
}

/** mem0 only adds: what changed stands beside what it changed, and is linked to it. */
function additions(kept: readonly Kept[], memory: WriteRequest['memory']) {
  const known = new Set(memory.map(({ text }) => plainWords(text)))
  return kept
    .filter(({ text }) => !known.has(plainWords(text)))
    .map((one, at) => {
      const old =
        memory[
          overturned(
            one,
            memory.map(({ text }) => text),
          )
        ]
      return {
        id: String(at),
        text: one.text,
        attributed_to: 'user',
        linked_memory_ids: old === undefined ? [] : [old.id],
      }
    })
}

function summary(kept: readonly Kept[], before: string, adds: boolean): string {
  const lines = before.split('\n').filter((line) => line.trim() !== '' && line !== nothingKept)
  for (const one of kept) {
    const line = oneLine(one.text)
    if (lines.some((known) => plainWords(known) === plainWords(line))) continue
    const place = adds ? -1 : overturned(one, lines)
    if (place === -1) lines.push(line)
    else lines[place] = line
  }
  return lines.length === 0 ? nothingKept : lines.join('\n')
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/gu, ' ').trim()
}
