import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { memoryCheckIds } from '../core/memory-checks.ts'
import { openStore } from '../store/index.ts'
import type { ScriptedServer } from '../testing/scripted-server/index.ts'
import { makeFolder } from './testing/cli.ts'
import { memoryCalls, scopesLeft, writeMemory } from './testing/file-memory.ts'
import { liveCommand, readDocument, startSampleServer } from './testing/live.ts'

let folder: ReturnType<typeof makeFolder>
let server: ScriptedServer
beforeEach(async () => {
  folder = makeFolder()
  server = await startSampleServer()
})
afterEach(async () => {
  await server.close()
  folder.remove()
})

const rapport = (...words: string[]) =>
  liveCommand(folder.path, words, {
    RAPPORT_BASE_URL: server.baseUrl,
    RAPPORT_ANSWER_MODEL: 'compatible/perfect',
    COLUMNS: '100',
  })
const run = (...systems: string[]) => [
  'run',
  'alpsbench/utilization/persona',
  ...systems.map((system) => `--system=memory:${system}`),
  '--limit=2',
  '--no-baselines',
  '--no-usage-test',
]

/** What the newest run wrote down about its memories: check and state, by memory. */
async function written(id: string): Promise<Record<string, Record<string, string>>> {
  const store = await openStore(join(folder.path, '.rapport', 'rapport.db'))
  try {
    const events = (await store.events(id, 0)).flatMap(({ event }) =>
      event.type === 'memory-checks' ? [event] : [],
    )
    return Object.fromEntries(
      events.map(({ memory, results }) => [
        memory,
        Object.fromEntries(results.map(({ check, state }) => [check, state])),
      ]),
    )
  } finally {
    await store.close()
  }
}

/** The module of a broken memory, as examples/broken-memories has it; here it is loaded from the sources. */
function brokenMemory(name: string): string {
  const fakes = fileURLToPath(new URL('../testing/fake-memories.ts', import.meta.url))
  writeFileSync(
    join(folder.path, `${name}.ts`),
    `import { fakeMemories } from ${JSON.stringify(fakes)}\nexport default fakeMemories[${JSON.stringify(name)}]\n`,
  )
  return `${name}.ts`
}

describe('a memory that is broken', () => {
  // Its name, and the check that exposes it with what it comes to.
  it.each([
    ['drops-dates', 'dated-fact', 'failed'],
    ['leaks-users', 'isolation', 'failed'],
    ['never-ready', 'becomes-ready', 'failed'],
    ['stores-nothing', 'keeps-something', 'failed'],
    ['stores-everything', 'selects', 'noted'],
    ['returns-3k', 'returns-at-most-k', 'failed'],
    ['shares-runs', 'starts-empty', 'failed'],
  ])('%s: %s %s, in the event, the document and what is printed', async (name, check, state) => {
    const { code, out } = await rapport(...run(brokenMemory(name)), '--quiet', '--json', '--memory-wait=1')
    expect(code).toBe(0)
    const { id } = readDocument(out).run
    expect((await written(id))[`${name}.ts`]).toMatchObject({ [check]: state })
    expect(out).toContain(check)
    const { out: printed } = await rapport('report', id)
    const text = printed.replaceAll(/\s+/g, ' ')
    expect(text).toContain('conformance checks')
    expect(text).toMatch(new RegExp(`${name}[^:]*: .*${state}[^.;]* ${check}`))
  })

  it('an honest one passes or is told not to be asked', async () => {
    const { out } = await rapport(...run(brokenMemory('honest')), '--quiet', '--json')
    const states = Object.values((await written(readDocument(out).run.id))['honest.ts'] ?? {})
    expect(states).toHaveLength(memoryCheckIds.length)
    expect(states).not.toContain('failed')
  })
})

describe('checks of a run', () => {
  it('are made once for each memory, before the run, and leave nothing behind', async () => {
    const mine = writeMemory(folder.path)
    const first = await rapport(...run(mine, 'none', 'bm25'), '--json')
    expect(first.code).toBe(0)
    expect(first.err.match(/checking memory:\S+/g)).toEqual([
      `checking memory:${mine}`,
      'checking memory:none',
      'checking memory:bm25',
    ])
    expect(Object.keys(await written(readDocument(first.out).run.id))).toEqual([mine, 'none', 'bm25'])
    expect(scopesLeft(folder.path)).toBe(0)
    const opened = memoryCalls(folder.path, 'open').length
    expect((await rapport('resume', 'latest', '--json')).err).not.toContain('checking')
    expect(memoryCalls(folder.path, 'open')).toHaveLength(opened)
  })

  it('are left out when they are not wanted', async () => {
    const { out, err } = await rapport(...run('bm25'), '--json', '--no-memory-checks')
    expect(err).not.toContain('checking')
    expect(await written(readDocument(out).run.id)).toEqual({})
  })

  it('that a memory throws in stop nothing', async () => {
    const bend = 'list: async () => { throw new Error("no list today") },'
    const { code, out } = await rapport(...run(writeMemory(folder.path, { bend })), '--quiet', '--json')
    expect(code).toBe(0)
    expect(Object.values((await written(readDocument(out).run.id))['memory.mjs'] ?? {})).toContain('failed')
  })

  it('are not made of the ceiling, which is no memory system', async () => {
    const { err } = await rapport(...run('gold-evidence'), '--json')
    expect(err).not.toContain('checking')
  })
})
