import { describe, expect, it } from 'vitest'
import { holdsMemories, watchReplies } from './replies.ts'

describe('a reply that mem0 can read', () => {
  it.each([
    ['{"memory": []}', true],
    ['{"memory": [{"id": "0", "text": "likes tea"}]}', true],
    ['```json\n{"memory": []}\n```', true],
    ['Here it is {not json}: {"memory": []} - done {ok}', true],
    ['{"memory": "none"}', false],
    ['{"facts": []}', false],
    ['{"memory": [{"id": "0", "te', false],
    ['I can not help with that.', false],
    ['', false],
    ['}{', false],
  ])('%j: %s', (reply, readable) => {
    expect(holdsMemories(reply)).toBe(readable)
  })

  it('gives up on a hostile one in no time', () => {
    expect(holdsMemories('{}'.repeat(200_000))).toBe(false)
  })
})

describe('watching', () => {
  it('passes replies on and keeps the last', async () => {
    const llm = {
      name: 'x',
      generateResponse(this: { name: string }, text: string) {
        return Promise.resolve(`${this.name}${text}`)
      },
    }
    const replies = watchReplies(llm)
    expect(replies.watched).toBe(true)
    expect(await llm.generateResponse('1')).toBe('x1')
    expect([replies.calls(), replies.last()]).toEqual([1, 'x1'])
    replies.forget()
    expect([replies.calls(), replies.last()]).toEqual([1, null])
  })

  it('says when it can not', () => {
    expect(watchReplies(undefined).watched).toBe(false)
    expect(watchReplies({}).watched).toBe(false)
  })
})
