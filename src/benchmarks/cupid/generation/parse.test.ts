import { describe, expect, it } from 'vitest'
import { Fault } from '../../../core/fault.ts'
import type { Response } from '../../../core/system.ts'
import { parseGeneration } from './parse.ts'

function outcome(response: Response): unknown {
  try {
    return parseGeneration(response)
  } catch (error) {
    return error instanceof Fault ? `${error.reason} by ${error.by}` : error
  }
}

const strict = (text: string): Response => ({ form: 'text', text, meta: { protocol: 'strict' } })
const reference = (text: string): Response => ({ form: 'text', text, meta: { protocol: 'reference' } })

describe('an answer', () => {
  it.each<[string, Response, unknown]>([
    [
      'is the whole reply',
      strict(' **Hello**\n\nYou. \n'),
      { prediction: { answer: '**Hello**\n\nYou.' }, repairs: [] },
    ],
    [
      'loses its thinking',
      strict('<think>hm</think>\nYes.'),
      { prediction: { answer: 'Yes.' }, repairs: ['thinking-removed'] },
    ],
    [
      'keeps its thinking in reference',
      reference(' <think>hm</think>\nYes. '),
      { prediction: { answer: '<think>hm</think>\nYes.' }, repairs: [] },
    ],
    ['may be a refusal', strict("I'm sorry, but I can't help with that."), 'refusal by system'],
    [
      'with a reason is none',
      strict("I can't recommend that: the glue is not safe for food."),
      { prediction: { answer: "I can't recommend that: the glue is not safe for food." }, repairs: [] },
    ],
    ['may be empty', strict('\u200B \n'), 'empty-reply by system'],
    ['may be cut in its thinking', strict('<think>so much'), 'empty-reply by system'],
    ['may be empty in reference', reference(' \n'), 'empty-reply by system'],
    [
      'comes from a file',
      { form: 'contract', value: { answer: 'x' } },
      { prediction: { answer: 'x' }, repairs: [] },
    ],
    ['lacks in a file', { form: 'contract', value: { reply: 'x' } }, 'unusable-output by system'],
  ])('%s', (_, response, expected) => {
    expect(outcome(response)).toEqual(expected)
  })
})
