import { describe, expect, it } from 'vitest'
import type { ItemView } from '../../../../src/server/api-types.ts'
import {
  addCard,
  cardOf,
  changeCard,
  dropCard,
  missingIn,
  nextKey,
  takeSuggestion,
  type MemoriesBody,
} from './card-state.ts'

const textOf = (turn: number): string => ['I teach pottery.', '好的'][turn] ?? ''
const item = (key: string, changes: Partial<ItemView> = {}): ItemView => ({
  key,
  id: `m${key}`,
  text: `text of ${key}`,
  lang: null,
  dir: 'ltr',
  label: 'Preferences/Food',
  type: 'direct',
  confidence: 0.9,
  evidence: ['I teach pottery'],
  spans: [{ block: 'input.dialogue', turn: 0, start: 0, end: 15, similarity: 1 }],
  marks: [],
  ...changes,
})
const body = (...cards: MemoriesBody['cards']): MemoriesBody => ({ kind: 'memories', cards, note: '' })

describe('cards', () => {
  const start = body(cardOf(item('g0'), 'gold', textOf), cardOf(item('g1'), 'gold', textOf))

  it('begin undecided, with the words that they rest on', () => {
    expect(start.cards[0]).toMatchObject({
      decision: 'undecided',
      evidence: [{ turn: 0, start: 0, end: 15, text: 'I teach pottery' }],
    })
  })

  it('an edit of a gold memory is a decision; of others it stays accepted', () => {
    expect(changeCard(start, 'g0', { value: 'new' }).cards[0]).toMatchObject({
      value: 'new',
      decision: 'edit',
    })
    expect(changeCard(start, 'g0', { decision: 'reject' }).cards[0]).toMatchObject({ decision: 'reject' })
    expect(changeCard(start, 'g0', { value: 'x', decision: 'accept' }).cards[0]?.decision).toBe('accept')
    expect(changeCard(start, 'zz', { value: 'new' })).toEqual(start)
    const own = addCard(start, [])
    expect(changeCard(own.body, own.key, { value: 'own' }).cards.at(-1)).toMatchObject({
      value: 'own',
      decision: 'accept',
    })
  })

  it('suggestions are taken once', () => {
    const once = takeSuggestion(start, item('model:p0'), textOf)
    expect(once.cards.at(-1)).toMatchObject({ key: 'model:p0', source: 'suggestion', decision: 'accept' })
    expect(takeSuggestion(once, item('model:p0'), textOf)).toBe(once)
  })

  it('own ones have keys that never come twice, and gold is never lost', () => {
    const first = addCard(start, [{ turn: 0, start: 2, end: 7, text: 'teach' }])
    const second = addCard(first.body, [])
    expect([first.key, second.key]).toEqual(['n1', 'n2'])
    expect(nextKey(dropCard(second.body, 'n1'))).toBe('n3')
    expect(dropCard(second.body, 'n1').cards.map(({ key }) => key)).toEqual(['g0', 'g1', 'n2'])
    expect(dropCard(start, 'g0')).toEqual(start)
  })

  it('say what is missing before they are done', () => {
    expect(missingIn(start, [])).toEqual(['2 undecided'])
    const decided = changeCard(changeCard(start, 'g0', { decision: 'accept' }), 'g1', { decision: 'reject' })
    expect(missingIn(decided, [])).toEqual([])
    expect(missingIn(addCard(decided, []).body, [])).toEqual(['1 without words', '1 without a label'])
  })
})

describe('other answers', () => {
  const field = {
    metric: 'pass_rate',
    description: '',
    range: [0, 1] as [number, number],
    binary: true,
    judged: null,
  }

  it.each([
    [{ kind: 'causes', cause: null, note: '' } as const, ['no cause is chosen']],
    [{ kind: 'causes', cause: 'stale', note: '' } as const, []],
    [{ kind: 'judge', fields: {}, note: '' } as const, ['pass_rate is open']],
    [{ kind: 'judge', fields: { pass_rate: { verdict: 'supported', value: null } }, note: '' } as const, []],
    [
      { kind: 'judge', fields: { pass_rate: { verdict: 'correction', value: null } }, note: '' } as const,
      ['pass_rate needs a value'],
    ],
    [{ kind: 'judge', fields: { pass_rate: { verdict: 'correction', value: 0 } }, note: '' } as const, []],
  ])('%j', (answer, missing) => expect(missingIn(answer, [field])).toEqual(missing))
})
