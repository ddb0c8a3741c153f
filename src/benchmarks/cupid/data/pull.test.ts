import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { PullContext } from '../../../core/track.ts'
import { readPullManifest } from '../../../io/pull-manifest.ts'
import { casesOf, cupidInstances, folderOf } from './fixtures.ts'
import { openCupid } from './open.ts'
import { publishedFacts, type PublishedFacts } from './published-file.ts'
import { createCupidPulls } from './pull.ts'
import { writeCupidParquet } from './write-parquet.ts'

const PERSONAS = 3
const CARD = Buffer.from('# card\n')
const OTHER = 'c'.repeat(40)

let bytes = Buffer.alloc(0)
let facts: PublishedFacts = publishedFacts
let folder = ''
let server: Server | null = null
let asked: { path: string; range: string | undefined }[] = []

beforeAll(async () => {
  const path = join(await folderOf({}), 'test.parquet')
  await writeCupidParquet(path, cupidInstances(PERSONAS, { equalPairs: 1, messageLength: 400 }))
  bytes = await readFile(path)
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  facts = { ...publishedFacts, bytes: bytes.length, sha256, personas: PERSONAS }
})
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rapport-cupid-pull-'))
  asked = []
})
afterEach(async () => {
  server?.closeAllConnections()
  server?.close()
  await rm(folder, { recursive: true })
})

type Serve = (request: IncomingMessage, response: ServerResponse) => void

/** Answers the file, or the rest that a range asks for, up to `end`, where the answer simply stops. */
function send(request: IncomingMessage, response: ServerResponse, end = bytes.length, body = bytes): void {
  const start = Number(/^bytes=(\d+)-$/.exec(request.headers.range ?? '')?.[1] ?? 0)
  const range = { 'content-range': `bytes ${start}-${body.length - 1}/${body.length}` }
  response.writeHead(start > 0 ? 206 : 200, start > 0 ? range : {}).end(body.subarray(start, end))
}

interface Hub {
  readonly revision?: string
  readonly more?: readonly object[]
  /** Bytes and hash that the listing promises for the Parquet file. */
  readonly promised?: { readonly size: number; readonly oid: string }
  readonly parquet?: Serve
}

/** A hub with the card, the instances and the raw data. */
async function hub({
  revision = facts.revision,
  more = [],
  promised,
  parquet = send,
}: Hub = {}): Promise<string> {
  const lfs = promised ?? { size: facts.bytes, oid: facts.sha256 }
  const card = createHash('sha1').update(`blob ${CARD.length}\0`).update(CARD).digest('hex')
  const tree = [
    { type: 'file', path: 'README.md', oid: card, size: CARD.length },
    { type: 'file', path: 'test.parquet', oid: OTHER, size: 130, lfs },
    { type: 'file', path: 'raw.parquet', oid: OTHER, size: 999 },
    { type: 'file', path: 'pipeline.png', oid: OTHER, size: 999 },
    ...more,
  ]
  server = createServer((request, response) => {
    const path = request.url ?? ''
    asked.push({ path, range: request.headers.range })
    const json = (value: unknown) =>
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(value))
    if (path.includes('/revision/')) json({ sha: revision })
    else if (path.includes('/tree/')) json(tree)
    else if (path.endsWith('/README.md')) send(request, response, CARD.length, CARD)
    else if (path.endsWith('/test.parquet')) parquet(request, response)
    else response.writeHead(404).end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return `http://127.0.0.1:${address.port}`
}

function pull(name: string, endpoint: string, more: Partial<PullContext> = {}) {
  const found = createCupidPulls(async () => {}, facts).find((one) => one.name === name)
  if (found === undefined) throw new Error(`no pull ${name}`)
  return found.pull({
    destination: join(folder, name),
    revision: null,
    endpoint,
    hubEndpoint: null,
    token: null,
    signal: new AbortController().signal,
    onProgress: () => {},
    ...more,
  })
}

describe('pulling CUPID', () => {
  it('takes the pinned revision, and what was pulled opens and keeps every rule', async () => {
    const result = await pull('cupid', await hub())
    expect(result).toEqual({ files: 2, bytes: bytes.length + CARD.length, revision: facts.revision })
    expect(asked[0]?.path).toBe(`/api/datasets/kixlab/CUPID/revision/${facts.revision}`)
    expect(asked.map(({ path }) => path).join(' ')).not.toMatch(/raw\.parquet|pipeline/)
    const dataset = await openCupid(
      'cupid',
      { home: folder, sample: folder, workingDirectory: folder },
      facts,
    )
    if (dataset === null) throw new Error('not opened')
    expect((await dataset.check()).findings).toEqual([])
    const cases = await casesOf(dataset)
    expect(cases).toHaveLength(3 * PERSONAS)
    expect(cases.every(({ tags }) => tags['verified']?.[0] === 'yes')).toBe(true)
  })

  it('goes on where the connection ended, and from what an earlier command left', async () => {
    const half = Math.floor(bytes.length / 2)
    const quarter = Math.floor(bytes.length / 4)
    await mkdir(join(folder, 'cupid'))
    await writeFile(join(folder, 'cupid', 'test.parquet.part'), bytes.subarray(0, quarter))
    let tries = 0
    const endpoint = await hub({
      parquet: (request, response) => {
        tries += 1
        send(request, response, tries === 1 ? half : bytes.length)
      },
    })
    await pull('cupid', endpoint)
    expect(asked.filter(({ path }) => path.endsWith('test.parquet')).map(({ range }) => range)).toEqual([
      `bytes=${quarter}-`,
      `bytes=${half}-`,
    ])
    expect((await readFile(join(folder, 'cupid', 'test.parquet'))).equals(bytes)).toBe(true)
    asked = []
    await pull('cupid', endpoint)
    expect(asked.filter(({ path }) => path.includes('/resolve/'))).toEqual([])
  })

  it('keeps nothing of other bytes than were promised', async () => {
    const wrong = Buffer.from(bytes)
    wrong[100] = (wrong[100] ?? 0) ^ 1
    const endpoint = await hub({
      parquet: (request, response) => send(request, response, wrong.length, wrong),
    })
    await expect(pull('cupid', endpoint)).rejects.toThrow(/other bytes than its listing promises/)
    expect(await readPullManifest(join(folder, 'cupid'))).toBeNull()
    await expect(
      openCupid('cupid', { home: folder, sample: folder, workingDirectory: folder }, facts),
    ).rejects.toThrow(/was not finished/)
  })

  it('refuses a listing of the pinned revision that promises another file, and loads nothing', async () => {
    const endpoint = await hub({ promised: { size: facts.bytes, oid: 'd'.repeat(64) } })
    await expect(pull('cupid', endpoint)).rejects.toMatchObject({
      message: expect.stringMatching(
        new RegExp(`no file of ${facts.bytes} bytes with SHA-256 ${facts.sha256}`),
      ),
      fix: expect.stringMatching(/--endpoint/),
    })
    expect(await readdir(folder)).toEqual([])
  })

  it('takes another revision that is asked for as it is', async () => {
    const endpoint = await hub({ revision: OTHER, promised: { size: bytes.length, oid: facts.sha256 } })
    expect(await pull('cupid', endpoint, { revision: 'main' })).toMatchObject({ revision: OTHER })
    expect(asked[0]?.path).toBe('/api/datasets/kixlab/CUPID/revision/main')
  })

  it.each(['../outside.parquet', '/etc/x.parquet', 'data\\x.parquet', 'data/../../x.parquet'])(
    'refuses the path %j of a listing and writes nothing',
    async (path) => {
      const endpoint = await hub({ more: [{ type: 'file', path, oid: OTHER, size: 3 }] })
      await expect(pull('cupid', endpoint)).rejects.toThrow(/can't be trusted/)
      expect(await readdir(folder)).toEqual([])
    },
  )
})

describe('pulling the unverified instances', () => {
  it('takes the newest revision, records it, and marks every case', async () => {
    const result = await pull('cupid-unverified', await hub({ revision: OTHER }))
    expect(result).toMatchObject({ files: 2, revision: OTHER })
    expect(asked[0]?.path).toBe('/api/datasets/kixlab/CUPID-Unverified/revision/main')
    const context = { home: folder, sample: folder, workingDirectory: folder }
    const dataset = await openCupid('cupid-unverified', context, facts)
    if (dataset === null) throw new Error('not opened')
    expect(dataset.descriptor.revision).toBe(OTHER)
    expect((await casesOf(dataset)).every(({ tags }) => tags['verified']?.[0] === 'no')).toBe(true)
  })
})
