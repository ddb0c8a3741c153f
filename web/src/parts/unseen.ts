/** A piece of a text: words to show, or a character that could not be seen or would change how others are seen. */
export type Piece =
  | { readonly words: string }
  /** `units`: UTF-16 units that it takes in the text. */
  | { readonly unseen: string; readonly units: number }

/**
 * Controls (but not tab and line ends), marks that override or isolate direction, zero-width characters, tags, lone
 * surrogates. Zero-width joiners stay: scripts and emoji need them.
 */
const UNSEEN =
  /(?![\t\n\r])[\p{Cc}\p{Cs}\u061C\u200B\u200E\u200F\u2028\u2029\u202A-\u202E\u2060-\u2069\uFEFF\u{E0000}-\u{E007F}]/gu

const names: Readonly<Record<string, string>> = {
  '\u202A': 'LRE',
  '\u202B': 'RLE',
  '\u202C': 'PDF',
  '\u202D': 'LRO',
  '\u202E': 'RLO',
  '\u2066': 'LRI',
  '\u2067': 'RLI',
  '\u2068': 'FSI',
  '\u2069': 'PDI',
  '\u200E': 'LRM',
  '\u200F': 'RLM',
  '\u200B': 'ZWSP',
  '\uFEFF': 'BOM',
  '\u001B': 'ESC',
  '\u0000': 'NUL',
}

/** A text cut where unseen characters stand, each of them by its name or number. */
export function piecesOf(text: string): Piece[] {
  const pieces: Piece[] = []
  let from = 0
  for (const { 0: found, index } of text.matchAll(UNSEEN)) {
    if (index > from) pieces.push({ words: text.slice(from, index) })
    const point = found.codePointAt(0) ?? 0
    const unseen = names[found] ?? `U+${point.toString(16).toUpperCase().padStart(4, '0')}`
    pieces.push({ unseen, units: found.length })
    from = index + found.length
  }
  if (from < text.length) pieces.push({ words: text.slice(from) })
  return pieces
}
