import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Fault } from '../../../core/fault.ts'
import type { Response } from '../../../core/system.ts'
import { parseRetrieval } from './parse.ts'

const input = {
  query: 'q',
  candidate_memories: ['m1', 'm2', '7'].map((memory_id) => ({ memory_id, value: 'v', label: 'UNMAPPED' })),
}
const answer = { answer: 'Take the train', reason: 'You avoid planes', selected_memory_id: 'm2' }
const text = (content: string): Response => ({ form: 'text', text: content })
const read = (content: string) => parseRetrieval(text(content), input)

describe('retrieval replies', () => {
  it.each([
    ['plain JSON', JSON.stringify(answer), answer, []],
    ['a fence', `\`\`\`json\n${JSON.stringify(answer)}\n\`\`\``, answer, ['fence-removed']],
    ['a list of one', JSON.stringify([answer]), answer, ['object-out-of-list']],
    [
      'a numeric id',
      JSON.stringify({ ...answer, selected_memory_id: 7 }),
      { ...answer, selected_memory_id: '7' },
      ['id-as-number'],
    ],
    [
      'white space around the id',
      JSON.stringify({ ...answer, selected_memory_id: ' m2\n' }),
      answer,
      ['id-trimmed'],
    ],
    [
      'an id of no candidate',
      JSON.stringify({ ...answer, selected_memory_id: 'm9' }),
      { ...answer, selected_memory_id: 'm9' },
      ['id-not-among-candidates'],
    ],
    [
      'the id alone',
      '{"selected_memory_id": "m1"}',
      { answer: '', reason: '', selected_memory_id: 'm1' },
      ['answer-missing', 'reason-missing'],
    ],
    [
      'a reason that is a list',
      JSON.stringify({ ...answer, reason: ['a'] }),
      { ...answer, reason: '["a"]' },
      ['reason-not-text'],
    ],
  ])('with %s are read', (_, content, prediction, repairs) => {
    expect(read(content)).toEqual({ prediction, repairs })
  })

  it('drop a ranking that a model claims, because only retrievers rank', () => {
    expect(read(JSON.stringify({ ...answer, ranking: ['m2', 'm1'] })).prediction).toEqual(answer)
  })

  it.each([
    ['I would choose memory m2 because it fits.', 'unusable-output'],
    ['', 'empty-reply'],
    ['{"answer": "x", "reason": "y"}', 'unusable-output'],
    ['{"selected_memory_id": null}', 'unusable-output'],
    ['{"selected_memory_id": "  "}', 'unusable-output'],
    ['{"selected_memory_id": {"memory_id": "m1"}}', 'unusable-output'],
    ['[{"selected_memory_id": "m1"}, {"selected_memory_id": "m2"}]', 'unusable-output'],
    ['{"answer": "cut off, "selected_mem', 'unusable-output'],
  ])('%j is a fault of the system', (content, reason) => {
    expect(() => read(content)).toThrow(expect.objectContaining({ reason, by: 'system' }))
  })

  it("in the contract's form keep their ranking and nothing unknown", () => {
    const value = { ...answer, ranking: ['m2', 'm1'], extra: 1 }
    expect(parseRetrieval({ form: 'contract', value }, input)).toEqual({
      prediction: { ...answer, ranking: ['m2', 'm1'] },
      repairs: [],
    })
    expect(() => parseRetrieval({ form: 'contract', value: { answer: 'x' } }, input)).toThrow(Fault)
  })

  it('of any text are read or refused, never anything else', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (content) => {
        try {
          const { prediction } = read(content)
          expect(prediction).toHaveProperty('selected_memory_id')
        } catch (error) {
          expect(error).toBeInstanceOf(Fault)
        }
      }),
    )
  })
})
