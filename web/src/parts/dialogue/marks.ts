/** A marked place in a turn. */
export interface Mark {
  readonly block: string
  readonly turn: number
  readonly start: number
  readonly end: number
  /** `evidence` of items, or `hit` of a search. */
  readonly kind: 'evidence' | 'hit'
  /** What it belongs to: keys of items; empty for hits. */
  readonly keys: readonly string[]
}

/** A piece of a chunk with the marks that lie over it. */
export interface Segment {
  readonly text: string
  readonly marks: readonly Mark[]
}

/** Cuts a chunk of a turn where marks begin and end; `start` is the chunk's place in the turn. */
export function segmentsOf(text: string, start: number, marks: readonly Mark[]): Segment[] {
  const end = start + text.length
  const own = marks.filter((mark) => mark.start < end && mark.end > start)
  if (own.length === 0) return [{ text, marks: [] }]
  const cuts = new Set([0, text.length])
  for (const mark of own) {
    cuts.add(Math.max(0, mark.start - start))
    cuts.add(Math.min(text.length, mark.end - start))
  }
  const places = [...cuts].toSorted((a, b) => a - b)
  return places.slice(0, -1).map((from, at) => {
    const to = places[at + 1] ?? text.length
    return {
      text: text.slice(from, to),
      marks: own.filter((mark) => mark.start < start + to && mark.end > start + from),
    }
  })
}

/** At most so many hits are marked. */
const MOST_HITS = 1000

/** Where words stand in a text, whatever their case; overlapping ones once. */
export function hitsIn(text: string, words: string): { readonly start: number; readonly end: number }[] {
  const wanted = words.trim().toLowerCase()
  if (wanted === '') return []
  const lower = text.toLowerCase()
  // A few letters change their length with their case: then places would be wrong.
  const searched = lower.length === text.length ? lower : text
  const hits: { start: number; end: number }[] = []
  let from = 0
  while (hits.length < MOST_HITS) {
    const start = searched.indexOf(wanted, from)
    if (start < 0) break
    hits.push({ start, end: start + wanted.length })
    from = start + wanted.length
  }
  return hits
}
