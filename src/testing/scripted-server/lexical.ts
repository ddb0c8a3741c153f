const ignored = new Set(
  `about after again also always been before being could does doing down each every from have having here into
  just like made make many more most much need never only other over people should some such than that their
  them then there these they thing things this those time user very want wants well were what when where which
  while will with without would your yours user's prefers likes
  用户 喜欢 希望 一个 可以 这个 什么 我们 他们 怎么 已经 没有 自己 一下`.split(/\s+/),
)

/**
 * The words of a text that say what it is about, without endings: five letters of longer words; pairs of
 * characters in Chinese. Good enough to see that two texts share a subject, not that they agree.
 */
export function contentPieces(text: string): ReadonlySet<string> {
  const pieces = new Set<string>()
  for (const run of text
    .normalize('NFKC')
    .toLowerCase()
    .match(/\p{Script=Han}+|[\p{L}\p{M}\p{N}]+/gu) ?? []) {
    if (/^\p{Script=Han}/u.test(run)) {
      const letters = Array.from(run)
      for (const [at, letter] of letters.entries()) {
        const pair = letter + (letters[at + 1] ?? '')
        if (pair !== letter && !ignored.has(pair)) pieces.add(pair)
      }
    } else if (run.length > 3 && !ignored.has(run)) pieces.add(Array.from(run).slice(0, 5).join(''))
  }
  return pieces
}

/** How many pieces are in both. */
export function inCommon(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  let count = 0
  for (const piece of a) if (b.has(piece)) count++
  return count
}

/** An English word without its usual endings, so that baker, bakes and baking are one. */
export function endless(word: string): string {
  const bare = word.replace(/'s$/, '')
  if (bare.includes('-') || bare.length < 4) return bare
  const stem = bare.replace(/(?:ings?|ers?|ed|es|ies|s|y|e)$/, '')
  return (stem.length < 3 ? bare : stem).replace(/([^aeiou])\1$/, '$1')
}
