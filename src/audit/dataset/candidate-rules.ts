import type { AuditFinding } from '../../core/audit.ts'
import { regularisedIncompleteBeta } from '../../stats/incomplete-beta.ts'
import { searchTokens } from '../../text/search-tokens.ts'
import type { AuditedCase } from './case-facts.ts'
import { Flagged } from './flagged.ts'

/** From this Jaccard similarity of their words on, a distractor may answer as well as the target. */
export const MAY_ANSWER = 0.6

/** A distractor that people should look at. */
export interface DoubtfulDistractor {
  readonly track: string
  readonly case: string
  readonly query: string
  readonly target: string
  readonly distractor: string
  readonly similarity: number
}

/** Rules about lists of candidates. Who owns a memory is learnt from the gold of all cases, so there are two passes. */
export class CandidateRules {
  /** Clusters whose gold has a text. */
  readonly #owners = new Map<string, Set<string>>()
  readonly #own = new Flagged({
    rule: 'distractor-of-same-user',
    severity: 'error',
    message: 'distractors that are gold memories of the very user who asks',
    effect: 'choosing one may be right, and counts as wrong',
  })
  readonly #copy = new Flagged({
    rule: 'distractor-equals-target',
    severity: 'error',
    message: 'distractors with the text of the target under another id',
    effect: 'choosing one is right, and counts as wrong',
  })
  readonly #near = new Flagged({
    rule: 'distractor-may-answer',
    severity: 'warning',
    message: `distractors that share at least ${MAY_ANSWER * 100} % of their words with the target (a lexical estimate)`,
    effect: 'choosing one may be right, and counts as wrong; have people look at a sample (--sample)',
  })
  readonly #twice = new Flagged({
    rule: 'duplicate-candidates',
    severity: 'note',
    message: 'candidates that come more than once in their list',
    effect: 'the list is shorter than its number says',
  })
  readonly #first = new Flagged({
    rule: 'target-first',
    severity: 'error',
    message:
      'targets that stand first in their list, surely more than by chance (binomial test, p at most 0.001)',
    effect: 'a rule finds the answer without reading',
  })
  readonly #doubtful: DoubtfulDistractor[] = []
  /** By track: how many targets would stand first by chance. */
  readonly #byChance = new Map<string, number>()

  /** Notes whose memory a text is. Every case goes here before any goes to `add`. */
  learn({ gold, cluster }: Pick<AuditedCase, 'gold' | 'cluster'>): void {
    for (const { value } of gold) {
      const owners = this.#owners.get(value) ?? new Set()
      this.#owners.set(value, owners.add(cluster))
    }
  }

  add(subject: AuditedCase): void {
    const { candidates, target, cluster } = subject
    if (candidates === null || target === null) return
    const others = candidates.filter(({ id }) => id !== target.id)
    const values = candidates.map(({ value }) => value)
    const words = new Set(searchTokens(target.value))
    const near = others.filter(
      ({ value }) => value !== target.value && jaccard(words, searchTokens(value)) >= MAY_ANSWER,
    )
    this.#own.look(
      subject,
      others.filter(({ value }) => value !== target.value && this.#owners.get(value)?.has(cluster) === true)
        .length,
      others.length,
    )
    this.#copy.look(subject, others.filter(({ value }) => value === target.value).length, others.length)
    this.#near.look(subject, near.length, others.length)
    this.#twice.look(subject, values.length - new Set(values).size, values.length)
    this.#first.look(subject, candidates[0]?.id === target.id)
    this.#byChance.set(
      subject.track,
      (this.#byChance.get(subject.track) ?? 0) + 1 / Math.max(1, candidates.length),
    )
    for (const { value } of near)
      this.#doubtful.push({
        track: subject.track,
        case: subject.id,
        query: subject.query ?? '',
        target: target.value,
        distractor: value,
        similarity: jaccard(words, searchTokens(value)),
      })
  }

  /** What people should look at, for a sample of theirs. */
  get doubtful(): readonly DoubtfulDistractor[] {
    return this.#doubtful
  }

  get findings(): AuditFinding[] {
    const first = this.#first.findings.filter(({ track, count, of }) =>
      isMoreThanChance(count, of ?? 0, this.#byChance.get(track ?? '') ?? 0),
    )
    return [
      ...first,
      ...this.#own.findings,
      ...this.#copy.findings,
      ...this.#near.findings,
      ...this.#twice.findings,
    ]
  }
}

/** At most this chance of so many first places or more: a rule, and no luck. */
const SURELY = 0.001

/** Upper tail of the binomial distribution with the mean chance, as an incomplete beta function. */
function isMoreThanChance(count: number, of: number, expected: number): boolean {
  if (count < 3 || of === 0) return false
  const chance = expected / of
  if (!(chance < 1)) return false
  return regularisedIncompleteBeta(count, of - count + 1, chance, 1 - chance) <= SURELY
}

function jaccard(a: ReadonlySet<string>, words: readonly string[]): number {
  const b = new Set(words)
  const both = [...b].filter((word) => a.has(word)).length
  const either = a.size + b.size - both
  return either === 0 ? 0 : both / either
}
