import { tagValues, type Case } from '../../core/case.ts'
import { isJsonObject, type Json } from '../../core/json.ts'
import type { ResultReference, Store } from '../../core/store.ts'
import type { CaseTexts, TextBlock } from './page-facts.ts'

/** Characters of one text, and texts of one block; what is left out is said. */
const MOST_CHARACTERS = 4000
const MOST_TURNS = 60

export interface SystemAnswer {
  readonly system: string
  /** What its last finished stage before scoring gave; null: nothing is there. */
  readonly output: Json
  readonly failure: string | null
}

/** What each system said of a case, by its highest attempt; the first repeat. */
export async function bySystem(
  store: Pick<Store, 'references' | 'lookup'>,
  run: string,
  track: string,
  id: string,
): Promise<SystemAnswer[]> {
  const latest = new Map<string, ResultReference[]>()
  for await (const reference of store.references(run, { track, case: id })) {
    if (reference.instrument !== '' || reference.repeat !== 0) continue
    const own = latest.get(reference.system) ?? []
    const attempt = own[0]?.attempt ?? 0
    if (reference.attempt > attempt) latest.set(reference.system, [reference])
    else if (reference.attempt === attempt) latest.set(reference.system, [...own, reference])
  }
  const answers: SystemAnswer[] = []
  for (const [system, references] of latest) {
    const failed = references.find(({ failure }) => failure !== null)
    const results = await store.lookup(references.map(({ fingerprint }) => fingerprint))
    const said =
      references.find(({ stage, failure }) => stage === 'respond' && failure === null) ??
      references.findLast(({ failure }) => failure === null)
    answers.push({
      system,
      output: said === undefined ? null : (results.get(said.fingerprint)?.output ?? null),
      failure:
        failed?.failure == null
          ? null
          : `${failed.stage}: ${failed.failure.reason}, by the ${failed.failure.by}`,
    })
  }
  return answers.toSorted((a, b) => (a.system < b.system ? -1 : 1))
}

/** The texts of a case: each part of its input, the references, and what the systems said. */
export function caseTexts(subject: Case, answers: readonly SystemAnswer[]): CaseTexts {
  const input = isJsonObject(subject.input)
    ? Object.entries(subject.input)
    : [['input', subject.input] as const]
  return {
    id: subject.id,
    language: tagValues(subject.tags, 'language')[0] ?? null,
    blocks: [
      ...input.map(([name, value]) => blockOf(name, value)),
      ...(subject.background === undefined ? [] : [blockOf('background', subject.background)]),
      ...(subject.gold === null ? [] : [blockOf('gold', subject.gold)]),
      ...answers.map(({ system, output, failure }): TextBlock => {
        const block = blockOf(`answer of ${system}`, output)
        return failure === null
          ? block
          : { ...block, turns: [...block.turns, { role: 'failed', text: failure }] }
      }),
    ],
  }
}

function blockOf(name: string, value: Json): TextBlock {
  const turns = turnsOf(value)
  const shown = turns.slice(0, MOST_TURNS).map(({ role, text }) => ({ role, text: startOfText(text) }))
  const long = turns.slice(0, MOST_TURNS).filter(({ text }) => text.length > MOST_CHARACTERS).length
  const cut = [
    turns.length > MOST_TURNS ? `the first ${MOST_TURNS} of ${turns.length} texts` : '',
    long > 0 ? `${long} cut to ${MOST_CHARACTERS} characters` : '',
  ].filter((part) => part !== '')
  return { name, turns: shown, cut: cut.length === 0 ? null : cut.join('; ') }
}

/** Never half of a character. */
function startOfText(text: string): string {
  if (text.length <= MOST_CHARACTERS) return text
  return `${text.slice(0, MOST_CHARACTERS).replace(/[\uD800-\uDBFF]$/, '')}…`
}

/** Turns of a dialogue, entries of a list, or one text. */
function turnsOf(value: Json): { role: string | null; text: string }[] {
  if (value === null) return []
  if (Array.isArray(value)) return value.map(turnOf)
  return [turnOf(value)]
}

function turnOf(value: Json): { role: string | null; text: string } {
  if (typeof value === 'string') return { role: null, text: value }
  if (isJsonObject(value)) {
    const { role } = value
    const text = value['text'] ?? value['content']
    if (typeof role === 'string' && typeof text === 'string') return { role, text }
    // What a stage that asks a model gives.
    if (typeof text === 'string' && Object.keys(value).length === 1) return { role: null, text }
  }
  return { role: null, text: JSON.stringify(value, null, 2) }
}
