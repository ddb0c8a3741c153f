const SCRIPTS: readonly (readonly [string, RegExp])[] = [
  ['han', /\p{Script=Han}/gu],
  ['kana', /[\p{Script=Hiragana}\p{Script=Katakana}]/gu],
  ['hangul', /\p{Script=Hangul}/gu],
  ['cyrillic', /\p{Script=Cyrillic}/gu],
  ['arabic', /\p{Script=Arabic}/gu],
  ['devanagari', /\p{Script=Devanagari}/gu],
  ['thai', /\p{Script=Thai}/gu],
  ['hebrew', /\p{Script=Hebrew}/gu],
  ['greek', /\p{Script=Greek}/gu],
]

/** Enough to tell; a pasted book need not be counted to its end. */
const LONGEST = 20_000

/**
 * The writing system of a user's text: the one with most letters that has over 20 % of all characters that
 * are not white space (spec 1.3 counts Chinese this way), else `latin`; `none` when there are no letters.
 */
export function scriptOf(text: string): string {
  const part = text.slice(0, LONGEST)
  const size = part.replaceAll(/\s+/gu, '').length
  if (!/\p{L}/u.test(part)) return 'none'
  const counts = SCRIPTS.map(([name, pattern]) => [name, part.match(pattern)?.length ?? 0] as const)
  const [name, count] = counts.reduce((best, next) => (next[1] > best[1] ? next : best))
  return count > 0.2 * size ? name : 'latin'
}
