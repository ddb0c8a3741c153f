import type {
  AnswerBody,
  Cause,
  ItemContent,
  JudgeContent,
  MemoriesContent,
  MemoryCard,
} from '../core/annotation.ts'
import { comparedFields, fieldOf, isKept, type CardGroup } from './cards.ts'
import { groupsOf } from './differences.ts'
import { valueOf } from './judged-value.ts'

/** What one person has said and stands by. */
export interface Stated {
  readonly annotator: string
  readonly body: AnswerBody
}

export type FinalAnswer =
  | { readonly kind: 'memories'; readonly kept: readonly MemoryCard[]; readonly rejected: readonly string[] }
  | { readonly kind: 'judge'; readonly values: Readonly<Record<string, number | null>> }
  | { readonly kind: 'causes'; readonly cause: Cause }

export type Final =
  | {
      readonly status: 'decided'
      readonly how: 'adjudication' | 'agreement' | 'majority' | 'single'
      readonly by: readonly string[]
      readonly answer: FinalAnswer
    }
  /** Nothing is guessed: this is reported and left out. */
  | { readonly status: 'undecided'; readonly about: readonly string[] }
  | { readonly status: 'incomplete' }

/**
 * The answer of an item: the adjudication, else what all or more than half say field by field, else the one person's.
 * @param stated by all who have the item and did not skip it
 * @param isComplete whether all who have it are done with it
 */
export function finalOf(
  content: ItemContent,
  stated: readonly Stated[],
  adjudication: Stated | null,
  isComplete: boolean,
): Final {
  if (adjudication !== null) {
    const { about, answer } = settle(content, [adjudication.body])
    if (answer === null) return { status: 'undecided', about }
    return { status: 'decided', how: 'adjudication', by: [adjudication.annotator], answer }
  }
  if (!isComplete) return { status: 'incomplete' }
  if (stated.length === 0) return { status: 'undecided', about: ['skipped by everybody'] }
  const { about, answer, isUnanimous } = settle(
    content,
    stated.map(({ body }) => body),
  )
  if (answer === null) return { status: 'undecided', about }
  const how = stated.length === 1 ? 'single' : isUnanimous ? 'agreement' : 'majority'
  return { status: 'decided', how, by: stated.map(({ annotator }) => annotator), answer }
}

interface Settled {
  readonly about: readonly string[]
  /** null: something is undecided. */
  readonly answer: FinalAnswer | null
  readonly isUnanimous: boolean
}

/** What more than half say; undefined: nothing. */
function majority<T>(said: readonly T[]): T | undefined {
  return said.find((one) => said.filter((other) => other === one).length * 2 > said.length)
}

function settle(content: ItemContent, bodies: readonly AnswerBody[]): Settled {
  switch (content.kind) {
    case 'memories':
      return settleMemories(content, bodies)
    case 'judge':
      return settleJudge(content, bodies)
    case 'causes': {
      const said = bodies.flatMap((body) => (body.kind === 'causes' ? [body.cause] : []))
      const cause = majority(said) ?? null
      const isUnanimous = new Set(said).size === 1
      return cause === null
        ? { about: ['cause'], answer: null, isUnanimous }
        : { about: [], answer: { kind: 'causes', cause }, isUnanimous }
    }
  }
}

function settleMemories(content: MemoriesContent, bodies: readonly AnswerBody[]): Settled {
  const about: string[] = []
  const kept: MemoryCard[] = []
  const rejected: string[] = []
  let isUnanimous = true
  for (const group of groupsOf(content, bodies)) {
    const settled = settleCard(group)
    isUnanimous &&= settled.isUnanimous
    if (settled.card === undefined) about.push(...settled.about)
    else if (settled.card !== null) kept.push(settled.card)
    else if (group.source === 'gold') rejected.push(group.name)
  }
  return { about, isUnanimous, answer: about.length > 0 ? null : { kind: 'memories', kept, rejected } }
}

/** The card that stands; null: none does; undefined: nobody knows. */
function settleCard({ name, source, cards }: CardGroup): {
  readonly card: MemoryCard | null | undefined
  readonly about: readonly string[]
  readonly isUnanimous: boolean
} {
  const decisions = cards.map(isKept)
  const decision = majority(decisions) ?? null
  const isOne = new Set(decisions).size === 1
  if (decision === null)
    return {
      card: undefined,
      about: [source === 'gold' ? `decision of ${name}` : `added ${name}`],
      isUnanimous: false,
    }
  if (!decision) return { card: null, about: [], isUnanimous: isOne }
  const present = cards.flatMap((card) => (card !== null && isKept(card) === true ? [card] : []))
  const open: string[] = []
  let best = present
  let isUnanimous = isOne
  for (const field of comparedFields) {
    const said = present.map((card) => fieldOf(card, field))
    const winner = majority(said)
    isUnanimous &&= new Set(said).size === 1
    if (winner === undefined) open.push(`${field} of ${name}`)
    else best = best.filter((card) => fieldOf(card, field) === winner)
  }
  if (open.length > 0) return { card: undefined, about: open, isUnanimous }
  // Everything else, such as evidence, is that of a person who says the rest of it; where nobody says all of it
  // together, it is put together from what more than half say.
  return { card: best[0] ?? joined(present), about: [], isUnanimous }
}

function joined(present: readonly MemoryCard[]): MemoryCard | undefined {
  const [first] = present
  if (first === undefined) return undefined
  const winnerOf = (field: (typeof comparedFields)[number]): MemoryCard => {
    const winner = majority(present.map((card) => fieldOf(card, field)))
    return present.find((card) => fieldOf(card, field) === winner) ?? first
  }
  const value = winnerOf('value')
  return { ...value, label: winnerOf('label').label, type: winnerOf('type').type }
}

function settleJudge({ fields }: JudgeContent, bodies: readonly AnswerBody[]): Settled {
  const about: string[] = []
  const values: Record<string, number | null> = {}
  let isUnanimous = true
  for (const field of fields) {
    const said = bodies.flatMap((body) =>
      body.kind === 'judge' ? [valueOf(field, body.fields[field.metric])] : [],
    )
    isUnanimous &&= new Set(said).size === 1
    const winner = majority(said)
    if (winner === undefined) about.push(field.metric)
    else values[field.metric] = winner
  }
  return { about, isUnanimous, answer: about.length > 0 ? null : { kind: 'judge', values } }
}
