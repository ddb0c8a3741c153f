/** A part of a long text; `start` counts UTF-16 units from the beginning of the text. */
export interface Chunk {
  readonly start: number
  readonly text: string
}

/** Characters of a chunk at most: what a browser lays out in a moment. */
export const CHUNK = 2000
/** A boundary is looked for in the last part of a chunk. */
const ROOM = 600

const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' })

/**
 * Cuts a text where a reader would pause: at an empty line, a line's end, a sentence's end, a blank; never within a
 * character as people see it. The parts joined are the text.
 */
export function chunksOf(text: string, most = CHUNK): Chunk[] {
  const chunks: Chunk[] = []
  let start = 0
  while (text.length - start > most) {
    const end = cutAt(text, start, start + most)
    chunks.push({ start, text: text.slice(start, end) })
    start = end
  }
  if (start < text.length || chunks.length === 0) chunks.push({ start, text: text.slice(start) })
  return chunks
}

/** The best place to cut in `(start, limit]`. */
function cutAt(text: string, start: number, limit: number): number {
  const from = Math.max(start + 1, limit - ROOM)
  const part = text.slice(from, limit)
  for (const boundary of [/\n\s*\n/g, /\n/g, /[.!?。！？؟]["'”’）)]*\s*/g, /\s/g]) {
    const last = [...part.matchAll(boundary)].at(-1)
    if (last !== undefined) return from + last.index + last[0].length
  }
  return wholeCharacter(text, start, limit)
}

/** The last place up to `limit` that cuts no character: clusters of a screen's size are looked at, not the whole text. */
function wholeCharacter(text: string, start: number, limit: number): number {
  const from = Math.max(start, limit - 200)
  const begin = from > start && /[\uDC00-\uDFFF]/.test(text[from] ?? '') ? from + 1 : from
  let end = begin
  for (const { index, segment } of graphemes.segment(text.slice(begin, limit + 100))) {
    if (begin + index + segment.length > limit) break
    end = begin + index + segment.length
  }
  return end > start ? end : limit
}
