import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Fault } from '../../../core/fault.ts'
import { parseUtilization } from './parse.ts'

const read = (text: string) => parseUtilization({ form: 'text', text })
const json = JSON.stringify({ answer: 'Try the oat cake', used_memory_fact: 'Avoids dairy' })
const both = { answer: 'Try the oat cake', used_memory_fact: 'Avoids dairy' }
const answerOnly = { answer: 'Try the oat cake', used_memory_fact: '' }

describe('utilization replies', () => {
  it.each([
    ['JSON', json, both, []],
    ['fenced JSON', `Here you are:\n\`\`\`json\n${json}\n\`\`\``, both, ['fence-removed']],
    ['thinking before JSON', `<think>hm {"answer": "no"}</think>${json}`, both, ['thinking-removed']],
    ['a fact of null', '{"answer": "Try the oat cake", "used_memory_fact": null}', answerOnly, []],
    ['no fact', '{"answer": "Try the oat cake"}', answerOnly, ['fact-missing']],
    [
      'a list of facts',
      '{"answer": "Try the oat cake", "used_memory_fact": ["Avoids dairy"]}',
      { ...answerOnly, used_memory_fact: '["Avoids dairy"]' },
      ['fact-not-text'],
    ],
    ['plain text', ' Try the oat cake\n', answerOnly, ['plain-text-answer']],
    [
      'plain text after thinking',
      '<think>dairy?</think>\nTry the oat cake',
      answerOnly,
      ['thinking-removed', 'plain-text-answer'],
    ],
    [
      'plain text with brackets in it',
      'Use {name} as [placeholder] in the letter',
      { answer: 'Use {name} as [placeholder] in the letter', used_memory_fact: '' },
      ['plain-text-answer'],
    ],
    [
      'plain text about JSON',
      'Send {"answer": 42} to the server',
      { answer: 'Send {"answer": 42} to the server', used_memory_fact: '' },
      ['plain-text-answer'],
    ],
  ])('of %s are read', (_, text, prediction, repairs) => {
    expect(read(text)).toEqual({ prediction, repairs })
  })

  it.each([
    ['', 'empty-reply'],
    [' \n', 'empty-reply'],
    ['<think>only thoughts</think>', 'empty-reply'],
    ['{"answer": " ", "used_memory_fact": "Avoids dairy"}', 'empty-reply'],
    ['{"answer": "Try the oat', 'unusable-output'],
    ['{"answer": 42, "used_memory_fact": ""}', 'unusable-output'],
    ['```json\n{"used_memory_fact": "Avoids dairy"}\n```', 'unusable-output'],
  ])('%j is a fault of the system', (text, reason) => {
    expect(() => read(text)).toThrow(expect.objectContaining({ reason, by: 'system' }))
  })

  it("in the contract's form may be empty: a file says what it says", () => {
    const value = { answer: '', used_memory_fact: '' }
    expect(parseUtilization({ form: 'contract', value })).toEqual({ prediction: value, repairs: [] })
    expect(() => parseUtilization({ form: 'contract', value: { answer: '' } })).toThrow(Fault)
  })

  it('of any text are read or refused, never anything else', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
        try {
          expect(read(text).prediction).toHaveProperty('answer')
        } catch (error) {
          expect(error).toBeInstanceOf(Fault)
        }
      }),
    )
  })
})
