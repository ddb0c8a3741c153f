const KEY = 'rapport-case-list'
/** Ids that a browser can be asked to keep. */
const MOST = 20_000

interface KeptList {
  readonly run: string
  readonly track: string
  readonly ids: readonly string[]
}

/** Keeps the order of an open list, so that next and previous on a case follow it. */
export function keepList(run: string, track: string, ids: readonly string[]): void {
  if (ids.length > MOST) return
  const list: KeptList = { run, track, ids }
  try {
    sessionStorage.setItem(KEY, JSON.stringify(list))
  } catch {
    // Full or not allowed: the order of the data is taken.
  }
}

/** The list that was open last, if it is of this track. */
export function keptList(run: string, track: string): readonly string[] | null {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? 'null')
    if (typeof kept !== 'object' || kept === null) return null
    const [ownRun, ownTrack, ids]: unknown[] = ['run', 'track', 'ids'].map((name): unknown =>
      Reflect.get(kept, name),
    )
    if (ownRun !== run || ownTrack !== track || !Array.isArray(ids)) return null
    return ids.filter((id): id is string => typeof id === 'string')
  } catch {
    return null
  }
}

/** The case before and after one of a list; null at its ends, or where the case is not in it. */
export function neighbours(
  ids: readonly string[],
  id: string,
): { readonly previous: string | null; readonly next: string | null } {
  const at = ids.indexOf(id)
  return at < 0
    ? { previous: null, next: null }
    : { previous: ids[at - 1] ?? null, next: ids[at + 1] ?? null }
}
