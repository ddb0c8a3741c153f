import type { AuditFinding, AuditSeverity } from '../../core/audit.ts'
import type { AuditedCase } from './case-facts.ts'

/** What a rule says when it found something. */
export interface RuleText {
  readonly rule: string
  readonly severity: AuditSeverity
  readonly message: string
  readonly effect: string
}

/** Gathers the cases that a rule flags, track by track. */
export class Flagged {
  readonly #text: RuleText
  readonly #byTrack = new Map<string, { count: number; of: number; ids: string[]; hashes: Set<string> }>()

  constructor(text: RuleText) {
    this.#text = text
  }

  /** One thing was looked at, or several of a case. @param found how many of them are flawed */
  look({ track, id, hash }: AuditedCase, found: number | boolean, of = 1): void {
    const own = this.#byTrack.get(track) ?? { count: 0, of: 0, ids: [], hashes: new Set() }
    this.#byTrack.set(track, own)
    own.of += of
    own.count += Number(found)
    if (Number(found) === 0) return
    if (own.ids.at(-1) !== id) own.ids.push(id)
    own.hashes.add(hash)
  }

  get findings(): AuditFinding[] {
    return [...this.#byTrack].flatMap(([track, { count, of, ids, hashes }]) =>
      count === 0 ? [] : [{ ...this.#text, track, count, of, ids, hashes: [...hashes] }],
    )
  }
}
