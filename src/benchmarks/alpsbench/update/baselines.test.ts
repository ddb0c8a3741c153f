import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { Case } from '../../../core/case.ts'
import { jsonObjectSchema, type JsonObject } from '../../../core/json.ts'
import type { Response } from '../../../core/system.ts'
import { updateTrack } from './track.ts'

const context = { repeat: 0, attempt: 0, fresh: null, signal: new AbortController().signal }
const item = (memory_id: string, value: string): JsonObject => ({
  memory_id,
  type: 'direct',
  label: 'UNMAPPED',
  value,
  confidence: 0.8,
})
const pool = [item('m1', 'Avoids dairy'), item('m2', 'Has a parrot'), item('m3', 'Plays the cello')]
const updated = item('m1_updated', 'Eats cheese again')
const added = item('m_new_1', 'Learns Portuguese')

function subject(n: number, reference: readonly JsonObject[]): Case {
  return {
    id: `sess_demo${n}`,
    hash: '',
    cluster: `sess_demo${n}`,
    input: { existing_memories: pool, old_dialogue: [], new_dialogue: [] },
    gold: { answer: reference, selected_memory_id: 'm1' },
    row: {},
    tags: {},
    weight: 1,
    recordings: {},
  }
}
const scored = subject(1, [...pool.slice(1), updated, added])
async function* stream(): AsyncGenerator<Case> {
  yield subject(2, [...pool.slice(1), item('m1_updated', 'stranger one'), item('m_new_1', 'stranger two')])
}

async function answer(id: string): Promise<readonly JsonObject[]> {
  const definition = updateTrack.baselines.find((one) => one.id === id)
  if (definition === undefined) throw new Error(`no baseline ${id}`)
  const states = definition.fit === undefined ? [] : [await definition.fit(stream(), 3)]
  const system = definition.create({ seed: 3, states })
  const seen = { input: scored.input, gold: scored.gold, id: scored.id, fold: 0 }
  let response: Response | undefined
  if (system.access === 'baseline') response = await system.respond(seen, context)
  if (system.access === 'gold') response = await system.predictPrivileged(seen, context)
  if (response === undefined) throw new Error(`${id} has another kind of access`)
  return z
    .object({ memory_items: z.array(jsonObjectSchema) })
    .parse(updateTrack.parse(response, scored.input).prediction).memory_items
}

describe('baselines of update', () => {
  it.each([
    ['oracle', [...pool.slice(1), updated, added]],
    ['baseline:empty', []],
    ['baseline:do-nothing', pool],
    ['privileged:append-only', [...pool, updated, added]],
    ['privileged:without-target', pool.slice(1)],
    ['privileged:without-addition', [...pool.slice(1), updated]],
  ])('%s', async (id, expected) => {
    expect(await answer(id)).toEqual(expected)
  })

  it("overwrite-random replaces one old memory by another user's update", async () => {
    const items = await answer('baseline:overwrite-random')
    expect(items.map(({ memory_id }) => memory_id)).toEqual(['m1', 'm2', 'm3'])
    const changed = items.filter((one, at) => one['value'] !== pool[at]?.['value'])
    expect(changed).toHaveLength(1)
    expect(['stranger one', 'stranger two']).toContain(changed[0]?.['value'])
  })

  it("append-random adds another user's update", async () => {
    const items = await answer('baseline:append-random')
    expect(items.slice(0, 3)).toEqual(pool)
    expect(['stranger one', 'stranger two']).toContain(items[3]?.['value'])
  })

  it('marks what reads the gold and what reads nothing of substance', () => {
    for (const { id, kind } of updateTrack.baselines) {
      if (id.startsWith('rules:')) continue
      expect([id, kind]).toEqual([id, id.startsWith('baseline:') ? 'input-blind' : 'privileged'])
    }
  })
})
