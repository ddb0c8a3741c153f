import { describe, expect, it } from 'vitest'
import { fairnessFields, memorySheetSchema, unfairness, type MemorySheet } from './memory-sheet.ts'

const sheet = (memory: string, change: Partial<MemorySheet> = {}): MemorySheet => ({
  memory,
  version: '1',
  k: 20,
  budget: 1024,
  dates: 'native',
  wait: 60,
  embedder: 'openai/e',
  extraction_model: 'openai/m',
  extraction_prompt: `prompt of ${memory}`,
  answer_model: 'openai/m',
  answer_prompt: 'shared',
  own_prompt: false,
  ...change,
})
const a = (change: Partial<MemorySheet> = {}) => ['a', sheet('a', change)] as const
const b = (change: Partial<MemorySheet> = {}) => ['b', sheet('b', change)] as const

describe('in what a comparison is not fair', () => {
  // The two sheets, and the fields in which they are told to differ.
  it.each([
    ['nothing', a(), b(), []],
    ['one system', a(), a(), []],
    ['k', a(), b({ k: 30 }), ['k']],
    ['budget', a(), b({ budget: 4096 }), ['budget']],
    ['dates', a(), b({ dates: 'none' }), ['dates']],
    ['wait', a(), b({ wait: 1 }), ['wait']],
    ['embedder', a(), b({ embedder: 'hash' }), ['embedder']],
    ['extraction model', a(), b({ extraction_model: 'openai/n' }), ['extraction_model']],
    ['answer model', a(), b({ answer_model: 'openai/n' }), ['answer_model']],
    ['answer prompt', a(), b({ answer_prompt: 'other' }), ['answer_prompt']],
    [
      'several, in the order of the sheet',
      a(),
      b({ answer_model: 'n', k: 1, wait: 2 }),
      ['k', 'wait', 'answer_model'],
    ],
    // What does not apply differs from nobody.
    ['no k', a(), b({ k: null, budget: null, dates: null, wait: null }), []],
    [
      'no model',
      a(),
      b({ embedder: null, extraction_model: null, answer_model: null, answer_prompt: null }),
      [],
    ],
    // What a system is: compared with its like only.
    ['version of another', a(), b({ version: '2' }), []],
    ['extraction prompt of another', a(), b({ extraction_prompt: 'x' }), []],
    ['two versions of one', a(), ['b', sheet('a', { version: '2' })], ['version']],
    ['two prompts of one', a(), ['b', sheet('a', { extraction_prompt: 'x' })], ['extraction_prompt']],
    // Under its own prompt it stands apart.
    ['its own prompt', a(), b({ own_prompt: true, answer_prompt: null }), []],
    ['its own prompt by name', a(), b({ own_prompt: true, answer_prompt: 'mine' }), []],
    ['hosts are no condition', a(), b({ hosts: ['x'] }), []],
  ] as const)('%s', (_, one, other, fields) => {
    expect(unfairness([one, other]).map(({ field }) => field)).toEqual(fields)
    expect(unfairness([other, one]).map(({ field }) => field)).toEqual(fields)
  })

  it('names the values with their systems', () => {
    const third = ['c', sheet('c', { k: 5 })] as const
    const fourth = ['d', sheet('d', { k: null })] as const
    expect(unfairness([a(), b(), third, fourth])).toEqual([
      {
        field: 'k',
        values: [
          { value: '20', systems: ['a', 'b'] },
          { value: '5', systems: ['c'] },
        ],
      },
    ])
    expect(unfairness([])).toEqual([])
  })

  it('every field of the sheet is compared, or says who it is', () => {
    const others = ['memory', 'own_prompt', 'hosts']
    expect(Object.keys(memorySheetSchema.shape).toSorted()).toEqual([...fairnessFields, ...others].toSorted())
  })
})
