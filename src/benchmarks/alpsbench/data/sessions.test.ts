import { describe, expect, it } from 'vitest'
import type { Conversation } from './row-source.ts'
import { readSessions } from './sessions.ts'

const talk = (...texts: string[]) =>
  texts.map((text, index) => ({ role: index % 2 === 0 ? 'user' : 'assistant', text }))
const long = (word: string) =>
  Array.from({ length: 300 }, (_, index) => `${word}${index % 97} and ${index}`).join(' ')

const conversations: Conversation[] = [
  { session: 'd', dialogue: talk('Good  MORNING', 'x'), lines: 2 },
  { session: 'b', dialogue: talk('good morning ', 'y'), lines: 0 },
  { session: 'c', dialogue: talk('first words', long('tea')), lines: 0 },
  { session: 'a', dialogue: talk('other words', long('tea')), lines: 1 },
  { session: 'e', dialogue: talk('third words', long('coffee')), lines: 0 },
  { session: 'd', dialogue: talk('Good  MORNING', 'x'), lines: 3 },
  { session: 'f', dialogue: [{ role: 'assistant', text: 'no user here' }], lines: 0 },
  { session: 'g', dialogue: [], lines: 0 },
  { session: 'h', dialogue: [], lines: 0 },
]

async function read(list: readonly Conversation[]) {
  return readSessions({
    async *conversations() {
      yield* list
    },
  })
}

describe('sessions', () => {
  it('are joined by the first user turn and by nearly the same dialogue', async () => {
    const sessions = await read(conversations)
    const names = Object.fromEntries('abcdefgh'.split('').map((id) => [id, sessions.clusterOf(id)]))
    expect(names).toEqual({ a: 'a', b: 'b', c: 'a', d: 'b', e: 'e', f: 'f', g: 'g', h: 'h' })
    expect(sessions.clusterOf('unknown')).toBe('unknown')
  })

  it('have clusters that do not depend on the order of files', async () => {
    const one = await read(conversations)
    const other = await read(conversations.toReversed())
    for (const { session } of conversations) expect(other.clusterOf(session)).toBe(one.clusterOf(session))
  })

  it('are joined in chains', async () => {
    const chain = await read([
      { session: 'z', dialogue: talk('one', long('tea')), lines: 0 },
      { session: 'y', dialogue: talk('two', long('tea')), lines: 0 },
      { session: 'x', dialogue: talk('two', long('kayak')), lines: 0 },
      { session: 'w', dialogue: talk('w', 'v'), lines: 0 },
    ])
    expect(['z', 'y', 'x', 'w'].map((id) => chain.clusterOf(id))).toEqual(['x', 'x', 'x', 'w'])
  })

  it('count their published lines, at least one', async () => {
    const sessions = await read(conversations)
    expect([sessions.linesOf('d'), sessions.linesOf('a'), sessions.linesOf('b')]).toEqual([5, 1, 1])
  })
})
