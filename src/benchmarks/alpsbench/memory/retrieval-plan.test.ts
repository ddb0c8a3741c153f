import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Json } from '../../../core/json.ts'
import { retrievalRank } from '../retrieval/retrieval-rank.ts'
import { retrievalTracks } from '../retrieval/track.ts'
import { retrievalPlan } from './retrieval-plan.ts'
import { sampleCases, stored } from './test-kit.ts'

const candidate = (memory_id: string, value: string, label = 'Possessions/Pet') => ({
  memory_id,
  value,
  label,
})
const input = {
  query: 'Which seeds shall I buy?',
  candidate_memories: [
    candidate('m2', 'Plays chess'),
    candidate('m1', 'Has a parrot'),
    candidate('m2', '喜欢喝绿茶', ''),
    candidate('m3', ''),
    candidate('m4', 'Plays chess'),
  ],
}
const gold = { selected_memory_id: 'm1', selected_memory: candidate('m1', 'Has a parrot') }
const { given, sessions } = retrievalPlan.history({ input })
const [chess = '', parrot = '', tea = '', second = ''] = given.map(({ id }) => id)

describe('what a memory system is given', () => {
  it('is every candidate that has words, under an id that tells nothing', () => {
    expect(sessions).toEqual([])
    expect(given.map(({ text, label, time }) => [text, label, time])).toEqual([
      ['Plays chess', 'Possessions/Pet', null],
      ['Has a parrot', 'Possessions/Pet', null],
      ['喜欢喝绿茶', null, null],
      ['Plays chess', 'Possessions/Pet', null],
    ])
    expect(new Set(given.map(({ id }) => id)).size).toBe(4)
    expect(given.every(({ id }) => /^c[0-9a-f]{5,}$/.test(id))).toBe(true)
    expect(retrievalPlan.query(input)).toBe('Which seeds shall I buy?')
    expect(retrievalPlan.k).toBe(100)
  })
})

describe('what a search returns', () => {
  it.each<[string, readonly ReturnType<typeof stored>[], string, readonly string[]]>([
    ['nothing', [], '', []],
    [
      'by source',
      [stored('Has a parrot', { sources: [parrot] }), stored('x', { sources: [chess] })],
      'Has a parrot',
      ['m1', 'm2'],
    ],
    ['by id', [stored('The parrot', { id: parrot })], 'The parrot', ['m1']],
    ['by text', [stored(' Has a parrot ')], ' Has a parrot ', ['m1']],
    ['of a text that stands twice: both', [stored('Plays chess')], 'Plays chess', ['m2', 'm4']],
    [
      'one candidate in two items',
      [stored('a', { sources: [tea] }), stored('b', { sources: [tea] })],
      'a',
      ['m2'],
    ],
    ['an item made of two', [stored('both', { sources: [tea, parrot] })], 'both', ['m2', 'm1']],
    ['an item of its own making', [stored('Owns a zoo'), stored('p', { sources: [parrot] })], 'p', ['m1']],
    ['a source that is none', [stored('Plays golf', { sources: ['m1', 'elsewhere'] })], '', []],
    [
      'the same id of the data twice, as two candidates',
      [chess, tea, second].map((id) => stored(id, { id })),
      chess,
      ['m2', 'm2', 'm4'],
    ],
  ])('%s', (_name, found, answer, order) => {
    expect(retrievalPlan.predict(input, found)).toEqual({
      answer,
      reason: '',
      selected_memory_id: order[0] ?? '',
      ranking: order,
    })
  })

  it('is scored by rank; behind its end the gold memory was not retrieved', () => {
    const figures = (...ids: readonly string[]) => {
      const value = retrievalPlan.predict(
        input,
        ids.map((id) => stored(id, { id })),
      )
      const track = retrievalTracks[0]
      const { prediction } = track?.parse({ form: 'contract', value }, input) ?? { prediction: null }
      const { metrics } = retrievalRank().score(prediction, { input, gold })
      return Object.fromEntries(
        Object.entries(metrics).map(([name, score]) => [
          name,
          'numerator' in score ? score.numerator : score,
        ]),
      )
    }
    expect(figures(chess, parrot)).toEqual({
      accuracy: 0,
      'recall@1': 0,
      'recall@5': 1,
      'recall@10': 1,
      'ndcg@10': 1 / Math.log2(3),
      mrr: 0.5,
    })
    const lost = { accuracy: 0, 'recall@1': 0, 'recall@5': 0, 'recall@10': 0, 'ndcg@10': 0, mrr: 0 }
    expect(figures(chess, tea)).toEqual(lost)
    expect(figures()).toEqual(lost)
  })
})

describe('evidence', () => {
  it.each<[string, Json, readonly string[]]>([
    ['is the gold memory, where it was given', gold, [parrot]],
    [
      'is found by id in any letter case',
      { ...gold, selected_memory: candidate('M1', 'Has a parrot') },
      [parrot],
    ],
    ['is none without references', null, []],
    ['is none where it is no candidate', { selected_memory: candidate('m9', 'Has a parrot') }, []],
  ])('%s', (_name, given_, places) => {
    expect(retrievalPlan.evidence({ input, gold: given_ }).flatMap(({ sessions: found }) => found)).toEqual(
      places,
    )
  })

  it.each<[string, ReturnType<typeof stored>, boolean]>([
    ['its source', stored('x', { sources: [parrot] }), true],
    ['its id', stored('x', { id: parrot }), true],
    ['another source, whatever it says', stored('Has a parrot', { sources: [chess] }), false],
    ['its words', stored('The user has a parrot'), true],
    ['other words', stored('Plays chess on Sundays'), false],
  ])('is told by %s', (_name, item, carried) => {
    const [evidence] = retrievalPlan.evidence({ input, gold })
    expect(evidence !== undefined && retrievalPlan.carries(item, evidence)).toBe(carried)
  })
})

it('the sample: gold changes nothing that is given or asked, and is found by what is given', async () => {
  for (const track of [retrievalTracks[0], retrievalTracks.at(-1)]) {
    const subjects = await sampleCases(track?.id ?? '')
    fc.assert(
      fc.property(fc.constantFrom(...subjects), fc.jsonValue(), (subject, other) => {
        const told = retrievalPlan.history(subject)
        const regraded = { ...subject, gold: JSON.parse(JSON.stringify(other)) }
        expect(retrievalPlan.history(regraded)).toEqual(told)
        const [evidence] = retrievalPlan.evidence(subject)
        const holder = told.given.find(({ id }) => evidence?.sessions.includes(id))
        expect(holder?.text).toBe(evidence?.text)
      }),
      { numRuns: 10 },
    )
  }
})
