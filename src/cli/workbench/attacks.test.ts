import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { problemSchema } from '../../server/schemas/common.ts'
import { makeFolder } from '../testing/cli.ts'
import { ask, testServer, type TestServer } from '../testing/workbench.ts'

const token = 'a-token-of-thirty-two-characters'
let folder: ReturnType<typeof makeFolder>
let open: TestServer
let guarded: TestServer
let readOnly: TestServer
beforeAll(() => {
  folder = makeFolder()
  const web = join(folder.path, 'web')
  mkdirSync(join(web, 'assets'), { recursive: true })
  writeFileSync(
    join(web, 'index.html'),
    '<!doctype html><title>page</title><script src="./assets/index-C0ffee12.js"></script>',
  )
  writeFileSync(join(web, 'assets', 'index-C0ffee12.js'), `console.log(${'1'.repeat(4000)})`)
  writeFileSync(join(web, 'assets', 'index-C0ffee12.js.map'), '{}')
  writeFileSync(join(web, 'favicon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>')
  writeFileSync(join(folder.path, 'secret.txt'), 'secret')
  symlinkSync(join(folder.path, 'secret.txt'), join(web, 'link.txt'))
  symlinkSync(folder.path, join(web, 'folder'))
  open = testServer(folder.path, { web })
  guarded = testServer(folder.path, { web, access: { token, hosts: null } })
  readOnly = testServer(folder.path, { web, access: { readOnly: true } })
})
afterAll(async () => {
  for (const server of [open, guarded, readOnly]) await server.close()
  folder.remove()
})

describe('names that are not ours (DNS rebinding)', () => {
  it.each([
    ['127.0.0.1:4747', 200],
    ['localhost:4747', 200],
    ['LOCALHOST', 200],
    ['[::1]:4747', 200],
    // Through a tunnel the port is another one.
    ['localhost:8080', 200],
    ['evil.example', 403],
    ['evil.example:4747', 403],
    ['127.0.0.1.evil.example', 403],
    ['localhost.evil.example:4747', 403],
    ['127.0.0.1:4747@evil.example', 403],
    ['127.0.0.1:evil', 403],
    ['localhost, evil.example', 403],
    ['', 403],
  ])('Host %j: %d', async (host, status) => {
    for (const path of ['/api/runs', '/', '/favicon.svg']) {
      const response = await ask(open, path, { headers: { host } })
      expect(response.status, path).toBe(status)
    }
  })
})

const start = { tracks: ['alpsbench'], systems: ['oracle'], data: 'no-such-data' }

describe('pages of other sites (CSRF)', () => {
  // 400: it came through to the command, which refuses the data.
  it.each([
    ['our own page', { origin: 'http://127.0.0.1:4747', 'sec-fetch-site': 'same-origin' }, 400],
    ['a program of the user', {}, 400],
    ['another site', { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }, 403],
    ['another site, old browser', { origin: 'https://evil.example' }, 403],
    ['a sandboxed frame', { origin: 'null' }, 403],
    ['another port of this machine', { origin: 'http://127.0.0.1:3000', 'sec-fetch-site': 'same-site' }, 403],
    ['another port, old browser', { origin: 'http://127.0.0.1:3000' }, 403],
    [
      'another name of this machine',
      { origin: 'http://localhost:4747', 'sec-fetch-site': 'cross-site' },
      403,
    ],
    ['a form', { 'content-type': 'application/x-www-form-urlencoded' }, 403],
    ['a form with files', { 'content-type': 'multipart/form-data; boundary=x' }, 403],
    ['plain text that is JSON', { 'content-type': 'text/plain' }, 403],
    ['no type', { 'content-type': '' }, 403],
    ['a type that begins alike', { 'content-type': 'application/jsonx' }, 403],
    ['JSON with a charset', { 'content-type': 'application/json; charset=utf-8' }, 400],
  ])('%s', async (_, headers: Record<string, string>, status) => {
    const response = await ask(open, '/api/runs', { body: start, headers })
    expect(response.status).toBe(status)
    problemSchema.parse(await response.json())
  })

  it('nothing is read by them either, and no page may hold ours in a frame', async () => {
    const response = await ask(open, '/api/runs', { headers: { 'sec-fetch-site': 'cross-site' } })
    expect(response.status).toBe(403)
    expect(response.headers.get('access-control-allow-origin')).toBeNull()
    const preflight = await ask(open, '/api/runs', {
      method: 'OPTIONS',
      headers: { origin: 'https://evil.example', 'access-control-request-method': 'POST' },
    })
    expect(preflight.status).toBeGreaterThanOrEqual(400)
    expect(preflight.headers.get('access-control-allow-origin')).toBeNull()
  })
})

describe('headers', () => {
  it.each(['/', '/api/runs', '/api/none', '/favicon.svg', '/none'])('of %s', async (path) => {
    const { headers } = await ask(open, path)
    const policy = headers.get('content-security-policy') ?? ''
    expect(policy).toContain("default-src 'self'")
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).not.toContain('unsafe')
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('referrer-policy')).toBe('no-referrer')
    expect(headers.get('cross-origin-resource-policy')).toBe('same-origin')
    expect(headers.get('cache-control')).not.toBeNull()
  })
})

describe('bodies', () => {
  it.each([
    ['no JSON', '{"tracks": [', 400],
    ['another shape', '[]', 400],
    ['a field too many', JSON.stringify({ ...start, shell: 'rm' }), 400],
    ['nothing', '', 400],
    ['far too much', `"${'x'.repeat(9 * 1024 * 1024)}"`, 413],
    ['very deep', `${'['.repeat(100_000)}${']'.repeat(100_000)}`, 400],
    ['a prototype', '{"__proto__": {"tracks": ["alpsbench"]}}', 400],
  ])('%s', async (_, body, status) => {
    const response = await ask(open, '/api/runs', { body, method: 'POST' })
    expect(response.status).toBe(status)
    problemSchema.parse(await response.json())
  })
})

describe('words that would start a program or read a file', () => {
  it.each([
    ['a program', { systems: ['program:sh -c id'] }],
    ['a module', { systems: ['memory:./mine.mjs+openai/gpt-4.1'] }],
    ['a memory program', { systems: ['memory:program:sh+openai/gpt-4.1'] }],
    ['a memory service', { systems: ['memory:http://evil.example+openai/gpt-4.1'] }],
    ['an SDK', { systems: ['memory:mem0+openai/gpt-4.1'] }],
    ['a file of predictions', { systems: ['recorded:/etc/passwd'] }],
    ['a file beside', { systems: ['recorded:secret.txt'] }],
    ['a file above', { systems: ['recorded:../secret.jsonl'] }],
    ['an option', { systems: ['--system-prompt=/etc/passwd'] }],
    ['an option with a blank', { systems: ['oracle --prompts /etc'] }],
    ['several in one', { systems: ['oracle,program:sh'] }],
    ['everything', { systems: ['*'] }],
    ['an option as a track', { tracks: ['--prompts=/etc'] }],
    ['an unknown track', { tracks: ['none'] }],
    ['a folder', { systems: ['oracle'], data: '/etc' }],
    ['an option as data', { systems: ['oracle'], data: '--prompts=/etc' }],
    ['a judge that is none', { judge: ['program:sh'] }],
    ['an option as a judge', { judge: ['--prompts/x'] }],
    ['an option as a split', { split: '--prompts=/etc' }],
  ])('%s', async (_, words) => {
    const response = await ask(open, '/api/runs', { body: { ...start, data: 'sample', ...words } })
    expect(response.status).toBe(400)
    expect(await (await ask(open, '/api/jobs')).json()).toEqual({ jobs: [] })
  })
})

describe('what a page may annotate', () => {
  const data = { from: 'data', data: 'sample', limit: 1 }
  const project = { name: 'x', kind: 'memories', annotators: ['ada'], source: data }
  it.each([
    ['the sample', {}, 200],
    ['a folder', { source: { ...data, data: '/etc' } }, 400],
    ['a folder above', { source: { ...data, data: '../..' } }, 400],
    ['this folder', { source: { ...data, data: '.' } }, 400],
    ['a file', { source: { ...data, data: 'secret.txt' } }, 400],
    ['a file of rows', { kind: 'judge', source: { from: 'judged-rows', file: 'secret.txt' } }, 400],
    ['a file elsewhere', { kind: 'judge', source: { from: 'judged-rows', file: '/etc/passwd' } }, 400],
  ])('%s', async (_, part, status) => {
    const response = await ask(open, '/api/projects', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...project, ...part }),
    })
    expect(response.status).toBe(status)
    if (status === 400)
      expect(problemSchema.parse(await response.json()).error).toMatch(/data set of the list|must not name/)
  })
})

describe('files', () => {
  it.each([
    '/../secret.txt',
    '/..%2fsecret.txt',
    '/%2e%2e/secret.txt',
    '/%2e%2e%2fsecret.txt',
    '/%252e%252e%252fsecret.txt',
    '/..%5csecret.txt',
    '/assets/..%2f..%2fsecret.txt',
    '/assets//..//..//secret.txt',
    '/%2fetc%2fpasswd',
    '//etc/passwd',
    '/index.html%00.js',
    '/%00',
    '/%ff%fe',
    '/%',
    '/link.txt',
    '/folder/secret.txt',
    '/assets',
    '/assets/',
    '/assets/index-C0ffee12.js.map',
    '/index.html/..',
    '/.git/config',
    '/C:/windows/win.ini',
  ])('%s is none of ours', async (path) => {
    const response = await ask(open, path)
    const text = await response.text()
    expect(text).not.toContain('secret')
    expect(text).not.toContain('root:')
    // What a path that was taken apart leaves may be a page of the user interface.
    if (response.status !== 404) expect(text).toContain('<title>page</title>')
  })

  it.each(['/', '/runs/x', '/board?run=a', '/annotate/p', '/settings'])('%s is the page', async (path) => {
    const response = await ask(open, path)
    expect(response.status).toBe(200)
    const text = await response.text()
    expect(text).toContain('<title>page</title>')
    // Whatever the depth of the address, the page finds its files.
    expect(text).toContain('src="/assets/index-C0ffee12.js"')
    expect(response.headers.get('cache-control')).toBe('no-cache')
  })

  it('names with a hash are kept for good, packed where the reader can, and not sent twice', async () => {
    const path = '/assets/index-C0ffee12.js'
    const plain = await ask(open, path)
    expect(plain.headers.get('cache-control')).toContain('immutable')
    expect(plain.headers.get('content-encoding')).toBeNull()
    const packed = await ask(open, path, { headers: { 'accept-encoding': 'br, gzip' } })
    expect(packed.headers.get('content-encoding')).toBe('gzip')
    expect((await packed.arrayBuffer()).byteLength).toBeLessThan((await plain.arrayBuffer()).byteLength / 10)
    expect(
      (await ask(open, path, { headers: { 'accept-encoding': 'gzip;q=0' } })).headers.get('content-encoding'),
    ).toBeNull()
    const again = await ask(open, path, { headers: { 'if-none-match': plain.headers.get('etag') ?? '' } })
    expect(again.status).toBe(304)
    expect(await again.text()).toBe('')
  })

  it('without a user interface the page says so, and the API works', async () => {
    const bare = testServer(folder.path)
    const page = await ask(bare, '/')
    expect(page.status).toBe(503)
    expect(await page.text()).toContain('/api/openapi.json')
    expect((await ask(bare, '/api/runs')).status).toBe(200)
    await bare.close()
  })
})

describe('a token', () => {
  const cookie = `rapport_4747=${token}`
  it.each([
    ['none', {}, 401],
    ['another', { authorization: 'Bearer another-token-of-32-characters' }, 401],
    ['a part', { authorization: `Bearer ${token.slice(0, -1)}` }, 401],
    ['more', { authorization: `Bearer ${token}x` }, 401],
    ['an empty one', { authorization: 'Bearer ' }, 401],
    ['the right one', { authorization: `Bearer ${token}` }, 200],
    ['another cookie', { cookie: `rapport_4747=x; other=${token}` }, 401],
    ['the cookie', { cookie: `a=b; ${cookie}` }, 200],
    ['a wrong one beside the cookie', { cookie, authorization: 'Bearer x' }, 401],
  ])('%s', async (_, headers: Record<string, string>, status) => {
    expect((await ask(guarded, '/api/runs', { headers })).status).toBe(status)
    expect((await ask(guarded, '/assets/index-C0ffee12.js', { headers })).status).toBe(status)
    expect((await ask(guarded, '/', { headers })).status).toBe(status)
  })

  it('is taken from the address of a page once, kept out of reach of scripts, and never shown', async () => {
    const response = await ask(guarded, `/board?run=a&token=${token}`)
    expect(response.status).toBe(200)
    const set = response.headers.get('set-cookie') ?? ''
    expect(set).toContain('HttpOnly')
    expect(set).toContain('SameSite=Strict')
    const text = await response.text()
    expect(text).toContain('/board?run=a')
    expect(text).not.toContain(token)
  })

  it('in an address of the API is none', async () => {
    expect((await ask(guarded, `/api/runs?token=${token}`)).status).toBe(401)
  })

  it('the page that asks for it leads nowhere else and shows what it is given as text', async () => {
    for (const path of ['//evil.example/?token=wrong', '/%22%3E%3Cscript%3E?x="><script>&token=wrong']) {
      const response = await ask(guarded, path)
      expect(response.status).toBe(401)
      const text = await response.text()
      expect(text).not.toMatch(/action="\/\/|href="\/\/|<script/)
      expect(response.headers.get('set-cookie')).toBeNull()
    }
  })

  it('does not make a page of another site ours', async () => {
    const headers = { cookie, origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }
    expect((await ask(guarded, '/api/runs', { body: start, headers })).status).toBe(403)
  })
})

describe('read-only', () => {
  it.each([
    '/api/runs',
    '/api/runs/x/stop',
    '/api/runs/x/resume',
    '/api/runs/x/retry',
    '/api/projects',
    '/api/none',
  ])('refuses to write: %s', async (path) => {
    for (const method of ['POST', 'PUT', 'DELETE', 'PATCH']) {
      const response = await ask(readOnly, path, { method, body: start })
      expect(response.status, method).toBe(403)
      problemSchema.parse(await response.json())
    }
  })

  it('reads, and says what it is', async () => {
    expect(await (await ask(readOnly, '/api/workbench')).json()).toMatchObject({ readOnly: true })
    expect(await (await ask(readOnly, '/api/jobs')).json()).toEqual({ jobs: [] })
  })
})
