import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm, writeFile, mkdir } from 'node:fs/promises'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { RapportError } from '../../../core/errors.ts'
import type { PullContext, PullProgress } from '../../../core/track.ts'
import { createAlpsbenchPulls } from './pull.ts'
import { readPullManifest } from '../../../io/pull-manifest.ts'

type Handler = (request: IncomingMessage, response: ServerResponse, url: string) => void

const SHA = 'a'.repeat(40)
const HUB_FILE = 'dataset/dev/task1/model_input.jsonl'
const BIG = Buffer.alloc(300_000, 'memory ')
const SMALL = Buffer.from('# card\n')
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
const gitBlob = (bytes: Buffer) =>
  createHash('sha1').update(`blob ${bytes.length}\0`).update(bytes).digest('hex')

let folder = ''
let servers: Server[] = []
let asked: { path: string; range: string | undefined; authorization: string | undefined; host: string }[] = []
let waits: number[] = []

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rapport-pull-'))
  servers = []
  asked = []
  waits = []
})
afterEach(async () => {
  for (const server of servers) {
    server.closeAllConnections()
    server.close()
  }
  await rm(folder, { recursive: true })
})

async function serve(handler: Handler): Promise<string> {
  const server = createServer((request, response) => {
    const { range, authorization, host = '' } = request.headers
    asked.push({ path: request.url ?? '', range, authorization, host })
    handler(request, response, request.url ?? '')
  })
  servers.push(server)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return `http://127.0.0.1:${address.port}`
}

function json(response: ServerResponse, value: unknown, headers: Record<string, string> = {}): void {
  response.writeHead(200, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(value))
}

/** Answers a file, or the rest of it that a range asks for; up to `end`, where the answer simply stops. */
function file(request: IncomingMessage, response: ServerResponse, bytes: Buffer, end = bytes.length): void {
  const start = Number(/^bytes=(\d+)-$/.exec(request.headers.range ?? '')?.[1] ?? 0)
  const range = { 'content-range': `bytes ${start}-${bytes.length - 1}/${bytes.length}` }
  response.writeHead(start > 0 ? 206 : 200, start > 0 ? range : {}).end(bytes.subarray(start, end))
}

/** Answers with a part of a file and breaks the connection. */
function breakOff(response: ServerResponse): void {
  const range = { 'content-range': `bytes 200000-${BIG.length - 1}/${BIG.length}` }
  response.writeHead(206, { ...range, 'content-length': BIG.length - 200_000 })
  response.write(BIG.subarray(200_000, 250_000), () => response.destroy())
}

const hubTree = [
  { type: 'directory', path: 'dataset', oid: SHA, size: 0 },
  { type: 'file', path: 'README.md', oid: gitBlob(SMALL), size: SMALL.length },
  { type: 'file', path: 'dataset/old/data.bin', oid: SHA, size: 9 },
  {
    type: 'file',
    path: HUB_FILE,
    oid: SHA,
    size: 130,
    lfs: { oid: sha256(BIG), size: BIG.length, pointerSize: 130 },
  },
]

/** A hub with one large and one small file; `big` decides how the large one is served. */
function hub(big: Handler, tree: unknown = hubTree): Handler {
  return (request, response, url) => {
    if (url.includes('/revision/')) json(response, { sha: SHA })
    else if (url.includes('/tree/')) json(response, tree)
    else if (url.endsWith('/README.md')) file(request, response, SMALL)
    else if (url.endsWith(HUB_FILE)) big(request, response, url)
    else response.writeHead(404).end()
  }
}

function context(endpoint: string | null, more: Partial<PullContext> = {}): PullContext {
  return {
    destination: join(folder, 'data'),
    revision: null,
    endpoint,
    hubEndpoint: null,
    token: null,
    signal: new AbortController().signal,
    onProgress: () => {},
    ...more,
  }
}

function pull(name: 'alpsbench' | 'alpsbench-packets', options: PullContext) {
  const pulls = createAlpsbenchPulls(async (milliseconds) => {
    waits.push(milliseconds)
  })
  const found = pulls.find((one) => one.name === name)
  if (found === undefined) throw new Error(`no pull ${name}`)
  return found.pull(options)
}

const bigFile = () => readFile(join(folder, 'data', HUB_FILE))
const everything = async () =>
  (await readdir(join(folder, 'data'), { recursive: true })).filter((name) => /\.\w+$/.test(name))

describe('pulling from a hub', () => {
  it('loads the known files, verifies them and records revision and hashes', async () => {
    const progress: PullProgress[] = []
    const endpoint = await serve(hub((request, response) => file(request, response, BIG)))
    const result = await pull(
      'alpsbench',
      context(`${endpoint}/`, { onProgress: (step) => progress.push(step) }),
    )
    expect(result).toEqual({ files: 2, bytes: BIG.length + SMALL.length, revision: SHA })
    expect((await bigFile()).equals(BIG)).toBe(true)
    expect(progress.at(-1)).toMatchObject({
      files: 2,
      filesDone: 2,
      bytes: result.bytes,
      totalBytes: result.bytes,
    })
    expect(asked[0]?.path).toBe('/api/datasets/Cosineyx/Alpsbench/revision/main')
    expect(await readPullManifest(join(folder, 'data'))).toMatchObject({
      revision: SHA,
      files: [
        { path: 'README.md', bytes: SMALL.length, sha256: sha256(SMALL) },
        { path: HUB_FILE, bytes: BIG.length, sha256: sha256(BIG) },
      ],
    })
    asked = []
    await pull('alpsbench', context(endpoint))
    expect(asked.filter(({ path }) => path.includes('/resolve/'))).toEqual([])
  })

  it('goes on where the connection ended or broke', async () => {
    let tries = 0
    const endpoint = await serve(
      hub((request, response) => {
        tries += 1
        if (tries < 3) file(request, response, BIG, tries * 100_000)
        else if (tries === 3) breakOff(response)
        else file(request, response, BIG)
      }),
    )
    await pull('alpsbench', context(endpoint))
    expect((await bigFile()).equals(BIG)).toBe(true)
    const ranges = asked.filter(({ path }) => path.endsWith(HUB_FILE)).map(({ range }) => range)
    expect(ranges.slice(0, 3)).toEqual([undefined, 'bytes=100000-', 'bytes=200000-'])
    expect(ranges).toHaveLength(4)
    expect(waits).toEqual([1000, 2000, 4000])
  })

  it('goes on from a part that an earlier command left', async () => {
    const part = `${join(folder, 'data', HUB_FILE)}.part`
    await mkdir(join(part, '..'), { recursive: true })
    await writeFile(part, BIG.subarray(0, 123_456))
    const endpoint = await serve(hub((request, response) => file(request, response, BIG)))
    await pull('alpsbench', context(endpoint))
    expect(asked.find(({ path }) => path.endsWith(HUB_FILE))?.range).toBe('bytes=123456-')
    expect((await bigFile()).equals(BIG)).toBe(true)
  })

  it('starts anew when the server ignores ranges, answers another range, or the part was wrong', async () => {
    const part = `${join(folder, 'data', HUB_FILE)}.part`
    const handlers: Handler[] = [
      (_, response) => response.writeHead(200).end(BIG),
      (request, response) => {
        if (request.headers.range === undefined) file(request, response, BIG)
        else response.writeHead(206, { 'content-range': `bytes 0-${BIG.length - 1}/${BIG.length}` }).end(BIG)
      },
      (request, response) => {
        if (request.headers.range === undefined) file(request, response, BIG)
        else response.writeHead(416).end()
      },
      (request, response) => file(request, response, BIG),
    ]
    for (const handler of handlers) {
      await mkdir(join(part, '..'), { recursive: true })
      await writeFile(part, Buffer.alloc(1000, 'z'))
      const endpoint = await serve(hub(handler))
      await pull('alpsbench', context(endpoint))
      expect((await bigFile()).equals(BIG)).toBe(true)
      await rm(join(folder, 'data'), { recursive: true })
    }
  })

  it('keeps nothing of corrupt bytes and says whose they are', async () => {
    const wrong = Buffer.from(BIG)
    wrong[200_000] = 0
    const endpoint = await serve(hub((request, response) => file(request, response, wrong)))
    await expect(pull('alpsbench', context(endpoint))).rejects.toThrow(
      /sent other bytes than its listing promises/,
    )
    expect((await everything()).filter((name) => name.includes('model_input'))).toEqual([])
    expect(await readPullManifest(join(folder, 'data'))).toBeNull()
  })

  it('refuses more bytes than were announced', async () => {
    const endpoint = await serve(
      hub((_, response) => response.writeHead(200).end(Buffer.concat([BIG, SMALL]))),
    )
    await expect(pull('alpsbench', context(endpoint))).rejects.toThrow(/more bytes/)
  })

  it('shows the token to its own host and to no other', async () => {
    const store = await serve((request, response) => file(request, response, BIG))
    const endpoint = await serve(
      hub((_, response, url) => response.writeHead(302, { location: `${store}${url}` }).end()),
    )
    await pull('alpsbench', context(endpoint, { token: 'secret-token' }))
    const own = new URL(endpoint).host
    expect(
      asked
        .filter(({ host }) => host === own)
        .every(({ authorization }) => authorization === 'Bearer secret-token'),
    ).toBe(true)
    const foreign = asked.filter(({ host }) => host !== own)
    expect(foreign).toHaveLength(1)
    expect(foreign[0]?.authorization).toBeUndefined()
    expect(JSON.stringify(await readPullManifest(join(folder, 'data')))).not.toContain('secret')
  })

  it.each([
    [401, /access was refused/, 1, []],
    [404, /is not there/, 1, []],
    [429, /answered 429/, 6, [1000, 2000, 4000, 8000, 16_000]],
    [503, /answered 503/, 6, [1000, 2000, 4000, 8000, 16_000]],
  ])('gives up on %i', async (status, message, requests, pauses) => {
    const endpoint = await serve((_, response) => response.writeHead(status).end())
    const error: unknown = await pull('alpsbench', context(endpoint)).catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(RapportError)
    expect(String(error)).toMatch(message)
    expect(asked).toHaveLength(requests)
    expect(waits).toEqual(pauses)
  })

  it('waits as long as the server asks, and not for ever', async () => {
    let tries = 0
    const endpoint = await serve(
      hub((request, response) => {
        tries += 1
        if (tries === 1) response.writeHead(429, { 'retry-after': '7' }).end()
        else file(request, response, BIG)
      }),
    )
    await pull('alpsbench', context(endpoint))
    expect(waits).toEqual([7000])
    const slow = await serve((_, response) => response.writeHead(429, { 'retry-after': '3600' }).end())
    await expect(pull('alpsbench', context(slow))).rejects.toThrow(/429/)
    expect(waits).toEqual([7000])
  })

  it('follows the pages of a listing', async () => {
    const endpoint = await serve((request, response, url) => {
      if (url.includes('/revision/')) json(response, { sha: SHA })
      else if (url.includes('cursor=2')) json(response, hubTree.slice(2))
      else if (url.includes('/tree/'))
        json(response, hubTree.slice(0, 2), { link: `<${url}&cursor=2>; rel="next"` })
      else file(request, response, url.endsWith('README.md') ? SMALL : BIG)
    })
    expect(await pull('alpsbench', context(endpoint))).toMatchObject({ files: 2 })
  })

  it.each([
    '../outside',
    '/etc/passwd',
    'dataset\\dev\\x',
    'C:/x',
    'dataset/./x',
    'dataset//x',
    'a/.git/hooks/x',
    'x\u0000y',
  ])('refuses the path %j of a listing and writes nothing', async (path) => {
    const tree = [...hubTree, { type: 'file', path, oid: SHA, size: 3 }]
    const endpoint = await serve(hub((request, response) => file(request, response, BIG), tree))
    await expect(pull('alpsbench', context(endpoint))).rejects.toThrow(/can't be trusted/)
    expect(await readdir(folder)).toEqual([])
  })

  it('refuses a listing without known files, and one that is no listing', async () => {
    const empty = await serve(hub(() => {}, hubTree.slice(2, 3)))
    await expect(pull('alpsbench', context(empty))).rejects.toThrow(/no files of the known layout/)
    const strange = await serve(hub(() => {}, { error: 'nope' }))
    await expect(pull('alpsbench', context(strange))).rejects.toMatchObject({ rule: 'shape' })
    await expect(pull('alpsbench', context('file:///etc'))).rejects.toMatchObject({ exitCode: 2 })
  })

  it('stops when it is told to, and does not pass for a whole download', async () => {
    const stop = new AbortController()
    const endpoint = await serve(
      hub((_, response) => {
        response.writeHead(200, { 'content-length': BIG.length })
        response.write(BIG.subarray(0, 100_000))
      }),
    )
    const running = pull(
      'alpsbench',
      context(endpoint, {
        signal: stop.signal,
        onProgress: ({ bytes }) => {
          if (bytes >= 100_000) stop.abort()
        },
      }),
    )
    await expect(running).rejects.toThrow(/abort/i)
    expect((await everything()).filter((name) => name.endsWith('model_input.jsonl'))).toEqual([])
    expect(await readPullManifest(join(folder, 'data'))).toBeNull()
  })
})

describe('pulling packets from a git host', () => {
  const packet = Buffer.from('{"session_id":"sess_demo01"}')
  const path = 'chunks/chunk_0001/sess_demo01.json'
  const entry = { path, mode: '100644', type: 'blob', sha: gitBlob(packet), size: packet.length }

  it('loads the packets of the pinned commit, and sends no token', async () => {
    const endpoint = await serve((request, response, url) => {
      const link = { ...entry, path: 'chunks/chunk_0001/link.json', mode: '120000' }
      const folders = { path: 'chunks', mode: '040000', type: 'tree', sha: SHA }
      if (url.includes('/git/trees/')) json(response, { truncated: false, tree: [folders, entry, link] })
      else file(request, response, packet)
    })
    const { revision } = await pull('alpsbench-packets', context(endpoint, { token: 'secret' }))
    expect(revision).toMatch(/^[0-9a-f]{40}$/)
    expect(asked.map((request) => request.path)).toEqual([
      `/repos/MissHsiaoo/AlpsBench_task1_3_annotation_data_repo/git/trees/${revision}?recursive=1`,
      `/MissHsiaoo/AlpsBench_task1_3_annotation_data_repo/${revision}/${path}`,
    ])
    expect(asked.every(({ authorization }) => authorization === undefined)).toBe(true)
    expect(await readFile(join(folder, 'data', path), 'utf8')).toBe(packet.toString())
  })

  it('does not look for packets at the mirror of the hub', async () => {
    const hosts: string[] = []
    vi.stubGlobal('fetch', (address: URL) => {
      hosts.push(new URL(address).host)
      return Promise.reject(new TypeError('no network here'))
    })
    try {
      await expect(
        pull('alpsbench-packets', context(null, { hubEndpoint: 'https://mirror.invalid' })),
      ).rejects.toThrow(RapportError)
      await expect(
        pull('alpsbench', context(null, { hubEndpoint: 'https://mirror.invalid' })),
      ).rejects.toThrow(RapportError)
    } finally {
      vi.unstubAllGlobals()
    }
    expect([...new Set(hosts)]).toEqual(['api.github.com', 'mirror.invalid'])
  })

  it('takes away what an earlier revision had and this one has not', async () => {
    let tree = [entry, { ...entry, path: 'chunks/chunk_0001/sess_demo02.json' }]
    const endpoint = await serve((request, response, url) => {
      if (url.includes('/git/trees/')) json(response, { truncated: false, tree })
      else file(request, response, packet)
    })
    await pull('alpsbench-packets', context(endpoint, { revision: 'one' }))
    tree = [entry]
    await pull('alpsbench-packets', context(endpoint, { revision: 'two' }))
    expect(await readdir(join(folder, 'data', 'chunks', 'chunk_0001'))).toEqual(['sess_demo01.json'])
    expect(await readPullManifest(join(folder, 'data'))).toMatchObject({ revision: 'two' })
  })

  it('refuses a listing that was cut short, and other bytes', async () => {
    const cut = await serve((_, response) => json(response, { truncated: true, tree: [entry] }))
    await expect(pull('alpsbench-packets', context(cut))).rejects.toThrow(/cut the listing short/)
    const wrong = await serve((request, response, url) => {
      if (url.includes('/git/trees/')) json(response, { truncated: false, tree: [entry] })
      else file(request, response, Buffer.from(packet.toString().replace('demo01', 'demo99')))
    })
    await expect(pull('alpsbench-packets', context(wrong))).rejects.toThrow(/other bytes/)
  })
})
