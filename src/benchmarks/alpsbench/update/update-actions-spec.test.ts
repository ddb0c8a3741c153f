import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../../../core/json.ts'
import { updateActionsSpec } from './update-actions-spec.ts'

const item = (memory_id: string, value: string): JsonObject => ({
  memory_id,
  type: 'direct',
  label: 'Preferences/Food',
  value,
  confidence: 0.8,
})
const old = item('m1', 'Avoids dairy because of lactose intolerance')
const kept = item('m2', 'Has a parrot called Biscuit')
const updated = item('m1_updated', 'Eats cheese and yoghurt again since the stomach healed')
const added = item('m_new_1', 'Started learning Portuguese for a move to Porto')
const subject = {
  input: { existing_memories: [old, kept] },
  gold: { answer: [kept, updated, added], selected_memory_id: 'm1' },
}
const figures = (items: readonly JsonObject[]) =>
  Object.values(updateActionsSpec().score({ memory_items: items }, subject).metrics).map((score) =>
    'numerator' in score ? `${score.numerator}/${score.denominator}` : score.unscored,
  )

describe('update actions as the protocol words them', () => {
  it.each([
    ['oracle', [kept, updated, added], ['3/3', '1/1', '1/1', '1/1']],
    ['do nothing', [old, kept], ['1/3', '0/1', '0/1', '1/1']],
    ['empty', [], ['0/3', '0/1', '0/1', '0/1']],
    // The hole that our own scorer closes: the stale item goes unnoticed.
    ['append only', [old, kept, updated, added], ['3/3', '1/1', '1/1', '1/1']],
  ])('%s', (_name, items, expected) => {
    expect(figures(items)).toEqual(expected)
  })

  it('counts a replacement that changes nothing as a modification, right when kept', () => {
    const same = { ...old, memory_id: 'm1_updated' }
    const { metrics } = updateActionsSpec().score(
      { memory_items: [old, kept] },
      { input: subject.input, gold: { answer: [kept, same], selected_memory_id: 'm1' } },
    )
    expect(metrics['modification_recall']).toEqual({ numerator: 1, denominator: 1 })
    expect(metrics['action_accuracy']).toEqual({ numerator: 2, denominator: 2 })
  })
})
