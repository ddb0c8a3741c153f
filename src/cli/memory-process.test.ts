import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { setImmediate as turn } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { ScriptedServer } from '../testing/scripted-server/index.ts'
import { buildOnce, ended, makeFolder, rapport, start, type Ended } from './testing/cli.ts'
import { memoryCalls, scopesLeft, writeMemory } from './testing/file-memory.ts'
import { liveCommand, readDocument, startSampleServer, type ResultsDocument } from './testing/live.ts'

const CONCURRENCY = 2
let folder: ReturnType<typeof makeFolder>
let server: ScriptedServer
beforeAll(buildOnce)
beforeEach(async () => {
  folder = makeFolder()
  server = await startSampleServer({ latency: 20 })
})
afterEach(async () => {
  await server.close()
  folder.remove()
})

const env = () => ({ RAPPORT_BASE_URL: server.baseUrl, RAPPORT_ANSWER_MODEL: 'compatible/perfect' })
const run = (memory: string, ...more: string[]) => [
  'run',
  'alpsbench/utilization/persona',
  '--no-baselines',
  '--no-memory-checks',
  '--quiet',
  '--json',
  '--limit=5',
  `--concurrency=${CONCURRENCY}`,
  `--system=memory:${memory}`,
  ...more,
]

/** Waits for something that another process does. @throws Error when it ends before */
async function until(reached: () => boolean, end: Promise<Ended>): Promise<void> {
  let gone = false
  void end.then(() => (gone = true))
  while (!reached()) {
    if (gone) throw new Error(`the process ended before: ${(await end).err}`)
    await turn()
  }
}

const figures = (text: string) =>
  readDocument(text).results.map(
    ({ system, instrument, metric, value, n }: ResultsDocument['results'][number]) => [
      system,
      instrument,
      metric,
      value,
      n,
    ],
  )

/** What an uninterrupted run comes to, in a folder of its own that has the same memory. */
async function whole(words: readonly string[], prepare: (folder: string) => void = () => {}) {
  const apart = makeFolder()
  try {
    prepare(apart.path)
    const { code, out } = await liveCommand(apart.path, words, env())
    expect(code).toBe(0)
    return figures(out)
  } finally {
    apart.remove()
  }
}

describe('kill -9', () => {
  it.each([1, 4, 8])(
    'at request %i of a memory that a model writes: at most what was under way is paid twice',
    async (count) => {
      // The usage test asks the same again by design.
      const words = run('extract-update', '--no-usage-test')
      const child = start(folder.path, words, env())
      const end = ended(child)
      await until(() => server.stats().requests >= count, end)
      child.kill('SIGKILL')
      expect((await end).code).toBe(-1)

      const resumed = await rapport(folder.path, ['resume', 'latest', '--quiet', '--json'], env())
      expect(resumed).toMatchObject({ code: 0, err: '' })
      const { requests, distinct } = server.stats()
      expect(requests - distinct).toBeLessThanOrEqual(CONCURRENCY)
      expect(figures(resumed.out)).toEqual(await whole(words))
      expect(server.stats().distinct).toBe(distinct)
    },
  )

  it.each([1, 3, 5])(
    'at session %i of a service: what was left is destroyed, and nothing is told twice',
    async (count) => {
      const bend = `ingest: async (session) => { note('told ' + id + ' ' + session.id); await new Promise((go) => setTimeout(go, 30)); put(id, [...items(), ...session.messages.map((one, at) => item(session.id + '#' + at, one.content, session.time))]) },`
      const words = run(writeMemory(folder.path, { bend }), '--no-usage-test')
      const child = start(folder.path, words, env())
      const end = ended(child)
      await until(() => memoryCalls(folder.path, 'told').length >= count, end)
      child.kill('SIGKILL')
      await end
      const before = memoryCalls(folder.path, 'told').length
      const resumed = await rapport(folder.path, ['resume', 'latest', '--quiet', '--json'], env())
      expect(resumed).toMatchObject({ code: 0, err: '' })
      expect(scopesLeft(folder.path)).toBe(0)
      // Each case has one session here: only those under way are told again.
      const told = memoryCalls(folder.path, 'told')
      expect(told.length - new Set(told).size).toBeLessThanOrEqual(CONCURRENCY)
      expect(told.length).toBeGreaterThan(before)
      expect(figures(resumed.out)).toEqual(await whole(words, (apart) => void writeMemory(apart, { bend })))
    },
  )

  it('after a service was ready: it is found again, and told nothing', async () => {
    const go = JSON.stringify(join(folder.path, 'go'))
    const bend = `search: async (query, { k }) => { note('asked ' + id); if (!existsSync(${go})) await new Promise(() => setInterval(() => {}, 1e6)); return items().slice(0, k) },`
    const words = run(writeMemory(folder.path, { bend }), '--no-usage-test')
    const child = start(folder.path, words, env())
    const end = ended(child)
    await until(() => memoryCalls(folder.path, 'asked').length >= CONCURRENCY, end)
    child.kill('SIGKILL')
    await end
    expect(scopesLeft(folder.path)).toBe(CONCURRENCY)
    const before = memoryCalls(folder.path, 'ingest').length
    writeFileSync(join(folder.path, 'go'), '')
    const resumed = await rapport(folder.path, ['resume', 'latest', '--quiet', '--json'], env())
    expect(resumed).toMatchObject({ code: 0, err: '' })
    const sessions = memoryCalls(folder.path, 'ingest').length
    // Three of five cases were not told yet.
    expect(sessions - before).toBe((before / CONCURRENCY) * 3)
    expect(scopesLeft(folder.path)).toBe(0)
    expect(figures(resumed.out)).toEqual(
      await whole(words, (apart) => {
        writeMemory(apart)
      }),
    )
  })
})

describe('Ctrl-C', () => {
  const memoryProgram = fileURLToPath(new URL('../../examples/memory-python/memory.py', import.meta.url))

  const isAlive = (pid: number): boolean => {
    try {
      return process.kill(pid, 0)
    } catch {
      return false
    }
  }

  it('keeps what finished, leaves no program behind, and resume comes to the same figures', async () => {
    const script = (at: string) =>
      writeFileSync(join(at, 'memory.sh'), `echo $$ >> pids.txt\nexec python3 ${memoryProgram}\n`)
    script(folder.path)
    const words = run('program:sh memory.sh', '--no-usage-test', '--concurrency=1')
    const child = start(folder.path, words, env())
    const end = ended(child)
    await until(() => server.stats().requests >= 2, end)
    child.kill('SIGINT')
    const { code, out, err } = await end
    expect({ code, out }).toEqual({ code: 1, out: '' })
    expect(err).toContain('stopped; everything that finished is kept')
    const pids = readFileSync(join(folder.path, 'pids.txt'), 'utf8').trim().split('\n').map(Number)
    expect(pids.length).toBeGreaterThan(0)
    expect(pids.filter(isAlive)).toEqual([])

    const before = server.stats().requests
    const resumed = await rapport(folder.path, ['resume', 'latest', '--quiet', '--json'], env())
    expect(resumed).toMatchObject({ code: 0, err: '' })
    expect(server.stats().requests - before).toBeLessThan(5)
    expect(figures(resumed.out)).toEqual(await whole(words, script))
  })

  it('makes a service forget what is under way', async () => {
    const words = run(writeMemory(folder.path), '--no-usage-test', '--concurrency=1')
    const child = start(folder.path, words, env())
    const end = ended(child)
    await until(() => server.stats().requests >= 2, end)
    child.kill('SIGINT')
    expect((await end).code).toBe(1)
    expect(scopesLeft(folder.path)).toBe(0)
    const resumed = await rapport(folder.path, ['resume', 'latest', '--quiet', '--json'], env())
    expect(resumed).toMatchObject({ code: 0, err: '' })
    expect(figures(resumed.out)).toEqual(await whole(words, (apart) => void writeMemory(apart)))
  })

  it('ends a memory that hangs', async () => {
    const bend = `ingest: async () => { note('hanging'); await new Promise(() => setInterval(() => {}, 1e6)) },`
    const words = run(writeMemory(folder.path, { bend }), '--no-usage-test')
    const child = start(folder.path, words, env())
    const end = ended(child)
    await until(() => memoryCalls(folder.path, 'hanging').length > 0, end)
    child.kill('SIGINT')
    const { code, err } = await end
    expect(code).toBe(1)
    expect(err).toContain('rapport resume')
  })
})

it('a module that ends the process is no run that went well', async () => {
  const text = `const scope = { ingest: () => process.exit(0), destroy: async () => {} }
export default { name: 'x', version: '1', identity: {}, warnings: [], open: async () => scope,
  capabilities: { dates: 'none', preload: false, list: false, asOf: false, readOnlySearch: true, readiness: 'at-once',
    keeps: 'process', maxK: null },
  facts: { embedder: null, extractionModel: null, extractionPrompt: null, searches: true } }`
  writeFileSync(join(folder.path, 'exits.mjs'), text)
  const { code, err } = await rapport(folder.path, run('./exits.mjs'), env())
  expect({ code, err }).toMatchObject({ code: 1, err: expect.stringContaining('ended the process') })
})
