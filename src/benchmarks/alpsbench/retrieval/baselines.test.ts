import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Case } from '../../../core/case.ts'
import type { Json } from '../../../core/json.ts'
import { retrievalPredictionSchema, type Candidate } from '../shapes.ts'
import { retrievalBaselines } from './baselines.ts'
import { fitFrequentLabel, fittedLabel } from './frequent-label.ts'

function candidate(memory_id: string, value: string, label = 'UNMAPPED'): Candidate {
  return { memory_id, value, label }
}

const list = [
  candidate('m2', 'Likes rye bread', 'Preferences/Food'),
  candidate('m10', 'Plays the cello in a string quartet', 'Preferences/Music'),
  candidate('m2', 'Has a car'),
  candidate('m9', 'Keeps a parrot called Biscuit', 'Possessions/Pet'),
  candidate('m3', ''),
  candidate('m3', '养了一只鹦鹉'),
]
const goldMemory = candidate('m9', 'Keeps a parrot called Biscuit', 'Possessions/Pet')
const gold = { selected_memory_id: 'm9', selected_memory: goldMemory }

interface Run {
  readonly query?: string
  readonly seed?: number
  readonly id?: string
  readonly states?: readonly Json[]
  readonly fold?: number
  readonly candidates?: readonly Candidate[]
}

async function run(name: string, options: Run = {}) {
  const {
    query = 'q',
    seed = 1,
    id = 'case-1',
    states = [{ label: null }],
    fold = 0,
    candidates = list,
  } = options
  const definition = retrievalBaselines.find((baseline) => baseline.id === name)
  const system = definition?.create({ seed, states })
  const context = { repeat: 0, attempt: 0, fresh: null, signal: new AbortController().signal }
  const input = { query, candidate_memories: [...candidates] }
  if (system?.access === 'gold') {
    const response = await system.predictPrivileged({ input, gold, id }, context)
    return retrievalPredictionSchema.parse(response.form === 'contract' ? response.value : null)
  }
  if (system?.access !== 'baseline') throw new Error(`no baseline ${name}`)
  const response = await system.respond({ input, id, fold }, context)
  return retrievalPredictionSchema.parse(response.form === 'contract' ? response.value : null)
}

const picking = ['first', 'longest', 'id-multiplicity', 'random', 'constant'].map(
  (name) => `baseline:${name}`,
)

describe('retrieval baselines', () => {
  // Baseline by selected candidate, worked out from the list above.
  it.each([
    ['oracle', 'm9'],
    ['baseline:first', 'm2'],
    ['baseline:longest', 'm10'],
    // m9 and m10 occur once; 9 is the smaller number although "m10" sorts first as text.
    ['baseline:id-multiplicity', 'm9'],
  ])('%s selects %s', async (name, selected) => {
    expect((await run(name)).selected_memory_id).toBe(selected)
  })

  it('bm25 finds the words of the query, each with its own idea of words', async () => {
    expect((await run('bm25:reference', { query: 'Which cello strings?' })).selected_memory_id).toBe('m10')
    expect((await run('bm25:multilingual', { query: 'Which cello strings?' })).selected_memory_id).toBe('m10')
    // A run of Han characters is one token to the reference, so it finds nothing and takes the first.
    expect((await run('bm25:reference', { query: '我的鹦鹉吃什么' })).answer).toBe('Likes rye bread')
    expect((await run('bm25:multilingual', { query: '我的鹦鹉吃什么' })).answer).toBe('养了一只鹦鹉')
  })

  it('bm25 drops empty memories and keeps the order of equals', async () => {
    for (const name of ['bm25:reference', 'bm25:multilingual']) {
      expect((await run(name, { query: 'zzz' })).ranking).toEqual(['m2', 'm10', 'm2', 'm9', 'm3'])
    }
  })

  it('random depends on seed and case, and on nothing else', async () => {
    const many = Array.from({ length: 50 }, (_, index) => candidate(`m${index}`, `value ${index}`))
    const pick = async (options: Run) => {
      const picks = Array.from({ length: 10 }, (_, index) =>
        run('baseline:random', { ...options, id: `${options.id ?? 'case'}-${index}`, candidates: many }),
      )
      return (await Promise.all(picks)).map(({ selected_memory_id: id }) => id)
    }
    expect(await pick({ query: 'a' })).toEqual(await pick({ query: 'b' }))
    expect(await pick({ id: 'one' })).not.toEqual(await pick({ id: 'two' }))
    expect(await pick({ seed: 1 })).not.toEqual(await pick({ seed: 2 }))
  })

  it('constant uses what was learnt for the fold of the case', async () => {
    const states = [{ label: 'Possessions/Pet' }, { label: 'Preferences/Music' }]
    expect((await run('baseline:constant', { states, fold: 0 })).selected_memory_id).toBe('m9')
    expect((await run('baseline:constant', { states, fold: 1 })).selected_memory_id).toBe('m10')
    // Nothing learnt, or no candidate with the label: the first.
    expect((await run('baseline:constant')).selected_memory_id).toBe('m2')
    expect(
      (await run('baseline:constant', { states: [{ label: 'Plans/Schedule' }] })).selected_memory_id,
    ).toBe('m2')
  })

  const lists = fc.array(fc.tuple(fc.constantFrom('m1', 'm2', 'x', 'c12ab'), fc.string()))
  const listOf = (pairs: readonly (readonly [string, string])[]) => [
    ...pairs.map(([id, value]) => candidate(id, value)),
    goldMemory,
  ]

  it.each(picking)('%s selects a candidate of the list and claims no ranking', async (name) => {
    await fc.assert(
      fc.asyncProperty(lists, async (pairs) => {
        const candidates = listOf(pairs)
        const { ranking, selected_memory_id: selected, answer } = await run(name, { candidates })
        expect(ranking).toBeUndefined()
        expect(candidates.some(({ memory_id, value }) => memory_id === selected && value === answer)).toBe(
          true,
        )
      }),
      { numRuns: 40 },
    )
  })

  it.each(['bm25:reference', 'bm25:multilingual'])(
    '%s ranks every candidate with a text once',
    async (name) => {
      await fc.assert(
        fc.asyncProperty(lists, fc.string(), async (pairs, query) => {
          const candidates = listOf(pairs)
          const { ranking = [], selected_memory_id: selected } = await run(name, { candidates, query })
          const texts = candidates.filter(({ value }) => value !== '')
          expect(ranking[0]).toBe(selected)
          expect(ranking.toSorted()).toEqual(texts.map(({ memory_id }) => memory_id).toSorted())
        }),
        { numRuns: 40 },
      )
    },
  )

  it('longest takes the first of equals, counting an emoji as one', async () => {
    const equals = [candidate('m1', 'abc'), candidate('m2', '🦜🦜🦜'), candidate('m3', 'xyz')]
    expect((await run('baseline:longest', { candidates: equals })).selected_memory_id).toBe('m1')
  })

  it('survive an empty list', async () => {
    for (const { id } of retrievalBaselines.filter(({ kind }) => kind !== 'privileged')) {
      expect((await run(id, { candidates: [] })).selected_memory_id).toBe('')
    }
  })
})

describe('the most frequent label', () => {
  async function* cases(labels: readonly (string | null)[]): AsyncIterable<Case> {
    for (const [index, label] of labels.entries()) {
      yield {
        id: `case-${index}`,
        hash: '',
        cluster: '',
        input: null,
        gold: label === null ? null : { ...gold, selected_memory: { ...goldMemory, label } },
        row: {},
        tags: {},
        weight: 1,
        recordings: {},
        ...(label === 'skipped' ? { skip: 'left out by the view' } : {}),
      }
    }
  }

  it('is counted over targets that count; of equals the first by name', async () => {
    expect(fittedLabel(await fitFrequentLabel(cases(['B', 'A', 'B', null])))).toBe('B')
    expect(fittedLabel(await fitFrequentLabel(cases(['B', 'A'])))).toBe('A')
    expect(fittedLabel(await fitFrequentLabel(cases(['A', 'skipped', 'skipped'])))).toBe('A')
    expect(fittedLabel(await fitFrequentLabel(cases([])))).toBe(null)
  })
})
