import { expect, it } from 'vitest'
import { readOperations } from './operations.ts'

const add = { event: 'add', id: null, text: 'likes tea' }
const reply = JSON.stringify({ operations: [add] })

it.each([
  { said: reply, read: [add] },
  { said: '{"operations": []}', read: [] },
  { said: `<think>{"operations": []}</think>\n\`\`\`json\n${reply}\n\`\`\``, read: [add] },
  { said: `Here: ${reply} and again ${reply}`, read: [add] },
  { said: '{"operations": [{"event": "delete", "id": 7}]}', read: [{ event: 'delete', id: '7' }] },
  { said: `${reply} or {"operations": []}`, read: null },
  { said: reply.slice(0, -4), read: null },
  { said: '<think>on and on', read: null },
  { said: '[]', read: null },
  { said: '{"operations": [{"event": "forget", "id": null, "text": null}]}', read: null },
  { said: 'nothing to do', read: null },
  { said: '', read: null },
])('reads $said', ({ said, read }) => {
  expect(readOperations(said)).toEqual(read)
})
