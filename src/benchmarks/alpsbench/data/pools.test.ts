import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { Case } from '../../../core/case.ts'
import { retrievalGoldSchema, retrievalInputSchema, type Candidate } from '../shapes.ts'
import { casesOf, item, options, packet, packetFolder, turns } from './fixtures.ts'
import { MemoryPool } from './memory-pool.ts'
import { openAlpsbench } from './open.ts'

const words = (candidates: readonly Candidate[]) => candidates.map(({ value }) => value)
const input = (one: Case) => retrievalInputSchema.parse(one.input).candidate_memories
const gold = (one: Case) => retrievalGoldSchema.parse(one.gold)

const packets = Array.from({ length: 45 }, (_, number) => {
  const session = `sess_demo${number}`
  const items = Array.from({ length: 8 }, (__, index) => item(`m${index + 1}`, `${session} fact ${index}`))
  const mark = item('m9', `${session} mistake [ERROR: Task-local]`)
  return packet(session, number, { items: [...items, item('m8', 'Everybody says this'), mark] })
})

async function opened(rows: readonly ReturnType<typeof packet>[]) {
  const folder = await packetFolder(rows)
  const dataset = await openAlpsbench(folder, { home: folder, sample: folder, workingDirectory: folder })
  if (dataset === null) throw new Error('not recognised')
  return dataset
}

describe('drawn pools', () => {
  it('hold the gold once, its level of distractors, unique opaque ids and no duplicates', async () => {
    const dataset = await opened(packets)
    expect(await dataset.tracks({ ...options, pools: 'drawn' })).toEqual(
      expect.arrayContaining(['alpsbench/retrieval/d100', 'alpsbench/retrieval/d300']),
    )
    expect(await dataset.tracks({ ...options, pools: 'drawn' })).not.toContain('alpsbench/retrieval/d500')
    for (const one of await casesOf(dataset, 'alpsbench/retrieval/d300', { pools: 'drawn' })) {
      const candidates = input(one)
      expect(candidates).toHaveLength(301)
      expect(new Set(words(candidates)).size).toBe(301)
      expect(new Set(candidates.map(({ memory_id }) => memory_id)).size).toBe(301)
      expect(candidates.every(({ memory_id }) => /^c[0-9a-f]{16}$/.test(memory_id))).toBe(true)
      const target = gold(one).selected_memory
      expect(candidates.filter(({ memory_id }) => memory_id === gold(one).selected_memory_id)).toEqual([
        target,
      ])
      expect(words(candidates).filter((value) => value.startsWith(`${one.id} `))).toEqual([target.value])
      expect(words(candidates).some((value) => value.includes('ERROR'))).toBe(false)
      expect(one.skip).toBeUndefined()
    }
  })

  it('are nested: a smaller pool is part of a larger one', async () => {
    const dataset = await opened(packets)
    const small = await casesOf(dataset, 'alpsbench/retrieval/d100', { pools: 'drawn', seed: 4 })
    const large = await casesOf(dataset, 'alpsbench/retrieval/d300', { pools: 'drawn', seed: 4 })
    for (const [index, one] of small.entries()) {
      const other = large[index]
      if (other === undefined) throw new Error('no case')
      const all = new Set(input(other).map(({ memory_id }) => memory_id))
      expect(input(one).filter(({ memory_id }) => !all.has(memory_id))).toEqual([])
    }
  })

  it('change with the seed, and put the gold anywhere', async () => {
    const dataset = await opened(packets)
    const first = await casesOf(dataset, 'alpsbench/retrieval/d100', { pools: 'drawn', seed: 1 })
    const second = await casesOf(dataset, 'alpsbench/retrieval/d100', { pools: 'drawn', seed: 2 })
    expect(await casesOf(dataset, 'alpsbench/retrieval/d100', { pools: 'drawn', seed: 1 })).toEqual(first)
    const [a, b] = [first[0], second[0]]
    if (a === undefined || b === undefined) throw new Error('no case')
    expect(new Set(words(input(a)))).not.toEqual(new Set(words(input(b))))
    const places = first.map((one) =>
      input(one).findIndex(({ memory_id }) => memory_id === gold(one).selected_memory_id),
    )
    expect(new Set(places).size).toBeGreaterThan(20)
    expect(Math.min(...places)).toBeLessThan(25)
    expect(Math.max(...places)).toBeGreaterThan(75)
  })

  it('do not depend on the order of files', async () => {
    const draw = (order: readonly (typeof packets)[number][]) => {
      const pool = new MemoryPool((session) => session)
      for (const one of order) {
        for (const { value, label } of one.task1.ground_truth_memories)
          pool.add({ session: one.session_id, value, label })
      }
      return pool.draw({ seed: 3, id: 'sess_demo1', cluster: 'sess_demo1', gold: 'x', count: 100 })
    }
    expect(draw(packets.toReversed())).toEqual(draw(packets))
  })

  it('leave out the memories of a whole cluster', async () => {
    const dialogue = turns('the same')
    const twins = ['sess_demoX', 'sess_demoY'].map((session, number) =>
      packet(session, 100 + number, { dialogue, items: [item('m1', `${session} twin memory`)] }),
    )
    const dataset = await opened([...packets, ...twins])
    const cases = await casesOf(dataset, 'alpsbench/retrieval/d300', { pools: 'drawn' })
    const twin = cases.find((one) => one.id === 'sess_demoY')
    if (twin === undefined) throw new Error('no case')
    expect(twin.cluster).toBe('sess_demoX')
    expect(words(input(twin)).filter((value) => value.includes('twin'))).toEqual(['sess_demoY twin memory'])
  })

  it('skip a target whose rejection mark would give it away', async () => {
    const marked = packet('sess_demoZ', 99, { items: [item('m1', 'Likes it [ERROR: Task-local]')] })
    const cases = await casesOf(await opened([...packets, marked]), 'alpsbench/retrieval/d100', {
      pools: 'drawn',
    })
    expect(cases.filter((one) => one.skip !== undefined).map((one) => one.id)).toEqual(['sess_demoZ'])
  })
})

describe('a pool', () => {
  it('takes a memory once by normalised value and label, and knows all its owners', () => {
    const pool = new MemoryPool((session) => session)
    pool.add({ session: 'a', value: 'Likes  TEA', label: 'Food' })
    pool.add({ session: 'b', value: 'likes tea', label: 'food' })
    pool.add({ session: null, value: 'Likes tea', label: 'Drinks' })
    pool.add({ session: null, value: 'Likes cake', label: 'Food' })
    expect(pool.size).toBe(3)
    const draw = (cluster: string, value: string) =>
      pool
        .draw({ seed: 0, id: 'x', cluster, gold: value, count: 9 })
        .map(({ label, value: text }) => `${label}: ${text}`)
    expect(draw('a', 'x').toSorted()).toEqual(['Drinks: Likes tea', 'Food: Likes cake'])
    expect(draw('b', 'x')).toHaveLength(2)
    expect(draw('c', 'x')).toHaveLength(3)
    expect(draw('c', 'LIKES tea')).toEqual(['Food: Likes cake'])
    expect(pool.guaranteed).toBeLessThanOrEqual(1)
  })
})

describe('new ids for original pools', () => {
  it('are unique, follow the gold and keep order and values', async () => {
    const dataset = await opened([packet('sess_demoA', 7)])
    const [before] = await casesOf(dataset, 'alpsbench/retrieval/d100')
    const [after] = await casesOf(dataset, 'alpsbench/retrieval/d100', { rekey: true })
    const [other] = await casesOf(dataset, 'alpsbench/retrieval/d100', { rekey: true, seed: 1 })
    if (before === undefined || after === undefined || other === undefined) throw new Error('no case')
    expect(words(input(after))).toEqual(words(input(before)))
    const ids = input(after).map(({ memory_id }) => memory_id)
    expect(new Set(ids).size).toBe(3)
    expect(gold(after)).toEqual({ selected_memory_id: ids[1], selected_memory: input(after)[1] })
    expect(z.object({ input: retrievalInputSchema }).parse(after.row).input.candidate_memories).toEqual(
      input(after),
    )
    expect(input(other).some(({ memory_id }) => ids.includes(memory_id))).toBe(false)
    expect(after.hash).not.toBe(before.hash)
  })
})
