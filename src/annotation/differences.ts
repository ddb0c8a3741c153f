import type { AnswerBody, ItemContent, JudgeContent, MemoriesContent } from '../core/annotation.ts'
import { cardGroups, comparedFields, fieldOf, isKept, type CardGroup } from './cards.ts'
import { valueOf } from './judged-value.ts'

/** What several people differ in, in words; empty: nothing. Fewer than two can't differ. */
export function differences(content: ItemContent, bodies: readonly AnswerBody[]): string[] {
  if (bodies.length < 2) return []
  switch (content.kind) {
    case 'memories':
      return memoryDifferences(content, bodies)
    case 'judge':
      return judgeDifferences(content, bodies)
    case 'causes': {
      const said = bodies.flatMap((body) => (body.kind === 'causes' ? [body.cause] : []))
      return new Set(said).size > 1 ? ['cause'] : []
    }
  }
}

export function goldNames({ gold }: Pick<MemoriesContent, 'gold'>): { key: string; name: string }[] {
  return gold.map(({ key, id }) => ({ key, name: id ?? key }))
}

/** What each person says, memory by memory. */
export function groupsOf(content: MemoriesContent, bodies: readonly AnswerBody[]): CardGroup[] {
  return cardGroups(
    bodies.flatMap((body) => (body.kind === 'memories' ? [body] : [])),
    goldNames(content),
  )
}

function memoryDifferences(content: MemoriesContent, bodies: readonly AnswerBody[]): string[] {
  return groupsOf(content, bodies).flatMap(({ name, source, cards }) => {
    const kept = cards.map(isKept)
    if (new Set(kept).size > 1) return [source === 'gold' ? `decision of ${name}` : `added ${name}`]
    const present = cards.flatMap((card) => (card !== null && isKept(card) === true ? [card] : []))
    return comparedFields
      .filter((field) => new Set(present.map((card) => fieldOf(card, field))).size > 1)
      .map((field) => `${field} of ${name}`)
  })
}

function judgeDifferences({ fields }: JudgeContent, bodies: readonly AnswerBody[]): string[] {
  return fields.flatMap((field) => {
    const said = bodies.flatMap((body) => (body.kind === 'judge' ? [body.fields[field.metric]] : []))
    // To call the judge wrong without a value is something else than not being able to tell.
    const words = said.map((answer) => {
      const value = valueOf(field, answer)
      return typeof value === 'number' ? String(value) : (answer?.verdict ?? 'nothing')
    })
    return new Set(words).size > 1 ? [field.metric] : []
  })
}
