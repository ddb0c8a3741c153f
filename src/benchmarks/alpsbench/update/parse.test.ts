import { describe, expect, it } from 'vitest'
import { parseUpdate } from './parse.ts'

describe('update replies', () => {
  it('keep all keys of their items', () => {
    const item = {
      memory_id: 'm1',
      type: 'direct',
      label: 'L',
      value: 'v',
      confidence: 0.5,
      time_scope: 'past',
      evidence: null,
    }
    for (const text of [
      JSON.stringify([item]),
      `\`\`\`json\n${JSON.stringify([item, item].slice(1))}\n\`\`\``,
    ]) {
      expect(parseUpdate({ form: 'text', text }).prediction).toEqual({ memory_items: [item] })
    }
  })

  it('get defaults only where something is missing', () => {
    expect(parseUpdate({ form: 'text', text: '[{"value":"v","type":null}]' }).prediction).toEqual({
      memory_items: [{ memory_id: 'p1', type: null, label: 'UNMAPPED', value: 'v', confidence: null }],
    })
  })
})
