import type { FindingList } from '../../../core/finding-list.ts'
import type { InstanceFacts, PersonaIndex, Siblings } from './persona-index.ts'
import { historyChange } from './rivals.ts'
import { instanceTypes } from '../shapes.ts'

/** Adds a broken structural rule at an instance. */
type Broken = (rule: string, message: string, facts: InstanceFacts, field?: string) => void

/** Sessions that a variant drops from and adds to the history of its consistent sibling (spec 1.5). */
const CHANGED = 2

function sameList(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((text, place) => text === b[place])
}

function checkRequest(first: InstanceFacts, facts: InstanceFacts, broken: Broken): void {
  if (facts.request !== first.request) {
    broken('same-request', 'instances of one persona have different requests', facts, 'current_request')
  }
  if (facts.factor !== first.factor) {
    const message = 'instances of one persona have different current factors'
    broken('same-factor', message, facts, 'current_context_factor')
  }
}

function checkHistory(facts: InstanceFacts, consistent: InstanceFacts, broken: Broken): void {
  const field = 'prior_interactions'
  const { added, dropped, keepsOrder } = historyChange(facts.sessions, consistent.sessions)
  if (added.length !== CHANGED || dropped.length !== CHANGED) {
    const message = `a variant does not drop ${CHANGED} and add ${CHANGED} sessions of its consistent sibling`
    broken('changed-sessions', message, facts, field)
  }
  if (!keepsOrder) {
    broken('session-order', 'the sessions that two siblings share stand in another order', facts, field)
  }
  const current = added.filter((place) => facts.sessions[place]?.factor === facts.factor).length
  if (facts.type === 'contrastive' && current > 0) {
    broken('added-factor', 'an added session of a contrastive instance has the current factor', facts, field)
  }
  if (facts.type === 'changing' && current < added.length) {
    broken('added-factor', 'an added session of a changing instance has another factor', facts, field)
  }
  const rivals = new Set(added.map((place) => facts.sessions[place]?.preference))
  if (rivals.size > 1) {
    broken(
      'added-preference',
      'the added sessions show different preferences; the last one counts',
      facts,
      field,
    )
  }
}

function checkGold(facts: InstanceFacts, consistent: InstanceFacts, broken: Broken): void {
  if (facts.type !== 'contrastive') return
  if (facts.preference === consistent.preference && sameList(facts.checklist, consistent.checklist)) return
  const message = 'contrastive and consistent instance differ in gold preference or checklist'
  broken('same-gold', message, facts, 'current_contextual_preference')
}

/** Whether both variants drop the same sessions (spec 5.7, question 1); null where one of the three is missing. */
function dropsSame(siblings: Siblings): boolean | null {
  const [consistent, contrastive, changing] = instanceTypes.map((type) => siblings.get(type))
  if (consistent === undefined || contrastive === undefined || changing === undefined) return null
  const [one, other] = [contrastive, changing].map(({ sessions }) =>
    historyChange(sessions, consistent.sessions).dropped.toSorted(),
  )
  return sameList(one ?? [], other ?? [])
}

/** What the structural checks counted. */
export interface StructureCounts {
  readonly personas: number
  readonly personas_with_all_types: number
  readonly personas_with_equal_changing_preference: number
  readonly variants_that_drop_the_same_sessions: number
  readonly variants_that_drop_other_sessions: number
}

/**
 * Compares the instances of every persona (spec 1.5).
 * @param severity of a broken rule: `error` for the pinned data, which is known to keep them all
 */
export function checkStructure(
  index: PersonaIndex,
  findings: FindingList,
  severity: 'error' | 'warning',
): StructureCounts {
  const broken: Broken = (rule, message, { place, id }, field) =>
    findings.add(severity, rule, message, { ...place, id, ...(field === undefined ? {} : { field }) })
  let whole = 0
  let equal = 0
  let same = 0
  let other = 0
  for (const siblings of index.personas.values()) {
    const all = [...siblings.values()]
    const [first] = all
    if (first === undefined) continue
    if (all.length === instanceTypes.length) whole += 1
    else {
      const missing = instanceTypes.filter((type) => !siblings.has(type)).join(', ')
      broken('missing-sibling', `a persona has no instance of a type, such as ${missing}`, first)
    }
    for (const facts of all.slice(1)) checkRequest(first, facts, broken)
    const consistent = siblings.get('consistent')
    if (consistent === undefined) continue
    for (const facts of all.filter(({ type }) => type !== 'consistent')) {
      checkGold(facts, consistent, broken)
      checkHistory(facts, consistent, broken)
    }
    if (siblings.get('changing')?.preference === consistent.preference) equal += 1
    const drops = dropsSame(siblings)
    if (drops === true) same += 1
    if (drops === false) other += 1
  }
  return {
    personas: index.personas.size,
    personas_with_all_types: whole,
    personas_with_equal_changing_preference: equal,
    variants_that_drop_the_same_sessions: same,
    variants_that_drop_other_sessions: other,
  }
}
