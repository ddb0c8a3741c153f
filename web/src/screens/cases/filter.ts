import type { CaseTable, OutcomeColumns } from '../../../../src/server/api-types.ts'
import type { Address } from '../../address.ts'

/** What the list is narrowed to. All of it stands in the address. */
export interface CaseFilter {
  /** Values by tag; a case must have one of them. */
  readonly tags: ReadonlyMap<string, ReadonlySet<string>>
  /** Statuses (letters) by system. */
  readonly status: ReadonlyMap<string, string>
  /** Value of a system from and to, both included. */
  readonly score: { readonly system: string; readonly from: number; readonly to: number } | null
  /** Only cases on which these two differ. */
  readonly differ: readonly [string, string] | null
  readonly cluster: string | null
  /** Ids that a search found; null: nobody searched. */
  readonly found: ReadonlySet<string> | null
}

/** Column and direction; `''` is the order of the data. `a|b` sorts by the difference of two systems. */
export interface CaseSort {
  readonly by: string
  readonly descending: boolean
}

/** Reads `tag.<name>`, `is.<system>`, `score`, `differ`, `cluster` out of an address, whoever wrote it. */
export function readFilter(address: Address, found: ReadonlySet<string> | null): CaseFilter {
  const tags = new Map<string, ReadonlySet<string>>()
  const status = new Map<string, string>()
  for (const [name, value] of Object.entries(address)) {
    if (name.startsWith('tag.')) tags.set(name.slice(4), new Set(value.split('|')))
    if (name.startsWith('is.')) status.set(name.slice(3), value)
  }
  return {
    tags,
    status,
    score: readScore(address['score']),
    differ: readPair(address['differ']),
    cluster: address['cluster'] ?? null,
    found,
  }
}

/** `<from>..<to> <system>`, such as `0..0.5 oracle`; a side may be left out. */
function readScore(text: string | undefined): CaseFilter['score'] {
  const match = /^(-?[\d.]*)\.\.(-?[\d.]*) (.+)$/s.exec(text ?? '')
  if (match === null) return null
  const [, low = '', high = '', system = ''] = match
  const from = low === '' ? Number.NEGATIVE_INFINITY : Number(low)
  const to = high === '' ? Number.POSITIVE_INFINITY : Number(high)
  return Number.isNaN(from) || Number.isNaN(to) ? null : { system, from, to }
}

function readPair(text: string | undefined): readonly [string, string] | null {
  const [a, b] = (text ?? '').split('|')
  return a === undefined || b === undefined || a === '' || b === '' ? null : [a, b]
}

/** Columns by system. */
export type Columns = ReadonlyMap<string, OutcomeColumns['systems'][number]>

export function columnsOf(outcomes: OutcomeColumns | undefined): Columns {
  return new Map((outcomes?.systems ?? []).map((column) => [column.system, column]))
}

/** One condition of a filter, by the name under which its facet stands. */
interface Condition {
  readonly facet: string
  readonly holds: (place: number) => boolean
}

function conditionsOf(table: CaseTable, columns: Columns, filter: CaseFilter): Condition[] {
  const { cases } = table
  const conditions: Condition[] = []
  for (const [tag, values] of filter.tags)
    conditions.push({
      facet: `tag.${tag}`,
      holds: (place) => {
        const own = cases[place]?.tags
        return (
          own !== undefined && Object.hasOwn(own, tag) && (own[tag] ?? []).some((value) => values.has(value))
        )
      },
    })
  for (const [system, letters] of filter.status) {
    const status = columns.get(system)?.status ?? ''
    conditions.push({ facet: `is.${system}`, holds: (place) => letters.includes(status[place] ?? '-') })
  }
  const { score, differ, cluster, found } = filter
  if (score !== null) {
    const values = columns.get(score.system)?.values
    conditions.push({
      facet: 'score',
      holds: (place) => {
        const value = values?.[place] ?? null
        return value !== null && value >= score.from && value <= score.to
      },
    })
  }
  if (differ !== null) {
    const [a, b] = [columns.get(differ[0])?.values, columns.get(differ[1])?.values]
    conditions.push({ facet: 'differ', holds: (place) => (a?.[place] ?? null) !== (b?.[place] ?? null) })
  }
  if (cluster !== null)
    conditions.push({ facet: 'cluster', holds: (place) => cases[place]?.cluster === cluster })
  if (found !== null) conditions.push({ facet: 'q', holds: (place) => found.has(cases[place]?.id ?? '') })
  return conditions
}

/** What a filter leaves: places of cases, and for each facet the places that all its other conditions leave. */
export interface Filtered {
  readonly places: readonly number[]
  /** By facet that narrows; facets that don't are as `places`. */
  readonly without: ReadonlyMap<string, readonly number[]>
}

/** Applies a filter in one pass: each case counts how many conditions it misses, and which one if it is one alone. */
export function applyFilter(table: CaseTable, columns: Columns, filter: CaseFilter): Filtered {
  const conditions = conditionsOf(table, columns, filter)
  const places: number[] = []
  const without = new Map(conditions.map(({ facet }): [string, number[]] => [facet, []]))
  for (let place = 0; place < table.cases.length; place += 1) {
    let missed: string | null = null
    let misses = 0
    for (const { facet, holds } of conditions) {
      if (holds(place)) continue
      misses += 1
      missed = facet
      if (misses > 1) break
    }
    if (misses === 0) {
      places.push(place)
      for (const own of without.values()) own.push(place)
    } else if (misses === 1 && missed !== null) without.get(missed)?.push(place)
  }
  return { places, without }
}

/** Sorts places by a system's value or the difference of two; those without one come last. Equal ones keep their order. */
export function sortPlaces(
  places: readonly number[],
  columns: Columns,
  { by, descending }: CaseSort,
): readonly number[] {
  if (by === '') return descending ? places.toReversed() : places
  const [first = '', second] = by.split('|')
  const a = columns.get(first)?.values
  const b = second === undefined ? undefined : columns.get(second)?.values
  const keyOf = (place: number): number => {
    const x = a?.[place] ?? null
    if (x === null) return Number.NaN
    if (second === undefined) return x
    const y = b?.[place] ?? null
    return y === null ? Number.NaN : x - y
  }
  const keys = new Map(places.map((place) => [place, keyOf(place)]))
  const sign = descending ? -1 : 1
  return places.toSorted((x, y) => {
    const [k, l] = [keys.get(x) ?? Number.NaN, keys.get(y) ?? Number.NaN]
    if (Number.isNaN(k) || Number.isNaN(l)) return Number(Number.isNaN(k)) - Number(Number.isNaN(l))
    return sign * (k - l)
  })
}

/** How many of some places have each value of a tag, the most frequent first. */
export function tagCounts(
  table: CaseTable,
  tag: string,
  places: readonly number[],
): readonly (readonly [string, number])[] {
  const counts = new Map<string, number>()
  for (const place of places) {
    const own = table.cases[place]?.tags
    if (own === undefined || !Object.hasOwn(own, tag)) continue
    for (const value of own[tag] ?? []) counts.set(value, (counts.get(value) ?? 0) + 1)
  }
  return [...counts].toSorted(([a, x], [b, y]) => y - x || (a < b ? -1 : 1))
}

/** Tags that tell cases apart: more than one value, and not a name for each case. */
export function facetTags(table: CaseTable): string[] {
  const values = new Map<string, Set<string>>()
  for (const { tags } of table.cases) {
    for (const [tag, own] of Object.entries(tags)) {
      const known = values.get(tag) ?? new Set<string>()
      for (const value of own) known.add(value)
      values.set(tag, known)
    }
  }
  const most = Math.max(8, table.cases.length / 2)
  return [...values].filter(([, known]) => known.size > 1 && known.size <= most).map(([tag]) => tag)
}

/** How many of some places have each status of a system. */
export function statusCounts(status: string, places: readonly number[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const place of places) {
    const letter = status[place] ?? '-'
    counts.set(letter, (counts.get(letter) ?? 0) + 1)
  }
  return counts
}

/** The facet that leaves most when it is taken away: the one to loosen when nothing is left. */
export function tightest({
  without,
}: Pick<Filtered, 'without'>): { readonly facet: string; readonly left: number } | null {
  let best: { facet: string; left: number } | null = null
  for (const [facet, places] of without)
    if (places.length > (best?.left ?? 0)) best = { facet, left: places.length }
  return best
}
