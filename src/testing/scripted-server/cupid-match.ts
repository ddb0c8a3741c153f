import type { Json } from '../../core/json.ts'
import type { MatchPrompt } from './cupid-prompt.ts'
import { demandsOf, isNegated, share, subjectOf, termsOf } from './cupid-words.ts'
import type { JudgePersonality } from './personalities.ts'

/** A preference as questions, in the form that the decomposer is asked for. */
export function decomposed(personality: JudgePersonality, preference: string): string {
  const checklist = personality === 'judge-null' ? null : atMostFour(demandsOf(preference)).map(asQuestion)
  return `**Analysis**

The sentence is cut where its punctuation and its conjunctions show one demand after the other.

**Checklist**

${fenced({ checklist })}`
}

/** The decomposer is asked for no more (spec 2.5): the last entry takes what is left over. */
function atMostFour(demands: readonly string[]): string[] {
  const rest = demands.slice(3).join(' and ')
  return [...demands.slice(0, 3), ...(rest === '' ? [] : [rest])]
}

function asQuestion(demand: string): string {
  const state = /^be (?<rest>.*)$/is.exec(demand)?.groups?.['rest']
  return state === undefined ? `Does the response ${demand}?` : `Is the response ${state}?`
}

const labels = { full: 'Fully Covered', partial: 'Partially Covered', none: 'Not Covered' } as const

/** From this share of its terms on an entry counts as covered, and as covered in part. */
const FULL = 0.65
const PARTIAL = 0.4

/**
 * How far a preference covers an entry, by words. What the preference is about does not count. A demand for something is
 * not covered by a demand for its absence.
 */
export function coverageOf(entry: string, preference: string): (typeof labels)[keyof typeof labels] {
  const subject = subjectOf(preference)
  const wanted = new Set([...termsOf(entry)].filter((term) => !subject.has(term)))
  const demands = demandsOf(preference)
  const shares = demands.map((demand) => ({
    value: share(wanted, termsOf(demand)),
    agrees: isNegated(demand) === isNegated(entry),
  }))
  const best = Math.max(0, ...shares.map(({ value }) => value))
  if (!shares.some(({ value, agrees }) => agrees && value === best)) return labels.none
  const value = share(wanted, termsOf(demands.join(' ')))
  return value >= FULL ? labels.full : value >= PARTIAL ? labels.partial : labels.none
}

/** Rows for a checklist, in the form of the matcher that is asked. */
export function matched(
  personality: JudgePersonality,
  { preference, entries, isFineTuned }: MatchPrompt,
): string {
  const rows = entries.map((entry, at): Json => {
    const found = coverageOf(entry, preference)
    const label = labelBy(personality, found)
    if (isFineTuned) return { index: at + 1, entry, label }
    const reasoning =
      personality === 'judge-careless'
        ? 'Nothing of the entry is in the preference.'
        : 'By the words that both have.'
    return { index: at + 1, entry, reasoning, label }
  })
  return isFineTuned ? JSON.stringify(rows) : fenced({ results: rows })
}

function labelBy(personality: JudgePersonality, found: string): string | null {
  if (personality === 'judge-null') return null
  if (personality === 'judge-fair') return found
  return personality === 'judge-strict' ? labels.none : labels.full
}

function fenced(value: Json): string {
  return `\`\`\`json\n${JSON.stringify(value, null, 2)}\n\`\`\``
}
