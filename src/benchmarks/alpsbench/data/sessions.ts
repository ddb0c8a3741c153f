import { sha256 } from '../../../core/hash.ts'
import { normalizePublic } from '../../../text/normalize.ts'
import { minHashSignature, nearDuplicateGroups, type MinHashSignature } from '../../../text/shingles.ts'
import { connectedComponents } from '../../../text/union-find.ts'
import type { StoredTurn } from './json-shapes.ts'
import type { RowSource } from './row-source.ts'

/** What is known of all sessions of a data set after one pass. */
export interface Sessions {
  /**
   * Name of a session's cluster: the smallest session id in it, so that the order of files does not count.
   * Sessions that share the first user turn, or nearly all of the dialogue, are connected (spec 7.1, G15).
   */
  clusterOf(session: string): string
  /** Lines that a session had in the published files, at least one (spec 6.4). */
  linesOf(session: string): number
}

/** Dialogues that share this much of their five-word shingles count as the same. */
const NEARLY_IDENTICAL = 0.8
/** 32 hashes estimate within 0.07 at the threshold, and keep 100,000 sessions in a few MB. */
const SIGNATURE = { signatureLength: 32 } as const
/** Characters of a dialogue that are compared; the longest have 300,000. */
const COMPARED = 40_000

function firstUserTurn(dialogue: readonly StoredTurn[]): string {
  return normalizePublic(dialogue.find((turn) => turn.role === 'user')?.text ?? '')
}

function textOf(dialogue: readonly StoredTurn[]): string {
  let text = ''
  for (const turn of dialogue) {
    text += `${turn.text}\n`
    if (text.length > COMPARED) break
  }
  return text.slice(0, COMPARED)
}

/** Signatures side by side in large blocks: a buffer for each would take twice their size again. */
class SignatureList {
  readonly all: MinHashSignature[] = []
  #block = new Uint32Array(0)
  #used = 0

  add(signature: MinHashSignature): void {
    if (this.#used + signature.length > this.#block.length) {
      this.#block = new Uint32Array(SIGNATURE.signatureLength * 1024)
      this.#used = 0
    }
    this.#block.set(signature, this.#used)
    this.all.push(this.#block.subarray(this.#used, this.#used + signature.length))
    this.#used += signature.length
  }
}

/** Reads every conversation once and joins sessions that are not independent. */
export async function readSessions(source: Pick<RowSource, 'conversations'>): Promise<Sessions> {
  const lines = new Map<string, number>()
  const byFirstTurn = new Map<number, string>()
  const edges: [string, string][] = []
  const ids: string[] = []
  const seen = new Set<string>()
  const signatures = new SignatureList()
  for await (const { session, dialogue, lines: more } of source.conversations()) {
    if (more > 0) lines.set(session, (lines.get(session) ?? 0) + more)
    // A session comes once a track, with the same dialogue each time.
    if (seen.has(session)) continue
    seen.add(session)
    ids.push(session)
    signatures.add(minHashSignature(textOf(dialogue), SIGNATURE))
    const first = firstUserTurn(dialogue)
    if (first === '') continue
    // 52 bits, as a number: a quarter of the text's memory.
    const key = Number.parseInt(sha256(first).slice(0, 13), 16)
    const other = byFirstTurn.get(key)
    if (other === undefined) byFirstTurn.set(key, session)
    else edges.push([other, session])
  }
  for (const group of nearDuplicateGroups(signatures.all, NEARLY_IDENTICAL)) {
    const members = group.flatMap((index) => ids.slice(index, index + 1))
    const [head] = members
    for (const member of members) if (head !== undefined) edges.push([head, member])
  }
  const names = new Map<string, string>()
  for (const component of connectedComponents([...new Set(edges.flat())], edges)) {
    const name = component.reduce((smallest, id) => (id < smallest ? id : smallest))
    for (const id of component) if (id !== name) names.set(id, name)
  }
  return {
    clusterOf: (session) => names.get(session) ?? session,
    linesOf: (session) => Math.max(1, lines.get(session) ?? 1),
  }
}
