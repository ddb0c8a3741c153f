import { checkShape, refuseUnstorableIds } from '../../../core/check-shape.ts'
import type { DatasetReport } from '../../../core/dataset.ts'
import { InputError, type Place } from '../../../core/errors.ts'
import { FindingList } from '../../../core/finding-list.ts'
import { instanceTypes } from '../shapes.ts'
import { checkFile } from './check-file.ts'
import { droppedField } from './dropped-fields.ts'
import { instanceFlaws, wordCount, wordLimit } from './instance-flaws.ts'
import { instanceId, instanceSchema, type Instance } from './instance-shape.ts'
import type { InstanceSource, StoredInstance } from './instance-source.ts'
import { PersonaIndex } from './persona-index.ts'
import type { PublishedFacts } from './published-file.ts'
import { checkStructure } from './structure.ts'

/**
 * What the data says it is: the pinned file (every broken rule is an error), another revision of it, a file of unknown
 * origin that could be it, or something else.
 */
export type Claim = 'pinned' | 'other-revision' | 'unknown' | 'other'

/** An instance with its place, checked for shape and for an id that can be stored. @throws InputError */
export function readInstance({ value, place }: StoredInstance): { instance: Instance; place: Place } {
  const instance = checkShape(instanceSchema, value, place)
  const at = { ...place, id: instanceId(instance) }
  refuseUnstorableIds({ ...at, field: 'persona_id' }, instance.persona_id)
  return { instance, place: at }
}

/** Gathers what one pass over the instances finds. */
class Survey {
  readonly index = new PersonaIndex()
  readonly #findings: FindingList
  readonly #dialogues = new Set<string>()
  #sessions = 0
  #fewest = Infinity
  #most = 0
  readonly #sizes = new Map<string, number>()

  constructor(findings: FindingList) {
    this.#findings = findings
  }

  look(stored: StoredInstance): void {
    for (const field of stored.extra) {
      const { rule, message } = droppedField(field)
      this.#findings.add('warning', rule, message, { ...stored.place, field })
    }
    try {
      this.#add(readInstance(stored))
    } catch (error) {
      if (!(error instanceof InputError)) throw error
      this.#findings.addError(error)
    }
  }

  #add({ instance, place }: { instance: Instance; place: Place }): void {
    for (const { rule, message, field } of instanceFlaws(instance)) {
      this.#findings.add('error', rule, message, { ...place, field })
    }
    if (wordCount(instance.current_contextual_preference) > wordLimit) {
      const message = `a gold preference has over ${wordLimit} words, more than a model may answer with`
      this.#findings.add('note', 'long-preference', message, {
        ...place,
        field: 'current_contextual_preference',
      })
    }
    const facts = this.index.add(instance, place)
    for (const { dialogue } of facts.sessions) this.#dialogues.add(dialogue)
    this.#sessions += facts.sessions.length
    this.#fewest = Math.min(this.#fewest, facts.messages)
    this.#most = Math.max(this.#most, facts.messages)
    this.#sizes.set(facts.type, (this.#sizes.get(facts.type) ?? 0) + 1)
  }

  get counts(): Record<string, number> {
    const types = instanceTypes.map((type) => [`instances_${type}`, this.#sizes.get(type) ?? 0])
    return {
      instances: this.index.size,
      ...Object.fromEntries(types),
      sessions: this.#sessions,
      distinct_sessions: this.#dialogues.size,
      ...(this.index.size === 0 ? {} : { messages_fewest: this.#fewest, messages_most: this.#most }),
    }
  }
}

/** What only the published data is known to keep: its numbers. */
function checkNumbers(
  index: PersonaIndex,
  equalPairs: number,
  facts: PublishedFacts,
  findings: FindingList,
  severity: 'error' | 'warning',
): void {
  const number = (rule: string, what: string, found: number, expected: number) => {
    if (found !== expected) findings.add(severity, rule, `${found} ${what}, expected ${expected}`, {})
  }
  number('instance-count', 'instances', index.size, facts.personas * instanceTypes.length)
  number('persona-count', 'personas', index.personas.size, facts.personas)
  number(
    'equal-pairs',
    'changing instances with the preference of their sibling',
    equalPairs,
    facts.equalPairs,
  )
  const [fewest, most] = facts.messages
  for (const siblings of index.personas.values()) {
    for (const { place, sessions, messages } of siblings.values()) {
      const at = { ...place, field: 'prior_interactions' }
      if (sessions.length !== facts.sessions) {
        findings.add(severity, 'history-length', `a history has not ${facts.sessions} sessions`, at)
      }
      if (messages < fewest || messages > most) {
        findings.add(severity, 'message-count', `a history has not ${fewest} to ${most} messages`, at)
      }
    }
  }
}

/** Looks at every instance, then at what the instances of a persona say of each other (spec 1.5). */
export async function checkInstances(
  source: InstanceSource,
  dataset: DatasetReport['dataset'],
  claim: Claim,
  facts: PublishedFacts,
): Promise<DatasetReport> {
  const findings = new FindingList()
  const severity = claim === 'pinned' ? 'error' : 'warning'
  if (source.file !== null && claim !== 'other') {
    await checkFile(source.file, facts, findings, claim === 'pinned' ? 'error' : 'note')
  }
  const survey = new Survey(findings)
  try {
    for await (const stored of source.instances((error) => findings.addError(error))) survey.look(stored)
  } catch (error) {
    if (!(error instanceof InputError)) throw error
    findings.addError(error)
  }
  const structure = checkStructure(survey.index, findings, severity)
  if (claim === 'pinned' || claim === 'other-revision') {
    const equal = structure.personas_with_equal_changing_preference
    checkNumbers(survey.index, equal, facts, findings, severity)
  }
  return { dataset, counts: { ...survey.counts, ...structure }, findings: findings.findings }
}
