import { describe, expect, it } from 'vitest'
import { createRecordedSystem } from './recorded.ts'

const context = { repeat: 0, attempt: 1, fresh: null, signal: new AbortController().signal }

describe('a recorded model', () => {
  const system = createRecordedSystem('m', ['m', 'm_again'])

  it('replays its raw output', async () => {
    await expect(system.respond({ recording: { raw: '{"a":1}' } }, context)).resolves.toEqual({
      form: 'text',
      text: '{"a":1}',
    })
  })

  it.each([
    ['no recording', null],
    ['a null output', { raw: null }],
    ['an empty output', { raw: '' }],
  ])('%s is a fault of the infrastructure, never an empty prediction', async (_name, recording) => {
    await expect(system.respond({ recording }, context)).rejects.toMatchObject({
      reason: 'missing-recording',
      by: 'infrastructure',
    })
  })
})
