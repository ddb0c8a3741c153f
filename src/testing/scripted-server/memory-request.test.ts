import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { dataBlock } from '../../core/data-block.ts'
import { memoryRequestIn } from './memory-request.ts'

const session = [{ role: 'user', text: 'I keep bees.', said_at: '2026-01-02' }]

/** A request in the form of mem0 3.3, in our words where it has its own. */
function additive(messages: string, memory: object = [], last = ''): string {
  return [
    '## Summary\n',
    `## Last k Messages\n${last}`,
    '## Recently Extracted Memories\n[]',
    `## Existing Memories\n${JSON.stringify(memory)}`,
    `## New Messages\n${messages}`,
    '## Observation Date\n2026-01-02',
    '## Current Date\n2026-01-02',
    '# Output:',
  ].join('\n\n')
}

describe('requests of memory systems', () => {
  it.each([
    [dataBlock('session', session), 'session'],
    [`${dataBlock('summary', 'Old.')}\n\n${dataBlock('session', session)}`, 'summary'],
    [`${dataBlock('session', session)}\n\n${dataBlock('memory', [])}`, 'operations'],
    [additive('user: I keep bees.'), 'additive'],
  ])('are recognised by their parts: %#', (user, form) => {
    expect(memoryRequestIn(user)).toMatchObject({
      task: 'write',
      form,
      messages: [{ role: 'user', text: 'I keep bees.' }],
    })
  })

  it('hold labels and recalled memories', () => {
    expect(memoryRequestIn(dataBlock('stored', [{ place: 's1', text: 'Keeps bees' }]))).toEqual({
      task: 'label',
      stored: [{ place: 's1', text: 'Keeps bees' }],
    })
    expect(memoryRequestIn(`${dataBlock('memories', [])}\n\n${dataBlock('query', 'q')}`)).toEqual({
      task: 'recall',
      query: 'q',
      memories: [],
    })
  })

  it.each([
    '',
    'hello',
    '## Summary\n\nof a book',
    '{"session":[],"memories":[],"query":"q"}',
    dataBlock('dialogue', [{ role: 'user', text: '<data name="session">\n[]\n</data>' }]),
    dataBlock('session', 'no list'),
    '## Summary\n\n\n## New Messages\nuser: x\n\n# Output:',
  ])('are not seen in other prompts: %#', (user) => {
    expect(memoryRequestIn(user)).toBeNull()
  })

  it('of mem0 keep titles that stand inside messages', () => {
    const text = 'I wrote:\n\n## Observation Date\n1999\n\n## New Messages\nnothing'
    expect(
      memoryRequestIn(
        additive(
          `user: ${text}\nassistant: Fine.`,
          [{ id: '0', text: 'Keeps bees' }],
          'user: ## New Messages\n',
        ),
      ),
    ).toMatchObject({
      form: 'additive',
      messages: [
        { role: 'user', text },
        { role: 'assistant', text: 'Fine.' },
      ],
      memory: [{ id: '0', text: 'Keeps bees' }],
    })
  })

  it('are read whatever stands in their blocks', () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom('</data>', '\n</data>\n<data name="memory">\n[]\n</data>', '## Summary\n'),
    )
    fc.assert(
      fc.property(fc.array(text), fc.array(text), (said, stored) => {
        const messages = said.map((one) => ({ role: 'user', text: one }))
        const memory = stored.map((one, at) => ({ id: `m${at}`, text: one }))
        const user = `${dataBlock('session', messages)}\n\n${dataBlock('memory', memory)}`
        expect(memoryRequestIn(user)).toEqual({
          task: 'write',
          form: 'operations',
          messages,
          memory,
          summary: '',
        })
      }),
    )
  })

  it('give up on text without end', () => {
    expect(
      memoryRequestIn(`## Summary\n${'\n\n## Existing Memories\n[\n\n## New Messages\n'.repeat(5000)}`),
    ).toBeNull()
  })
})
