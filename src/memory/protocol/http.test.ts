import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http'
import { afterEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { jsonObjectSchema, type JsonObject } from '../../core/json.ts'
import { about, fakeTools, scopeRequest } from './fixtures/scripted-program.ts'
import { hostOf } from './host-of.ts'
import { createHttpMemory, type HttpMemoryOptions } from './http.ts'

interface Call {
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly params: JsonObject
}

const servers: Server[] = []
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.close()
    server.closeAllConnections()
  }
})

/** A service on loopback: introduces and opens; `answer` serves the rest. */
async function service(
  answer: (response: ServerResponse, call: Call) => void,
): Promise<{ url: string; calls: Call[] }> {
  const calls: Call[] = []
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const params = jsonObjectSchema.parse(JSON.parse(Buffer.concat(parts).toString('utf8')))
      const call = { path: request.url ?? '', headers: request.headers, params }
      calls.push(call)
      if (call.path === '/base/capabilities') response.end(JSON.stringify({ result: about }))
      else if (call.path === '/base/open') response.end('{"result":{}}')
      else answer(response, call)
    })
  })
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = z.object({ port: z.number() }).parse(server.address())
  return { url: `http://127.0.0.1:${port}/base/`, calls }
}

const connect = (url: string, more: Partial<HttpMemoryOptions> = {}) =>
  createHttpMemory({ url, token: null, limits: { timeout: 20_000 }, tools: fakeTools().tools, ...more })

const search = { k: 3, tokenBudget: 50, asOf: null } as const

describe('a memory system that is a service', () => {
  it('is asked by POST with the token and answers in the same form', async () => {
    const { url, calls } = await service((response) =>
      response.end(JSON.stringify({ result: { items: [{ id: 'x', text: '面' }] } })),
    )
    const system = await connect(url, { token: 'demo-token' })
    expect(system).toMatchObject({
      name: 'scripted',
      identity: { system: 'memory-http', url: url.slice(0, -1) },
    })
    expect(JSON.stringify(system.identity)).not.toContain('demo-token')
    const scope = await system.open(scopeRequest('a'))
    expect(await scope.search('q', search)).toMatchObject([{ id: 'x', text: '面' }])
    expect(calls.map(({ path }) => path)).toEqual(['/base/capabilities', '/base/open', '/base/search'])
    expect(calls.at(-1)?.params).toEqual({ scope: 'a', query: 'q', k: 3, token_budget: 50, as_of: null })
    expect(new Set(calls.map(({ headers }) => headers.authorization))).toEqual(new Set(['Bearer demo-token']))
  })

  it.each([
    ['500', 500, '', 'provider', 'infrastructure', 'search: status 500'],
    ['503 in its own words', 503, '{"error":{"message":"no index"}}', 'crash', 'system', 'search: no index'],
    ['429', 429, 'slow down', 'provider', 'infrastructure', 'status 429: slow down'],
    ['401', 401, '', 'provider', 'infrastructure', 'status 401'],
    ['404', 404, '<html>', 'unusable-output', 'system', 'status 404: <html>'],
    [
      '422 that is not its fault',
      422,
      '{"error":{"message":"disk full","kind":"infrastructure"}}',
      'provider',
      'infrastructure',
      'search: disk full',
    ],
    ['a redirect', 302, '', 'unusable-output', 'system', 'redirects are not followed'],
    ['no JSON', 200, 'hello', 'unusable-output', 'system', 'is no JSON'],
    [
      'another shape',
      200,
      '{"result":{"items":[{"id":1}]}}',
      'unusable-output',
      'system',
      'field items[0].id',
    ],
    ['an error with 200', 200, '{"error":{"message":"no"}}', 'crash', 'system', 'search: no'],
    ['too much', 200, 'x'.repeat(5000), 'output-too-large', 'system', 'more than 4000 bytes'],
  ])('%s', async (_name, status, body, reason, by, message) => {
    const { url, calls } = await service((response) => {
      response.writeHead(status, { location: '/base/elsewhere' })
      response.end(body)
    })
    const system = await connect(url, { limits: { maxOutput: 4000 } })
    const scope = await system.open(scopeRequest('a'))
    const error: unknown = await scope.search('q', search).catch((thrown: unknown) => thrown)
    expect(error).toMatchObject({ reason, by })
    expect(error).toHaveProperty('message', expect.stringContaining(message))
    expect(calls.at(-1)?.path).toBe('/base/search')
  })

  it('that hangs, cuts the line or is stopped is an outage', async () => {
    const { url } = await service((response, { path }) => {
      if (path === '/base/list') response.destroy()
    })
    const system = await connect(url, { limits: { timeout: 1500 } })
    const stop = new AbortController()
    const scope = await system.open(scopeRequest('a'))
    await expect(scope.list()).rejects.toMatchObject({ reason: 'provider', by: 'infrastructure' })
    await expect(scope.search('q', search)).rejects.toMatchObject({
      reason: 'timeout',
      by: 'infrastructure',
      message: 'no answer to search within 1.5 s',
    })
    const stopped = await system.open(scopeRequest('b', { signal: stop.signal }))
    const found = stopped.search('q', search).catch((thrown: unknown) => thrown)
    stop.abort()
    expect(await found).toMatchObject({ by: 'infrastructure', message: 'the run was stopped' })
  })

  it('that is not there is refused before the run', async () => {
    const { url } = await service(() => {})
    for (const server of servers.splice(0)) await new Promise((resolve) => server.close(resolve))
    await expect(connect(url)).rejects.toMatchObject({
      exitCode: 2,
      message: expect.stringContaining("can't be reached"),
    })
  })
})

describe('the host of a service', () => {
  it.each([
    ['http://127.0.0.1:80/x', '127.0.0.1', true],
    ['http://127.9.9.9:8080', '127.9.9.9:8080', true],
    ['http://localhost:1', 'localhost:1', true],
    ['http://[::1]:8/', '[::1]:8', true],
    ['http://127.0.0.1.example.org', '127.0.0.1.example.org', false],
    ['https://memory.example.org/v1', 'memory.example.org', false],
    ['http://10.0.0.1', '10.0.0.1', false],
  ])('%s', (url, host, loopback) => {
    expect(hostOf(url)).toEqual({ host, loopback })
  })

  it.each(['ftp://x', 'memory', 'http://a:b@x/', 'http://x/?token=1', 'http://x/#y'])('refuses %s', (url) => {
    expect(() => hostOf(url)).toThrow(/the address of a memory service must/)
  })
})
