import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { MemoryTools } from '../src/core/memory-tools.ts'
import type { MemorySystem } from '../src/core/memory.ts'
import { createLetta } from '../src/memory/letta/letta.ts'
import { createMem0Cloud } from '../src/memory/mem0/mem0-cloud.ts'
import { createSupermemory } from '../src/memory/supermemory/supermemory.ts'
import { createZep } from '../src/memory/zep/zep.ts'
import { scopeRequest, sessionOf } from '../src/testing/memory-tools.ts'
import { missing, realTools } from './kit.ts'
import { Service, type Call } from './service.ts'

const options = { k: 3, tokenBudget: 1000, asOf: null }
const address = z.object({ port: z.number() })

let service = new Service()
let server: Server
let baseUrl = ''

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  let text = ''
  for await (const chunk of request.setEncoding('utf8')) text += String(chunk)
  const url = new URL(request.url ?? '/', baseUrl)
  const call: Call = {
    what: `${request.method} ${url.pathname}`,
    query: Object.fromEntries(url.searchParams),
    body: text === '' ? {} : z.record(z.string(), z.unknown()).parse(JSON.parse(text)),
  }
  const found = service.answer(call)
  response
    .writeHead(found === null ? 404 : 200, { 'content-type': 'application/json' })
    .end(JSON.stringify(found ?? { message: 'not found' }))
}

beforeAll(async () => {
  server = createServer((request, response) => {
    void answer(request, response)
  })
  await new Promise<void>((done) => {
    server.listen(0, '127.0.0.1', done)
  })
  baseUrl = `http://127.0.0.1:${address.parse(server.address()).port}`
})
afterEach(() => {
  service = new Service()
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

type Create = (tools: MemoryTools) => Promise<MemorySystem>
const systems: readonly (readonly [string, Create, Record<string, string>])[] = [
  ['mem0-cloud', createMem0Cloud, { MEM0_API_KEY: 'k', MEM0_BASE_URL: '' }],
  ['zep', createZep, { ZEP_API_KEY: 'k', ZEP_BASE_URL: '/api/v2' }],
  ['letta', createLetta, { LETTA_API_KEY: 'k', LETTA_BASE_URL: '' }],
  ['supermemory', createSupermemory, { SUPERMEMORY_API_KEY: 'k', SUPERMEMORY_BASE_URL: '' }],
]

describe.skipIf(missing !== null).each(systems)(
  `the SDK of %s against an imitation of its service${missing === null ? '' : ` (${missing})`}`,
  (_, create, env) => {
    const start = (): Promise<MemorySystem> => {
      const filled = Object.entries(env).map(([name, value]) => [
        name,
        name.endsWith('_BASE_URL') ? `${baseUrl}${value}` : value,
      ])
      return create(realTools(baseUrl, { env: Object.fromEntries(filled) }).tools)
    }

    it('tells, waits, finds with source and date, keeps users apart, forgets', async () => {
      const memory = await start()
      expect(memory.version).toMatch(/^\d+\.\d+\.\d+$/)
      expect(memory.warnings[0]).toContain('experimental')
      const [one, other] = [await memory.open(scopeRequest('u1')), await memory.open(scopeRequest('u2'))]
      await one.ingest(sessionOf('s1', '2026-01-02T10:00:00Z', 'I keep bees', ' '))
      await other.ingest(sessionOf('s1', null, 'I collect stamps'))
      expect(await one.waitReady(20_000)).toEqual({ state: 'ready' })
      const [found] = await one.search('bees', options)
      expect(found).toMatchObject({ saidAt: '2026-01-02T10:00:00Z', sources: ['s1'] })
      expect(found?.text).toContain('I keep bees')
      expect(await one.search('stamps', options)).toEqual([])
      if (memory.capabilities.list) expect(await one.list()).toMatchObject([{ id: found?.id, score: null }])
      await one.destroy()
      expect(await one.search('bees', options)).toEqual([])
      expect(await other.search('stamps', options)).toHaveLength(1)
      await other.destroy()
      expect(service.kept()).toBe(0)
    })

    it('passes a date as it says that it does', async () => {
      const memory = await start()
      const scope = await memory.open(scopeRequest('u1'))
      await scope.ingest(sessionOf('s1', '2026-01-02T10:00:00Z', 'I keep bees'))
      const isInText = service.texts().some((text) => text.includes('2026-01-02'))
      expect(isInText).toBe(memory.capabilities.dates === 'in-text')
      expect(JSON.stringify(service.calls)).toMatch(/2026-01-02T10:00:00|1767348000/)
    })
  },
)
