import { describe, expect, it } from 'vitest'
import { parseExtraction } from './parse.ts'

const read = (text: string) => parseExtraction({ form: 'text', text })
const complete = {
  memory_id: 'p1',
  type: 'direct',
  label: 'Possessions/Pet',
  value: 'Has a parrot',
  confidence: 0.95,
  evidence_text: 'my parrot',
}

describe('extraction replies', () => {
  it('become items of the short form', () => {
    const extra = { ...complete, memory_id: undefined, label_suggestion: null, mood: 'good' }
    expect(read(JSON.stringify({ memory_items: [extra] }))).toEqual({
      prediction: { memory_items: [complete] },
      repairs: [],
    })
  })

  it('get defaults for what is missing, by position', () => {
    const text = '{"memories":[3,{"evidence":{"text":"so"}},{"memory_id":"","label":null,"value":"x"}]}'
    expect(read(text)).toEqual({
      prediction: {
        memory_items: [
          {
            memory_id: 'p1',
            type: 'direct',
            label: 'UNMAPPED',
            value: '',
            confidence: null,
            evidence_text: 'so',
          },
          { memory_id: 'p2', type: 'direct', label: null, value: 'x', confidence: null, evidence_text: null },
        ],
      },
      repairs: ['items-under-memories', 'non-objects-dropped'],
    })
  })

  it('may be a list or a single item', () => {
    expect(read(JSON.stringify([complete])).prediction).toEqual({ memory_items: [complete] })
    expect(read(JSON.stringify(complete))).toEqual({
      prediction: { memory_items: [complete] },
      repairs: ['single-item-as-list'],
    })
    expect(read('{"memory_items":[]}')).toEqual({ prediction: { memory_items: [] }, repairs: [] })
  })

  it.each(['{}', '{"memory_items":"none"}', '["Has a parrot"]', '{"answer":"hi"}'])(
    'are refused: %s',
    (text) => {
      expect(() => read(text)).toThrow(expect.objectContaining({ reason: 'unusable-output', by: 'system' }))
    },
  )

  it('in the contract form are checked and taken as they are', () => {
    const value = { memory_items: [{ value: 'x', anything: 1 }, 5] }
    expect(parseExtraction({ form: 'contract', value })).toEqual({ prediction: value, repairs: [] })
    expect(() => parseExtraction({ form: 'contract', value: { memory_items: 'x' } })).toThrow(
      expect.objectContaining({ reason: 'unusable-output', by: 'system' }),
    )
  })
})
