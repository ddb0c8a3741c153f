const MOST = 200

/** Controls, direction marks, line separators and halves of surrogate pairs: what could disturb a terminal or a page. */
// oxlint-disable-next-line no-control-regex
const UNSAFE = /[\p{Cc}\p{Zl}\p{Zp}\p{Cs}\u200e\u200f\u061c\u202a-\u202e\u2066-\u2069]+/gu

/** Hostile text as one quoted line of at most `most` characters (code points). */
export function quote(text: string, most = MOST): string {
  // Cut before cleaning too: a memory may hold megabytes.
  const clean = text
    .slice(0, most * 20)
    .replace(UNSAFE, ' ')
    .replace(/\s+/gu, ' ')
    .trim()
  const characters = Array.from(clean)
  return characters.length > most - 3 ? `“${characters.slice(0, most - 3).join('')}…”` : `“${clean}”`
}
