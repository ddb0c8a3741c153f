import { describe, expect, it } from 'vitest'
import type { AnswerBody, FieldAnswer, ItemContent, MemoryCard } from '../core/annotation.ts'
import { sampleCard, samplePinned } from '../testing/annotation-rows.ts'
import { agreementOf } from './agreement.ts'
import { differences } from './differences.ts'
import { finalOf, type Final } from './final.ts'
import { judgeBodyFlaw, valueOf } from './judged-value.ts'

const { content: memories } = samplePinned('a')
const memory = (...cards: MemoryCard[]): AnswerBody => ({ kind: 'memories', cards, note: '' })
const card = sampleCard
const added = (value: string, more: Partial<MemoryCard> = {}): MemoryCard =>
  card({ key: `n ${value}`, source: 'new', value, ...more })

const judge: Extract<ItemContent, { kind: 'judge' }> = {
  kind: 'judge',
  track: 't',
  blocks: [],
  fields: [
    { metric: 'pass', description: '', range: [0, 1], scale: 'binary', judged: 1 },
    { metric: 'tone', description: '', range: [1, 5], scale: 'ordinal', judged: 3 },
  ],
  verdict: [],
  judge: 'j',
  instrument: 'i',
  drawn: null,
}
const correct = (value: number): FieldAnswer => ({ verdict: 'correction', value })
const review = (pass: FieldAnswer, tone: FieldAnswer = correct(3)): AnswerBody => ({
  kind: 'judge',
  fields: { pass, tone },
  note: '',
})
const causes: ItemContent = {
  kind: 'causes',
  track: 't',
  system: 's',
  blocks: [],
  value: 0,
  figure: 'f',
}
const cause = (word: 'stale' | 'invented' | null): AnswerBody => ({ kind: 'causes', cause: word, note: '' })

describe('what people differ in', () => {
  it.each<[string, ItemContent, AnswerBody[], string[]]>([
    ['one person', memories, [memory(card())], []],
    ['the same', memories, [memory(card()), memory(card({ value: ' keeps  BEES. ' }))], []],
    ['an edit that changes nothing', memories, [memory(card()), memory(card({ decision: 'edit' }))], []],
    ['decision', memories, [memory(card()), memory(card({ decision: 'reject' }))], ['decision of m1']],
    ['undecided', memories, [memory(card()), memory()], ['decision of m1']],
    [
      'value, label and type',
      memories,
      [memory(card()), memory(card({ decision: 'edit', value: 'Has goats', label: 'X', type: 'indirect' }))],
      ['value of m1', 'label of m1', 'type of m1'],
    ],
    [
      'both rejected, whatever else',
      memories,
      [memory(card({ decision: 'reject' })), memory(card({ decision: 'reject', label: 'X' }))],
      [],
    ],
    [
      'added in other words, and with another label',
      memories,
      [
        memory(card(), added('Owns two old goats', { label: 'Possessions/Pet' })),
        memory(card(), added('Has two old goats', { label: 'Possessions/House' })),
      ],
      ['value of “Owns two old goats”', 'label of “Owns two old goats”'],
    ],
    ['added by one', memories, [memory(card(), added('Paints')), memory(card())], ['added “Paints”']],
    [
      'a suggestion that nobody took up',
      memories,
      [memory(card(), added('x', { source: 'suggestion', decision: 'undecided' })), memory(card())],
      [],
    ],
    [
      'a suggestion with the same key, worded anew',
      memories,
      [
        memory(card(), added('Plays chess', { key: 'A0', source: 'suggestion' })),
        memory(card(), added('Loves board games', { key: 'A0', source: 'suggestion', decision: 'edit' })),
      ],
      ['value of “Plays chess”'],
    ],
    ['the judge', judge, [review(correct(1)), review(correct(0), correct(2))], ['pass', 'tone']],
    [
      'the judge: as it said, and the same put as a correction',
      judge,
      [review({ verdict: 'supported', value: null }), review(correct(1))],
      [],
    ],
    [
      'the judge: wrong of yes and no is the other',
      judge,
      [review({ verdict: 'not-supported', value: null }), review(correct(0))],
      [],
    ],
    [
      'the judge: could not tell',
      judge,
      [review({ verdict: 'cannot-tell', value: null }), review(correct(0))],
      ['pass'],
    ],
    ['cause', causes, [cause('stale'), cause('invented')], ['cause']],
  ])('%s', (_, content, bodies, expected) => {
    expect(differences(content, bodies)).toEqual(expected)
  })
})

function final(
  content: ItemContent,
  bodies: AnswerBody[],
  adjudication?: AnswerBody,
  isComplete = true,
): Final {
  return finalOf(
    content,
    bodies.map((body, at) => ({ annotator: `p${at}`, body })),
    adjudication === undefined ? null : { annotator: 'z', body: adjudication },
    isComplete,
  )
}

describe('the answer of an item', () => {
  const no = card({ decision: 'reject' })

  it('is what the adjudication says, also against all others', () => {
    expect(final(memories, [memory(card()), memory(card())], memory(no))).toMatchObject({
      how: 'adjudication',
      by: ['z'],
      answer: { kept: [], rejected: ['m1'] },
    })
  })

  it('is what more than half say, field by field', () => {
    const goats = { decision: 'edit', value: 'Has goats' } as const
    expect(final(memories, [memory(card()), memory(card()), memory(no)])).toMatchObject({
      how: 'majority',
      by: ['p0', 'p1', 'p2'],
      answer: { kept: [card()] },
    })
    // Nobody says value and label together as they stand in the end.
    const said = [
      memory(card({ ...goats, label: 'A' })),
      memory(card({ ...goats, label: 'B' })),
      memory(card({ decision: 'edit', label: 'B' })),
    ]
    expect(final(memories, said)).toMatchObject({
      answer: { kept: [{ value: 'Has goats', label: 'B' }] },
    })
    expect(final(causes, [cause('stale'), cause('stale'), cause('invented')])).toMatchObject({
      how: 'majority',
      answer: { cause: 'stale' },
    })
  })

  it('is agreement of two, or the word of one', () => {
    expect(final(memories, [memory(card()), memory(card())])).toMatchObject({ how: 'agreement' })
    expect(final(memories, [memory(card(), added('Paints'))])).toMatchObject({
      how: 'single',
      answer: { kept: [card(), added('Paints')] },
    })
    expect(final(judge, [review(correct(0))])).toMatchObject({ answer: { values: { pass: 0, tone: 3 } } })
  })

  it.each<[string, ItemContent, AnswerBody[], string[]]>([
    ['two who differ', memories, [memory(card()), memory(no)], ['decision of m1']],
    ['a memory that nobody decided on', memories, [memory()], ['decision of m1']],
    [
      'two values',
      memories,
      [memory(card()), memory(card({ decision: 'edit', value: 'Has goats' }))],
      ['value of m1'],
    ],
    ['added by one of two', memories, [memory(card(), added('Paints')), memory(card())], ['added “Paints”']],
    ['no cause', causes, [cause(null)], ['cause']],
    ['skipped by all', causes, [], ['skipped by everybody']],
    [
      'a field that one left empty',
      judge,
      [{ kind: 'judge', fields: { pass: correct(1) }, note: '' }],
      ['tone'],
    ],
  ])('stays open: %s', (_, content, bodies, about) => {
    expect(final(content, bodies)).toEqual({ status: 'undecided', about })
  })

  it('waits for everybody', () => {
    expect(final(memories, [memory(card())], undefined, false)).toEqual({ status: 'incomplete' })
  })

  it('an adjudication that leaves something open decides nothing', () => {
    expect(final(memories, [memory(card())], memory())).toMatchObject({ status: 'undecided' })
  })
})

describe('values of a judge review', () => {
  const [pass, tone] = judge.fields
  it.each<[FieldAnswer | undefined, number | null | undefined, number | null | undefined]>([
    [undefined, undefined, undefined],
    [{ verdict: 'supported', value: null }, 1, 3],
    [{ verdict: 'not-supported', value: null }, 0, null],
    [{ verdict: 'not-supported', value: 1 }, 1, 1],
    [correct(1), 1, 1],
    [{ verdict: 'cannot-tell', value: 1 }, null, null],
  ])('%j', (answer, ofPass, ofTone) => {
    if (pass === undefined || tone === undefined) throw new Error('two fields')
    expect([valueOf(pass, answer), valueOf(tone, answer)]).toEqual([ofPass, ofTone])
  })

  it.each<[Record<string, FieldAnswer>, string | null]>([
    [{ pass: correct(1), tone: correct(5) }, null],
    [{ pass: { verdict: 'correction', value: null } }, 'a correction of pass needs a value'],
    [{ tone: correct(6) }, 'tone is from 1 to 5'],
    [{ tone: correct(2.5) }, 'tone is a whole number from 1 to 5'],
    [{ other: correct(1) }, 'there is no field "other"'],
  ])('%j: %s', (fields, flaw) => {
    expect(judgeBodyFlaw(judge.fields, { kind: 'judge', fields, note: '' })).toBe(flaw)
  })
})

describe('agreement', () => {
  const rated = (content: ItemContent, rows: readonly (readonly AnswerBody[])[]) =>
    rows.map((bodies, at) => ({
      id: `i${at}`,
      cluster: `c${at}`,
      content,
      stated: bodies.map((body, who) => ({ annotator: `p${who}`, body })),
    }))

  it('counts by hand: alpha, observed share and kappa of ten yes and no', () => {
    // 4 both yes, 4 both no, 2 differ: Do = 2/10, De = 2*10*10/(20*19) = 0.526…, alpha = 1 - 0.2/0.526…
    const pairs = [
      ...Array.from({ length: 4 }, () => [1, 1]),
      ...Array.from({ length: 4 }, () => [0, 0]),
      [1, 0],
      [0, 1],
    ]
    const rows = pairs.map(([a = 0, b = 0]) => [review(correct(a)), review(correct(b))])
    const found = agreementOf('judge', rated(judge, rows))
    const [row, flat] = found.rows
    expect(row).toMatchObject({ field: 'pass', n: 10, clusters: 10, observed: 0.8, level: 0.95 })
    expect(row?.value).toBeCloseTo(1 - 0.2 / (200 / 380), 10)
    expect(row?.low).toBeLessThan(row?.value ?? 0)
    expect(flat).toMatchObject({ field: 'tone', value: null, low: null, observed: 1, n: 10 })
    expect(flat?.note).toContain('all say one and the same')
    expect(found.pairs[0]).toMatchObject({ a: 'p0', b: 'p1', field: 'pass', n: 10, same: 8 })
    expect(found.pairs[0]?.kappa).toBeCloseTo(0.6, 10)
  })

  it('compares memories by decision, and value, label and type of those that are kept', () => {
    const no = card({ decision: 'reject' })
    const rows = [
      [memory(card()), memory(card())],
      [memory(card()), memory(no)],
      [memory(no), memory(no, added('Paints'))],
      [memory(card({ decision: 'edit', label: 'X' })), memory(card())],
    ]
    const { rows: found } = agreementOf('memories', rated(memories, rows))
    expect(found.map(({ field, n, observed }) => [field, n, observed])).toEqual([
      ['decision', 4, 0.75],
      ['value', 2, 1],
      ['label', 2, 0.5],
      ['type', 2, 1],
      ['added', 1, 0],
    ])
  })

  it('says so where nobody shares an item', () => {
    const { rows, pairs } = agreementOf('causes', rated(causes, [[cause('stale')]]))
    expect(rows).toMatchObject([{ field: 'cause', value: null, n: 0, observed: null }])
    expect(pairs).toEqual([])
  })
})
