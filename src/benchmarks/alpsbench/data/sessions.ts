import { firstUserTurn } from './clusters.ts'
import type { RowSource } from './row-source.ts'

/** What is known of all sessions of a data set after one pass. */
export interface Sessions {
  /** Name of a session's cluster: the smallest session id in it, so that the order of files does not count. */
  clusterOf(session: string): string
  /** Lines that a session had in the published files: its utilization rows, at least one (spec 6.4). */
  linesOf(session: string): number
}

/** Reads every conversation once and joins sessions that are not independent. */
export async function readSessions(source: Pick<RowSource, 'conversations'>): Promise<Sessions> {
  const parent = new Map<string, string>()
  const lines = new Map<string, number>()
  const byFirstTurn = new Map<string, string>()
  const find = (session: string): string => {
    let root = session
    for (let next = parent.get(root); next !== undefined && next !== root; next = parent.get(root)) root = next
    parent.set(session, root)
    return root
  }
  const join = (a: string, b: string) => {
    const [low = a, high = b] = [find(a), find(b)].toSorted()
    parent.set(high, low)
  }
  for await (const { session, dialogue, lines: more } of source.conversations()) {
    join(session, session)
    if (more > 0) lines.set(session, (lines.get(session) ?? 0) + more)
    const first = firstUserTurn(dialogue)
    if (first === null) continue
    const other = byFirstTurn.get(first)
    if (other === undefined) byFirstTurn.set(first, session)
    else join(other, session)
  }
  return { clusterOf: find, linesOf: (session) => Math.max(1, lines.get(session) ?? 1) }
}
