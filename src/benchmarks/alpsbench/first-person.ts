import type { JsonObject } from '../../core/json.ts'
import type { Turn } from './shapes.ts'

/**
 * Openings of statements about oneself that tend to last: being, having, living, working, liking. One pattern per
 * language, kept short on purpose: a simple method to compete with, not a good one.
 */
const OPENINGS: readonly RegExp[] = [
  /(?<![\p{L}'])(?:i(?:'m|'ve| am| have| own| live| work| study| like| love| hate| prefer| enjoy| avoid| always| never| usually)|my \p{L}+(?: \p{L}+)? (?:is|are|has|have|likes|loves|lives|works))(?!\p{L})/iu,
  /(?<!\p{L})(?:soy|tengo|vivo|trabajo|estudio|prefiero|odio|suelo|me (?:gustan?|encantan?)|mis? \p{L}+ (?:es|son|está|están|tienen?))(?!\p{L})/iu,
  /我(?:是|有|住|在|叫|爱|愛|不?喜[欢歡]|[讨討][厌厭]|不吃|[习習][惯慣]|通常|[经經]常|[总總]是|[从從]不|的\p{Script=Han}{1,6}[是有叫在])/u,
  /(?<![\p{L}\p{M}])(?:أنا|لدي|عندي|أحب|أكره|أفضل|أعيش|أسكن|أعمل|أدرس)(?![\p{L}\p{M}])/u,
]

/** A statement has a few words and is no pasted document. Code points; Chinese says much in few. */
const SHORTEST = 6
const LONGEST = 200
/** Of a turn only the beginning is read: people paste books. */
const READ = 20_000

const QUESTION = /[?？؟]["'”’»）)]*$/u
const sentences = new Intl.Segmenter('en', { granularity: 'sentence' })

/** The first `limit` different sentences of the user that speak of themselves, in the order they were said. */
export function firstPersonStatements(dialogue: readonly Turn[], limit: number): string[] {
  const found = new Set<string>()
  for (const { role, text } of dialogue) {
    if (role !== 'user') continue
    for (const { segment } of sentences.segment(text.slice(0, READ))) {
      for (const line of segment.split('\n')) {
        const sentence = line.replaceAll(/\s+/gu, ' ').trim()
        if (isStatement(sentence)) found.add(sentence)
        if (found.size === limit) return [...found]
      }
    }
  }
  return [...found]
}

/** The same as memories of the contract, with ids such as `p1` and no label of their own. */
export function firstPersonItems(dialogue: readonly Turn[], limit: number, prefix: string): JsonObject[] {
  return firstPersonStatements(dialogue, limit).map((value, index) => ({
    memory_id: `${prefix}${index + 1}`,
    type: 'direct',
    label: 'UNMAPPED',
    value,
    confidence: 0.7,
  }))
}

function isStatement(sentence: string): boolean {
  const { length } = Array.from(sentence)
  if (length < SHORTEST || length > LONGEST || QUESTION.test(sentence)) return false
  // Vowel points and curly apostrophes must not hide an opening.
  const plain = sentence
    .normalize('NFC')
    .replaceAll('’', "'")
    .replaceAll(/[\u064B-\u0652]/gu, '')
  return OPENINGS.some((opening) => opening.test(plain))
}
