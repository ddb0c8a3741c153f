// How the scripted decomposer, matcher and judge of CUPID compare sentences: by word stems, with a few families of words
// that say the same. Good enough for plain sentences, easily fooled, as a lexical judge is.

/** Words that can stand for each other in a preference. */
const families = [
  'begin start open first top lead',
  'end close last finish conclude final',
  'cost price fee expense',
  'say tell state mention name report',
  'if conditional',
  'sentence clause',
  'thing object item piece',
  'short brief concise',
  'list table tabular',
  'picture image drawing photo',
  'number figure digit',
  'simple plain easy',
  'read legible',
  'joke humour humor funny',
]

/** Words of every preference, whatever it asks for. */
const frame = new Set(
  `a an the it its they them their this that these those there is are was were be been being do does did has have had can could
  must should need needs want wants would will may might to of in on at by for with from as and or but so than then
  each every all any some what which where when how whenever while per also only just into about
  response answer reply output text texts assistant ai user use include contain give make provide ensure write keep
  no not never without avoid nothing neither nor out leave free forbid`
    .split(/\s+/)
    .map(stem),
)

const familyOf = new Map(
  families.flatMap((family) => {
    const members = family.split(' ').map(stem)
    return members.map((member) => [member, members[0] ?? member] as const)
  }),
)

/** A word without the endings of plural, tense and degree. */
function stem(word: string): string {
  const bare = word.replace(/(?:'s|’s)$/u, '')
  const cut = bare.replace(/(?:able|ings?|ied|ies|ed|es|s|ly)$/u, '')
  return (cut.length >= 2 ? cut : bare).replace(/(?<=..)[ey]$/u, '')
}

/** What a text asks for, as stems, families under one name. */
export function termsOf(text: string): ReadonlySet<string> {
  const words =
    text
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{L}\p{M}\p{N}'’]+/gu) ?? []
  const stems = words.map(stem).filter((word) => !frame.has(word) && word.length > 1)
  return new Set(stems.map((word) => familyOf.get(word) ?? word))
}

/** Share of the terms of `part` that are in `whole`, 0 to 1; 0 where `part` has none. */
export function share(part: ReadonlySet<string>, whole: ReadonlySet<string>): number {
  if (part.size === 0) return 0
  return [...part].filter((term) => whole.has(term)).length / part.size
}

/** Whether a clause asks for something to be absent. */
export function isNegated(text: string): boolean {
  return /\b(?:no|not|never|without|nothing|neither|nor|avoid\w*|forbid\w*|free of|instead of|(?:leav|keep)\w*\b(?:\s+\w+){0,3}?\s+out)\b/iu.test(
    text,
  )
}

const modal = /^(?<subject>[^,;:.]*?)\b(?:must|should|need to|needs to|have to|has to|ought to)\b/iu

/** What a preference says its demands are about: the words in front of its first "must" or "should". */
export function subjectOf(preference: string): ReadonlySet<string> {
  return termsOf(modal.exec(preference)?.groups?.['subject'] ?? '')
}

/** The demands of a sentence, without what they are about: cut where punctuation and conjunctions show the next one. */
export function demandsOf(sentence: string): string[] {
  return sentence
    .replace(modal, '')
    .split(/[;,:.]\s|\.$|\b(?:and|(?<!\bnothing )but|while)\b|\b(?=with(?:out| no| nothing)\b)/iu)
    .map((piece) =>
      piece
        .replace(modal, '')
        .replace(/^[^\p{L}\p{N}]+/u, '')
        .trim(),
    )
    .filter((demand) => termsOf(demand).size > 0)
}
