import { describe, expect, it } from 'vitest'
import { fakeMemoryTools, scopeRequest, sessionOf } from '../../testing/memory-tools.ts'
import { createZep } from './zep.ts'

/** What was sent, by method. */
function zep() {
  const sent: [string, ...unknown[]][] = []
  let looks = 0
  const note =
    (what: string, answer: unknown) =>
    (...values: unknown[]) => {
      sent.push([what, ...values])
      return Promise.resolve(answer)
    }
  class ZepClient {
    readonly user = {
      get: () => Promise.reject(Object.assign(new Error('no'), { statusCode: 404 })),
      add: note('user.add', {}),
      delete: note('user.delete', {}),
    }
    readonly thread = {
      create: note('thread.create', {}),
      addMessages: (id: string, { messages }: { messages: { content: string }[] }) => {
        sent.push(['addMessages', id, messages])
        return Promise.resolve({ messageUuids: messages.map((_, at) => `${sent.length}-${at}`) })
      },
    }
    readonly graph = {
      search: note('search', {
        edges: [{ uuid: 'e1', fact: 'keeps bees', validAt: '2026-01-01T00:00:00Z' }],
      }),
      episode: { get: () => Promise.resolve({ processed: (looks += 1) > 1 }) },
      edge: { getByUserId: () => Promise.resolve([]) },
    }
  }
  return {
    sent,
    packages: { '@getzep/zep-cloud': { ZepClient }, '@getzep/zep-cloud/package.json': { version: '3.30.0' } },
  }
}

describe('zep', () => {
  it('keeps to the limits of a call and passes dates and the time zone', async () => {
    const { sent, packages } = zep()
    const memory = await createZep(fakeMemoryTools({ env: { ZEP_API_KEY: 'k' }, packages }))
    const scope = await memory.open(scopeRequest('u1'))
    const session = sessionOf('s1', '2026-01-02T10:00:00Z', 'x'.repeat(5000), ...Array<string>(30).fill('hm'))
    await scope.ingest({ ...session, zone: 'Europe/Lisbon' })
    expect(sent[0]).toMatchObject([
      'user.add',
      { userId: 'u1', timeZone: 'Europe/Lisbon' },
      { maxRetries: 0 },
    ])
    const calls = sent.flatMap(([what, , messages]) =>
      what === 'addMessages' && Array.isArray(messages) ? [messages.length] : [],
    )
    expect(calls).toEqual([30, 2])
    expect(JSON.stringify(sent)).toContain('"createdAt":"2026-01-02T10:00:00Z"')
    expect(await scope.waitReady(5000)).toEqual({ state: 'ready' })
    const found = await scope.search('b'.repeat(500), { k: 80, tokenBudget: 9, asOf: null })
    expect(found).toMatchObject([{ text: 'keeps bees', happenedAt: '2026-01-01T00:00:00Z', score: null }])
    expect(sent.at(-1)).toMatchObject(['search', { query: 'b'.repeat(400), limit: 50, userId: 'u1' }, {}])
    await scope.destroy()
    expect(sent.at(-1)?.[0]).toBe('user.delete')
  })

  it('needs a key', async () => {
    await expect(createZep(fakeMemoryTools(zep()))).rejects.toThrow('ZEP_API_KEY')
  })
})
