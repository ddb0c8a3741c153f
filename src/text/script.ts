/** Scripts told apart, and how much one letter of each says, in Latin letters (about five to a word). */
const scripts = [
  ['latin', /(?=\p{L})\p{Script=Latin}/gu, 1],
  ['han', /(?=\p{L})\p{Script=Han}/gu, 3],
  ['kana', /(?=\p{L})[\p{Script=Hiragana}\p{Script=Katakana}ー]/gu, 2],
  ['hangul', /(?=\p{L})\p{Script=Hangul}/gu, 2],
  ['cyrillic', /(?=\p{L})\p{Script=Cyrillic}/gu, 1],
  ['greek', /(?=\p{L})\p{Script=Greek}/gu, 1],
  ['arabic', /(?=\p{L})[\p{Script=Arabic}ـ]/gu, 1],
  ['hebrew', /(?=\p{L})\p{Script=Hebrew}/gu, 1],
  ['devanagari', /(?=\p{L})\p{Script=Devanagari}/gu, 1],
  ['bengali', /(?=\p{L})\p{Script=Bengali}/gu, 1],
  ['gurmukhi', /(?=\p{L})\p{Script=Gurmukhi}/gu, 1],
  ['gujarati', /(?=\p{L})\p{Script=Gujarati}/gu, 1],
  ['tamil', /(?=\p{L})\p{Script=Tamil}/gu, 1],
  ['telugu', /(?=\p{L})\p{Script=Telugu}/gu, 1],
  ['kannada', /(?=\p{L})\p{Script=Kannada}/gu, 1],
  ['malayalam', /(?=\p{L})\p{Script=Malayalam}/gu, 1],
  ['thai', /(?=\p{L})\p{Script=Thai}/gu, 1],
  ['georgian', /(?=\p{L})\p{Script=Georgian}/gu, 1],
  ['armenian', /(?=\p{L})\p{Script=Armenian}/gu, 1],
  ['ethiopic', /(?=\p{L})\p{Script=Ethiopic}/gu, 2],
] as const

/** `other`: every further script together. */
export type Script = (typeof scripts)[number][0] | 'other'

function countMatches(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0
}

/**
 * Share of each script in the letters of a text, 0 to 1, summing to 1; scripts without a letter are absent, and
 * a text without letters (numbers, emoji) gives an empty map. Letters are weighed by how much they say (a Han
 * character 3, kana, Hangul and Ethiopic syllables 2, others 1), so that a Latin brand name does not outweigh
 * the Chinese sentence around it. Compatibility forms count as what they stand for (full-width letters are Latin).
 */
export function scriptShares(text: string): ReadonlyMap<Script, number> {
  const normalized = text.normalize('NFKC')
  const weights = new Map<Script, number>()
  let letters = 0
  let total = 0
  for (const [script, pattern, weight] of scripts) {
    const count = countMatches(normalized, pattern)
    if (count > 0) weights.set(script, count * weight)
    letters += count
    total += count * weight
  }

  const others = countMatches(normalized, /\p{L}/gu) - letters
  if (others > 0) weights.set('other', others)
  return new Map(Array.from(weights, ([script, weight]) => [script, weight / (total + others)]))
}

/** The script with the largest share, and that share; undefined for a text without letters. */
export function dominantScript(
  text: string,
): { readonly script: Script; readonly share: number } | undefined {
  let dominant: { script: Script; share: number } | undefined
  for (const [script, share] of scriptShares(text)) {
    if (dominant === undefined || share > dominant.share) dominant = { script, share }
  }
  return dominant
}
