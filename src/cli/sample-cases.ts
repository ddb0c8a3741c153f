import type { Case } from '../core/case.ts'
import { UsageError } from '../core/errors.ts'
import { sha256 } from '../core/hash.ts'
import type { DataSelection } from '../core/run.ts'
import { nearest } from './suggest.ts'

/** The cases that a sample keeps, and how many it was drawn from. */
export interface DrawnSample {
  readonly ids: ReadonlySet<string>
  readonly from: number
}

/**
 * Draws a sample of a track's cases. It depends on the seed, the ids and the strata alone, not on the order in which
 * cases come. A case's stratum are all its values of the tag; cases without the tag are a stratum of their own.
 * @param seed any whole number
 * @throws UsageError when no case has the tag
 */
export async function drawSample(
  cases: AsyncIterable<Case>,
  { n, stratify }: NonNullable<DataSelection['sample']>,
  seed: number,
  track: string,
): Promise<DrawnSample> {
  const strata = new Map<string, string[]>()
  const tags = new Set<string>()
  let from = 0
  for await (const { id, tags: own } of cases) {
    from += 1
    for (const tag of Object.keys(own)) tags.add(tag)
    const stratum = stratify === null ? '' : JSON.stringify(own[stratify]?.toSorted() ?? null)
    const ids = strata.get(stratum) ?? []
    strata.set(stratum, ids)
    ids.push(id)
  }
  if (stratify !== null && from > 0 && !tags.has(stratify)) {
    const known = [...tags].toSorted()
    const near = nearest(stratify, known)
    throw new UsageError(
      `no case of ${track} has the tag ${JSON.stringify(stratify)} to stratify by`,
      near.length > 0 ? `did you mean ${near.join(' or ')}?` : `tags are ${known.slice(0, 12).join(', ')}`,
    )
  }
  const order = (text: string): string => sha256(`${seed}\n${text}`)
  const names = sortedBy([...strata.keys()], order)
  const shares = allocate(
    names.map((name) => strata.get(name)?.length ?? 0),
    n,
  )
  const ids = names.flatMap((name, place) =>
    sortedBy(strata.get(name) ?? [], order).slice(0, shares[place] ?? 0),
  )
  return { ids: new Set(ids), from }
}

/**
 * Deals n places to strata in proportion to their sizes (largest remainders), at least one to each when n allows.
 * Ties go to the stratum that comes first.
 * @returns one whole number per stratum, none above its size; their sum is n, or that of all sizes if smaller
 */
export function allocate(sizes: readonly number[], n: number): number[] {
  const shares = sizes.map(() => 0)
  const everyone = n >= sizes.length
  let open = sizes.map((size, place) => ({ size, place }))
  let left = Math.min(
    n,
    sizes.reduce((sum, size) => sum + size, 0),
  )
  // Small strata get their one place first, which leaves less for the others, which may make more of them small.
  for (;;) {
    const total = open.reduce((sum, { size }) => sum + size, 0)
    const places = left
    const small = everyone ? open.filter(({ size }) => places * size < total) : []
    if (small.length === 0) break
    for (const { place } of small) shares[place] = 1
    left -= small.length
    open = open.filter((stratum) => !small.includes(stratum))
  }
  const total = open.reduce((sum, { size }) => sum + size, 0)
  const places = left
  for (const { size, place } of open) {
    shares[place] = Math.floor((places * size) / total)
    left -= shares[place]
  }
  const byRemainder = open.toSorted((a, b) => ((places * b.size) % total) - ((places * a.size) % total))
  for (const { place } of byRemainder.slice(0, left)) shares[place] = (shares[place] ?? 0) + 1
  return shares
}

function sortedBy(texts: readonly string[], key: (text: string) => string): string[] {
  return texts
    .map((text) => ({ text, key: key(text) }))
    .toSorted((a, b) => (a.key < b.key ? -1 : 1))
    .map(({ text }) => text)
}
