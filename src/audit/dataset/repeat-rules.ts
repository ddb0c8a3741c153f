import type { AuditFinding } from '../../core/audit.ts'
import { searchTokens } from '../../text/search-tokens.ts'
import {
  jaccardOfTexts,
  minHashSignature,
  nearDuplicateGroups,
  type MinHashSignature,
} from '../../text/shingles.ts'
import { goldTexts, userText, type AuditedCase } from './case-facts.ts'

/** Jaccard similarity of word shingles from which two conversations count as nearly the same. */
export const NEAR = 0.8
/** Members of a group that each one is verified against: a thousand copies would be half a million pairs. */
const MOST_COMPARED = 50
/** A text of fewer words is shared by chance. */
const LEAST_WORDS = 4
/** Unrelated users with one gold text from which on it is no chance. */
const LEAST_USERS = 3

interface Member {
  readonly track: string
  readonly id: string
  readonly hash: string
  readonly cluster: string
  readonly split: string | null
}

interface Signed {
  readonly member: Member
  readonly signature: MinHashSignature
  readonly text: string
}

/** Rules that compare cases with each other: repeated cases, conversations, first turns, gold texts. */
export class RepeatRules {
  readonly #inputs = new Map<string, Member[]>()
  readonly #folded = new Map<string, Member[]>()
  readonly #firstTurns = new Map<string, Member[]>()
  readonly #gold = new Map<string, Member[]>()
  readonly #near: Signed[] = []

  add(subject: AuditedCase): void {
    const { track, id, hash, cluster, split, conversation, query } = subject
    const member: Member = { track, id, hash, cluster, split }
    const text = [userText(subject), query ?? ''].join('\n').trim()
    if (text !== '') {
      note(this.#inputs, `${track}\n${text}`, member)
      // Marks belong to their letters; what has no letter or digit can't be compared like this.
      const bare = text
        .normalize('NFKC')
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
        .trim()
      if (bare !== '') note(this.#folded, `${track}\n${bare}`, member)
      this.#near.push({ member, signature: minHashSignature(text), text })
    }
    const first = conversation.find(({ role }) => role === 'user')?.text.trim() ?? ''
    if (first !== '') note(this.#firstTurns, `${track}\n${first}`, member)
    for (const { value } of goldTexts(subject))
      if (searchTokens(value).length >= LEAST_WORDS) note(this.#gold, `${track}\n${value}`, member)
  }

  get findings(): AuditFinding[] {
    const exact = groupsOf(this.#inputs)
    const folded = groupsOf(this.#folded).filter((group) => !isKnown(group, exact))
    const near = this.#nearGroups().filter((group) => !isKnown(group, [...exact, ...folded]))
    const copied = [...this.#gold.values()].filter(
      (group) => new Set(group.map(({ cluster }) => cluster)).size >= LEAST_USERS,
    )
    return [
      ...repeated(
        'duplicate-case',
        'cases with the same words of the user and the same question as another',
        exact,
      ),
      ...repeated(
        'duplicate-case-normalised',
        'cases that differ from another in case or punctuation only',
        folded,
      ),
      ...repeated(
        'near-duplicate-case',
        `cases that share at least ${NEAR * 100} % of their word sequences with another (MinHash, verified)`,
        near,
      ),
      ...sharedStarts(groupsOf(this.#firstTurns)),
      ...byTrack(copied).map(([track, groups]) =>
        finding(track, groups, {
          rule: 'copied-gold',
          severity: 'warning',
          message: `cases with a gold text that at least ${LEAST_USERS} unrelated users have, word for word`,
          effect: 'such texts come from the pipeline rather than from the user: a constant item finds them',
        }),
      ),
    ]
  }

  #nearGroups(): Member[][] {
    const byTrackName = new Map<string, Signed[]>()
    for (const one of this.#near) {
      const own = byTrackName.get(one.member.track)
      if (own === undefined) byTrackName.set(one.member.track, [one])
      else own.push(one)
    }
    return [...byTrackName.values()].flatMap((own) =>
      nearDuplicateGroups(
        own.map(({ signature }) => signature),
        NEAR,
      ).flatMap((places) => {
        const members = places.flatMap((place) => own[place] ?? [])
        // MinHash estimates; only what the texts themselves bear out is told.
        const kept = members.filter((one) =>
          members
            .slice(0, MOST_COMPARED)
            .some((other) => other !== one && jaccardOfTexts(one.text, other.text) >= NEAR),
        )
        return kept.length < 2 ? [] : [kept.map(({ member }) => member)]
      }),
    )
  }
}

function note(map: Map<string, Member[]>, key: string, member: Member): void {
  const known = map.get(key)
  if (known === undefined) map.set(key, [member])
  else known.push(member)
}

function groupsOf(map: ReadonlyMap<string, Member[]>): Member[][] {
  return [...map.values()].filter((group) => group.length > 1)
}

function isKnown(group: readonly Member[], known: readonly (readonly Member[])[]): boolean {
  return known.some((other) => group.every(({ id }) => other.some((member) => member.id === id)))
}

function byTrack(groups: readonly Member[][]): [string, Member[][]][] {
  const found = new Map<string, Member[][]>()
  for (const group of groups) {
    const track = group[0]?.track ?? ''
    found.set(track, [...(found.get(track) ?? []), group])
  }
  return [...found]
}

function finding(
  track: string,
  groups: readonly Member[][],
  text: Pick<AuditFinding, 'rule' | 'severity' | 'message' | 'effect'>,
): AuditFinding {
  const members = new Map(groups.flat().map((member) => [member.id, member]))
  return {
    ...text,
    track,
    count: members.size,
    of: null,
    ids: [...members.keys()],
    hashes: [...new Set([...members.values()].map(({ hash }) => hash))],
  }
}

/** Worse where the copies are in different splits: what is trained on is then asked for. */
function repeated(rule: string, message: string, groups: readonly Member[][]): AuditFinding[] {
  return byTrack(groups).map(([track, own]) => {
    const apart = own.filter((group) => new Set(group.map(({ split }) => split)).size > 1).length
    const users = own.filter((group) => new Set(group.map(({ cluster }) => cluster)).size > 1).length
    return finding(track, own, {
      rule,
      severity: apart > 0 || users > 0 ? 'error' : 'warning',
      message: `${message} (${own.length} groups, ${users} over several clusters, ${apart} over several splits)`,
      effect: 'n counts them as independent, so that intervals are too narrow; over splits the test is known',
    })
  })
}

function sharedStarts(groups: readonly Member[][]): AuditFinding[] {
  return byTrack(groups).flatMap(([track, own]) => {
    const apart = own.filter((group) => new Set(group.map(({ cluster }) => cluster)).size > 1)
    const splits = own.filter((group) => new Set(group.map(({ split }) => split)).size > 1)
    return [
      finding(track, own, {
        rule: 'shared-first-turn',
        severity: splits.length > 0 ? 'warning' : 'note',
        message: `cases that begin with the same words of the user as another (${own.length} groups, ${apart.length} over several clusters, ${splits.length} over several splits)`,
        effect: 'they may be one conversation continued in two ways: keep them in one cluster and one split',
      }),
    ]
  })
}
