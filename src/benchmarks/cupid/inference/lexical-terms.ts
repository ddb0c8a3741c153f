import { tokenizeMultilingual } from '../../../text/tokenize.ts'

/**
 * Words that every preference and every checklist has, whatever it asks for: the thing that is judged, and the verbs of
 * asking. Stems, as the tokeniser gives them.
 */
const frame = new Set(
  `answer respons repli output text assist ai user person prefer should must need want expect ensur make provid
  includ contain give use avoid keep alway never like request whenev kind thing way does`.split(/\s+/),
)

/** The stems of a sentence that say what it asks for. */
export function contentTerms(text: string): ReadonlySet<string> {
  return new Set(tokenizeMultilingual(text, { language: 'en' }).filter((token) => !frame.has(token)))
}

/** Share of the terms of `part` that are in `whole`, 0 to 1; 0 where `part` has none. */
export function coverage(part: ReadonlySet<string>, whole: ReadonlySet<string>): number {
  if (part.size === 0) return 0
  let shared = 0
  for (const term of part) if (whole.has(term)) shared += 1
  return shared / part.size
}

/** A clause needs so many terms to be an aspect of its own. */
const LEAST_TERMS = 2
/** The decomposer is asked for at most four entries (spec 2.5). */
const MOST_CLAUSES = 4

/** A preference cut into the aspects that its punctuation and conjunctions show, at most four; none for one without content. */
export function clausesOf(preference: string): string[] {
  const pieces = preference.split(/[;,:.]|\b(?:and|but|while|without|with)\b/iu)
  const clauses: string[] = []
  for (const piece of pieces) {
    const last = clauses.length - 1
    const isWhole = contentTerms(piece).size >= LEAST_TERMS && clauses.length < MOST_CLAUSES
    if (isWhole || last < 0) clauses.push(piece.trim())
    else clauses[last] = `${clauses[last] ?? ''} ${piece.trim()}`
  }
  return clauses.filter((clause) => contentTerms(clause).size > 0)
}
