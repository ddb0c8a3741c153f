import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { Case } from '../../../core/case.ts'
import { jsonObjectSchema, type Json, type JsonObject } from '../../../core/json.ts'
import type { System } from '../../../core/system.ts'
import { extractionTrack } from './track.ts'

const context = { repeat: 0, attempt: 0, fresh: null, signal: new AbortController().signal }

function subject(n: number, items: readonly JsonObject[]): Case {
  return {
    id: `sess_demo${n}`,
    hash: '',
    cluster: `sess_demo${n}`,
    input: { dialogue: [] },
    gold: { memory_items: items },
    row: {},
    tags: {},
    weight: 1,
    recordings: {},
  }
}
const item = (label: string, type: string, value: string): JsonObject => ({
  memory_id: 'm1',
  type,
  label,
  value,
  confidence: 0.95,
  time_scope: 'long_term',
})
const cases = [
  subject(1, [item('UNMAPPED', 'direct', 'one'), item('Possessions/Pet', 'direct', 'two')]),
  subject(2, [item('UNMAPPED', 'indirect', 'three'), item('Thoughts/Curiosity', 'indirect', 'four')]),
  subject(3, [item('UNMAPPED', 'indirect', 'five'), item('Thoughts/Curiosity', 'indirect', 'six')]),
  subject(4, [item('Possessions/Car', 'direct', 'seven')]),
]
async function* stream(of: readonly Case[]): AsyncGenerator<Case> {
  yield* of
}

async function build(id: string, seed = 1, fitted: readonly Case[] = cases): Promise<System> {
  const definition = extractionTrack.baselines.find((one) => one.id === id)
  if (definition === undefined) throw new Error(`no baseline ${id}`)
  const states = definition.fit === undefined ? [] : [await definition.fit(stream(fitted), seed)]
  return definition.create({ seed, states })
}

async function answer(system: System, of: Case): Promise<JsonObject[]> {
  let value: Json = null
  if (system.access === 'baseline') {
    const response = await system.respond({ input: of.input, id: of.id, fold: 0 }, context)
    value = extractionTrack.parse(response, of.input).prediction
  } else if (system.access === 'gold') {
    const response = await system.predictPrivileged({ input: of.input, gold: of.gold, id: of.id }, context)
    value = extractionTrack.parse(response, of.input).prediction
  }
  return z.object({ memory_items: z.array(jsonObjectSchema) }).parse(value).memory_items
}

const [first] = cases
if (first === undefined) throw new Error('no case')

describe('baselines of extraction', () => {
  it('oracle hands over every field of the gold', async () => {
    const system = await build('oracle')
    expect(system.kind).toBe('privileged')
    const items = await answer(system, first)
    const scores = ['public-exact', 'strict-match', 'research-algo'].map((name) => {
      const metrics = extractionTrack
        .scorer(name, { matcher: 'greedy' })
        .score({ memory_items: items }, { input: first.input, gold: first.gold }).metrics
      const f1 = metrics['f1']
      return f1 !== undefined && 'numerator' in f1 ? f1.numerator / f1.denominator : undefined
    })
    expect(scores).toEqual([1, 1, 1])
  })

  it('constant learns frequent labels with the type each mostly has', async () => {
    const items = await answer(await build('baseline:constant'), first)
    expect(items.map(({ label, type, value }) => [label, type, value])).toEqual([
      ['UNMAPPED', 'indirect', 'User prefers'],
      ['Thoughts/Curiosity', 'indirect', 'User prefers'],
      ['Possessions/Car', 'direct', 'User prefers'],
    ])
  })

  it('other-user draws three memories of the fitted cases, the same at every run and whatever their order', async () => {
    const others = cases.slice(1)
    const items = await answer(await build('baseline:other-user', 7, others), first)
    expect(items).toHaveLength(3)
    expect(new Set(items.map(({ value }) => value)).size).toBe(3)
    for (const { value } of items) expect(['three', 'four', 'five', 'six', 'seven']).toContain(value)
    expect(await answer(await build('baseline:other-user', 7, others.toReversed()), first)).toEqual(items)
    const more = await Promise.all(
      [1, 2, 3, 4, 5].map(async (seed) => answer(await build('baseline:other-user', seed, others), first)),
    )
    expect(new Set(more.map((one) => JSON.stringify(one))).size).toBeGreaterThan(1)
  })

  it('answers nothing for a fold it was not fitted for', async () => {
    const system = await build('baseline:constant')
    if (system.access !== 'baseline') throw new Error('not a baseline')
    await expect(
      system.respond({ input: first.input, id: first.id, fold: 4 }, context),
    ).rejects.toMatchObject({
      by: 'infrastructure',
    })
  })

  it('keeps identity apart by seed and by what was learnt', async () => {
    const identities = await Promise.all([
      build('baseline:other-user', 1),
      build('baseline:other-user', 2),
      build('baseline:other-user', 1, cases.slice(1)),
    ])
    expect(new Set(identities.map((one) => JSON.stringify(one.identity))).size).toBe(3)
  })

  it('survives fitting on nothing', async () => {
    expect(await answer(await build('baseline:constant', 1, []), first)).toEqual([])
    expect(await answer(await build('baseline:other-user', 1, []), first)).toEqual([])
    expect(await answer(await build('baseline:empty'), first)).toEqual([])
  })
})
