import type { AnnotationItem, AnswerBody, ItemView, MemoryCard } from '../../../../src/server/api-types.ts'

export type MemoriesBody = Extract<AnswerBody, { kind: 'memories' }>
export type JudgeBody = Extract<AnswerBody, { kind: 'judge' }>
export type CausesBody = Extract<AnswerBody, { kind: 'causes' }>

/** A card as the data has the memory; nothing is decided. Its evidence is where it was found. */
export function cardOf(item: ItemView, source: MemoryCard['source'], textOf: TurnText): MemoryCard {
  return {
    key: item.key,
    source,
    decision: source === 'gold' ? 'undecided' : 'accept',
    value: item.text,
    label: item.label ?? '',
    type: item.type ?? '',
    confidence: item.confidence,
    evidence: item.spans.map(({ turn, start, end }) => ({
      turn,
      start,
      end,
      text: textOf(turn).slice(start, end),
    })),
  }
}

/** The text of a turn of the dialogue; `''` where there is none. */
export type TurnText = (turn: number) => string

/** What a person starts from. */
export function firstBody(item: AnnotationItem, kind: AnswerBody['kind'], textOf: TurnText): AnswerBody {
  switch (kind) {
    case 'memories':
      return { kind, cards: item.gold.map((one) => cardOf(one, 'gold', textOf)), note: '' }
    case 'judge':
      return { kind, fields: {}, note: '' }
    case 'causes':
      return { kind, cause: null, note: '' }
  }
}

/** A card with changes. An edit of a gold memory's words is a decision of its own. */
export function changeCard(
  body: MemoriesBody,
  key: string,
  change: Partial<Omit<MemoryCard, 'key' | 'source'>>,
): MemoriesBody {
  return {
    ...body,
    cards: body.cards.map((card) => {
      if (card.key !== key) return card
      const isEdit =
        'value' in change ||
        'label' in change ||
        'type' in change ||
        'confidence' in change ||
        'evidence' in change
      const decision = change.decision ?? (isEdit && card.source === 'gold' ? 'edit' : card.decision)
      return { ...card, ...change, decision }
    }),
  }
}

/** Adds a suggestion as a card; one that is there already stays as it is. */
export function takeSuggestion(body: MemoriesBody, item: ItemView, textOf: TurnText): MemoriesBody {
  return body.cards.some(({ key }) => key === item.key)
    ? body
    : { ...body, cards: [...body.cards, cardOf(item, 'suggestion', textOf)] }
}

/** The key of the next card of a person's own: `n1`, `n2` … */
export function nextKey(body: MemoriesBody): string {
  const numbers = body.cards.flatMap(({ key }) => /^n(\d+)$/.exec(key)?.[1] ?? []).map(Number)
  return `n${Math.max(0, ...numbers) + 1}`
}

/** A new card out of a passage, or an empty one. */
export function addCard(
  body: MemoriesBody,
  evidence: MemoryCard['evidence'],
): { readonly body: MemoriesBody; readonly key: string } {
  const key = nextKey(body)
  const card: MemoryCard = {
    key,
    source: 'new',
    decision: 'accept',
    value: '',
    label: '',
    type: 'direct',
    confidence: null,
    evidence: [...evidence],
  }
  return { body: { ...body, cards: [...body.cards, card] }, key }
}

/** Takes a card away that is no gold memory: those are rejected, never lost. */
export function dropCard(body: MemoriesBody, key: string): MemoriesBody {
  return { ...body, cards: body.cards.filter((card) => card.key !== key || card.source === 'gold') }
}

/** What stands in the way of being done, in words; empty: nothing. */
export function missingIn(body: AnswerBody, fields: AnnotationItem['fields']): string[] {
  switch (body.kind) {
    case 'memories': {
      const undecided = body.cards.filter(({ decision }) => decision === 'undecided').length
      const empty = body.cards.filter(
        ({ decision, value }) => decision !== 'reject' && value.trim() === '',
      ).length
      const unlabelled = body.cards.filter(
        ({ decision, label }) => decision !== 'reject' && decision !== 'undecided' && label === '',
      ).length
      return [
        ...(undecided === 0 ? [] : [`${undecided} undecided`]),
        ...(empty === 0 ? [] : [`${empty} without words`]),
        ...(unlabelled === 0 ? [] : [`${unlabelled} without a label`]),
      ]
    }
    case 'judge':
      return fields.flatMap(({ metric }) => {
        const answer = Object.hasOwn(body.fields, metric) ? body.fields[metric] : undefined
        if (answer === undefined) return [`${metric} is open`]
        return answer.verdict === 'correction' && answer.value === null ? [`${metric} needs a value`] : []
      })
    case 'causes':
      return body.cause === null ? ['no cause is chosen'] : []
  }
}

/** Whether two bodies say the same. */
export function sameBody(a: AnswerBody | null, b: AnswerBody | null): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}
