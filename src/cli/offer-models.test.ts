import { readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { LedgerEntry } from '../core/model.ts'
import { openStore } from '../store/index.ts'
import type { ScriptedServer } from '../testing/scripted-server/index.ts'
import { inProcess, makeFolder } from './testing/cli.ts'
import { liveCommand, readDocument, resultOf, startSampleServer } from './testing/live.ts'

/** A wait that is too long to take ends a call at once. */
const down = { fault: '429', retryAfter: 7200, times: Infinity } as const

let folder: ReturnType<typeof makeFolder>
let server: ScriptedServer
beforeEach(async () => {
  folder = makeFolder()
  server = await startSampleServer({ faults: [{ ...down, models: ['perfect'] }] })
})
afterEach(async () => {
  await server.close()
  folder.remove()
})

const rapport = (...argv: string[]) =>
  inProcess(folder.path, argv, {
    env: { RAPPORT_BASE_URL: server.baseUrl, OPENAI_API_KEY: 'sk-demo-of-the-user', OPENAI_BASE_URL: '' },
  })

const SYSTEM = 'program:node asks.mjs'
const DOWN = 'compatible/perfect'

/** Writes a program that asks a model, writes down what it saw into `seen-*.json`, and answers with one memory. */
function writeAsking(body: string): void {
  writeFileSync(
    join(folder.path, 'asks.mjs'),
    `import { writeFileSync } from 'node:fs'
let text = ''
for await (const chunk of process.stdin) text += chunk
const row = JSON.parse(text)
const { OPENAI_BASE_URL: url, OPENAI_API_KEY: key } = process.env
async function chat(model, token = key) {
  const response = await fetch(url + '/chat/completions', {
    method: 'POST',
    headers: { authorization: 'Bearer ' + token, 'content-type': 'application/json' },
    body: JSON.stringify({ model, messages: [{ role: 'user', content: 'note ' + row.benchmark_id }] }),
  })
  return response.status
}
function answer(seen) {
  writeFileSync('seen-' + process.pid + '.json', JSON.stringify({ url: url ?? null, key: key ?? null, seen }))
  const item = { memory_id: 'm1', type: 'direct', label: 'UNMAPPED', value: 'x', confidence: 0.5 }
  console.log(JSON.stringify({ benchmark_id: row.benchmark_id, memory_items: [item] }))
}
${body}
`,
  )
}

const seenSchema = z.object({ url: z.string().nullable(), key: z.string().nullable(), seen: z.unknown() })

function seenBy() {
  return readdirSync(folder.path)
    .filter((name) => name.startsWith('seen-'))
    .map((name) => seenSchema.parse(JSON.parse(readFileSync(join(folder.path, name), 'utf8'))))
}

/** Everything that the newest run's ledger holds. */
async function ledger(): Promise<LedgerEntry[]> {
  const store = await openStore(join(folder.path, '.rapport', 'rapport.db'))
  try {
    const [run] = await store.runs()
    const entries: LedgerEntry[] = []
    for await (const entry of store.calls(run?.id ?? '')) entries.push(entry)
    return entries
  } finally {
    await store.close()
  }
}

// This model answers any prompt.
const run = ['run', 'alpsbench/extraction', '--no-baselines', '--quiet', '--json', '--system', SYSTEM]
const offered = [...run, '--offer-models', 'compatible/judge-garbled']

describe('--offer-models', () => {
  it("lets programs ask through the run's gateway, and writes their calls down", async () => {
    writeAsking("answer(await chat('compatible/judge-garbled'))")
    const { code, out, err } = await rapport(...offered, '--limit=3')
    expect({ code, err }).toEqual({ code: 0, err: '' })
    expect(resultOf(readDocument(out), SYSTEM, 'strict-match@1 f1')).toMatchObject({ n: 3 })
    expect(seenBy().map(({ seen }) => seen)).toEqual([200, 200, 200])
    expect((await ledger()).map(({ model, purpose, outcome }) => ({ model, purpose, outcome }))).toEqual(
      Array.from({ length: 3 }, () => ({
        model: 'compatible/judge-garbled',
        purpose: 'program',
        outcome: 'answered',
      })),
    )
    expect(JSON.parse(out)).toMatchObject({
      calls: [{ model: 'compatible/judge-garbled', calls: 3, failed: 0 }],
    })
    expect(server.stats()).toMatchObject({ requests: 3, byModel: { 'judge-garbled': 3 } })
  })

  it('gives them a token in place of the key, keeps it nowhere, and closes with the run', async () => {
    writeAsking("answer(await chat('compatible/judge-garbled'))")
    await rapport(...offered, '--limit=1')
    const [seen] = seenBy()
    const key = seen?.key ?? ''
    expect(key.length).toBeGreaterThanOrEqual(16)
    expect(key).not.toContain('sk-demo')
    await expect(fetch(`${seen?.url}/models`)).rejects.toThrow()
    const store = await openStore(join(folder.path, '.rapport', 'rapport.db'))
    const [stored] = await store.runs()
    const events = await store.events(stored?.id ?? '', 0)
    await store.close()
    expect(stored?.spec.models.offered).toEqual(['compatible/judge-garbled'])
    for (const kept of [stored, events]) expect(JSON.stringify(kept)).not.toContain(key)
  })

  it('refuses a wrong token with 401 and a model that was not offered with 404', async () => {
    writeAsking(`answer([
  await chat('compatible/judge-garbled', 'a-token-of-somebody-else'),
  await chat('compatible/forgetful'),
])`)
    expect((await rapport(...offered, '--limit=1')).code).toBe(0)
    expect(seenBy()[0]?.seen).toEqual([401, 404])
    expect(server.stats().requests).toBe(0)
    expect(await ledger()).toEqual([])
  })

  it('makes other samples of repeats and answers equal ones from the cache', async () => {
    writeAsking("await chat('compatible/judge-garbled')\nanswer(await chat('compatible/judge-garbled'))")
    expect((await rapport(...offered, '--limit=1', '--repeat=2')).code).toBe(0)
    expect(seenBy().map(({ seen }) => seen)).toEqual([200, 200])
    expect(server.stats()).toMatchObject({ requests: 2, distinct: 1 })
  })

  it('works when a run is taken up again: another attempt is another sample', async () => {
    writeAsking("if ((await chat('compatible/judge-garbled')) === 200) process.exit(1)\nanswer('')")
    expect((await rapport(...offered, '--limit=1')).code).toBe(0)
    expect((await rapport('retry', 'latest', '--quiet', '--json')).code).toBe(0)
    expect((await ledger()).map(({ outcome }) => outcome)).toEqual(['answered', 'answered'])
  })

  it('ends the run, without a fault of the program, when the budget says so', async () => {
    writeAsking("answer(await chat('compatible/judge-garbled'))")
    const { code, err } = await rapport(...offered, '--limit=2', '--max-cost=0.01')
    expect(code).toBe(1)
    expect(err).toMatch(/price/)
    const report = await rapport('report', 'latest', '--json')
    expect(readDocument(report.out).results.map(({ failedBy }) => failedBy.system)).not.toContain(1)
    expect(server.stats().requests).toBe(0)
  })

  // Model, what the program makes of it, whose fault that is; null: it answered.
  it.each([
    [DOWN, "if (status !== 200) process.exit(1)\nanswer('')", 'infrastructure'],
    [DOWN, "if (status !== 200) console.log('sorry')\nelse answer('')", 'infrastructure'],
    [DOWN, "answer('')", null],
    ['compatible/judge-garbled:empty', 'process.exit(1)', 'system'],
    ['compatible/judge-garbled', 'process.exit(1)', 'system'],
  ])('tells an outage from a fault of the program: %s, then %j: %s', async (model, then, by) => {
    writeAsking(`const status = await chat('${model}')\n${then}`)
    const { code, out, err } = await rapport(...run, '--offer-models', model, '--limit=1')
    expect({ code, err }).toEqual({ code: 0, err: '' })
    expect(readDocument(out).results[0]?.failedBy).toEqual({
      system: by === 'system' ? 1 : 0,
      infrastructure: by === 'infrastructure' ? 1 : 0,
    })
  })

  it('counts an outage that a later try of the program made good as none', async () => {
    await server.close()
    server = await startSampleServer({ faults: [{ ...down, times: 1 }] })
    writeAsking(`const tries = [await chat('compatible/judge-garbled'), await chat('compatible/judge-garbled')]
process.exit(tries.join() === '424,200' ? 1 : 0)`)
    const { out } = await liveCommand(folder.path, [...offered, '--limit=1'], {
      RAPPORT_BASE_URL: server.baseUrl,
    })
    expect(readDocument(out).results[0]?.failedBy).toEqual({ system: 1, infrastructure: 0 })
  })

  it('takes the outage that one start of a program met for no excuse of another', async () => {
    writeAsking(`const { mkdirSync } = await import('node:fs')
let first = true
try { mkdirSync('asked') } catch { first = false }
if (first) await chat('${DOWN}')
process.exit(1)`)
    const { out } = await rapport(...run, '--offer-models', DOWN, '--limit=2')
    expect(readDocument(out).results[0]?.failedBy).toEqual({ system: 1, infrastructure: 1 })
  })

  it('leaves the environment of programs alone without it', async () => {
    writeAsking("answer('')")
    expect((await rapport(...run, '--limit=1')).code).toBe(0)
    expect(seenBy()).toEqual([{ url: '', key: 'sk-demo-of-the-user', seen: '' }])
  })

  it('asks before texts go to another machine, and says that programs send them', async () => {
    writeAsking("answer('')")
    const { code, err } = await rapport(...run, '--limit=1', '--offer-models', 'openai/gpt-4.1-mini')
    expect(code).toBe(2)
    expect(err).toContain('whatever programs send')
    expect(seenBy()).toEqual([])
  })

  it('is named by a dry run, which starts no program', async () => {
    writeAsking("answer('')")
    const { code, out } = await rapport(...offered, '--limit=1', '--dry-run')
    expect(code).toBe(0)
    expect(out.replaceAll(/\s+/g, ' ')).toContain('would get whatever programs send, for compatible/judge')
    expect(out).toContain('What programs ask')
    expect(seenBy()).toEqual([])
  })

  it.each([
    ['a model without an address', [...run, '--offer-models', 'nobody/x'], 'nobody'],
    [
      'an offer that no program can take',
      ['run', 'alpsbench/extraction', '--offer-models', 'compatible/judge-garbled'],
      'none is run',
    ],
  ])('refuses %s', async (_, argv, message) => {
    writeAsking("answer('')")
    const { code, err } = await rapport(...argv)
    expect(code).toBe(2)
    expect(err).toContain(message)
  })
})
