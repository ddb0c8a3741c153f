import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { completion, startScript, type Answer } from '../models/gateway/fixtures/http-script.ts'
import type { ScriptedServer } from '../testing/scripted-server/index.ts'
import { exportForms } from './export-forms.ts'
import { makeFolder } from './testing/cli.ts'
import { liveCommand, readDocument, resultOf, startSampleServer } from './testing/live.ts'

const KEY = 'sk-test-0123456789abcdefSECRET'
let folder: ReturnType<typeof makeFolder>
let server: ScriptedServer
beforeEach(async () => {
  folder = makeFolder()
  server = await startSampleServer({ apiKey: KEY })
})
afterEach(async () => {
  await server.close()
  folder.remove()
})

const withEnv = (env: Record<string, string>, ...argv: string[]) => liveCommand(folder.path, argv, env)
const rapport = (...argv: string[]) =>
  withEnv({ RAPPORT_BASE_URL: server.baseUrl, RAPPORT_API_KEY: KEY }, ...argv)
const run = ['run', 'alpsbench/extraction', '--no-baselines', '--quiet', '--json', '--limit=6']
const perfect = [...run, '--system', 'compatible/perfect']

/** State of the newest run, by `rapport list runs`. */
async function stateOfRun(): Promise<string> {
  const { out } = await rapport('list', 'runs')
  return /\b(done|stopped|failed|running|planning)\b/.exec(out)?.[1] ?? 'none'
}

describe('a wrong key', () => {
  it('stops the run with one message; resume goes on with the right one', async () => {
    const env = { RAPPORT_BASE_URL: server.baseUrl, RAPPORT_API_KEY: 'sk-wrong-key-of-somebody' }
    const { code, out, err } = await withEnv(env, ...perfect, '--concurrency=1')
    expect({ code, out }).toEqual({ code: 1, out: '' })
    expect(err).toMatch(/^rapport: compatible refused the key: .*401.*\n {2}check RAPPORT_API_KEY.*\n$/)
    expect(err).not.toContain('sk-wrong')
    expect(server.stats().requests).toBe(1)
    expect(await stateOfRun()).toBe('stopped')

    const resumed = await rapport('resume', 'latest', '--quiet', '--json')
    expect(resumed.code).toBe(0)
    expect(resultOf(readDocument(resumed.out), 'compatible/perfect', 'strict-match@1 f1')).toMatchObject({
      value: 1,
      n: 6,
    })
    expect(server.stats().requests).toBe(7)
    expect(await stateOfRun()).toBe('done')
  })
})

describe('a name that is wrong', () => {
  it('a model that the provider lacks stops the run and suggests the nearest', async () => {
    const { code, err } = await rapport(...run, '--system', 'compatible/perfct', '--concurrency=1')
    expect(code).toBe(1)
    expect(err).toContain('compatible has no model "perfct"')
    expect(err).toContain('did you mean compatible/perfect')
    expect(server.stats().byModel).toEqual({ perfct: 1 })
  })

  // Words, environment, what is said. Nothing is sent and no run is kept.
  it.each([
    ['--system opnai/x', {}, 'no model provider is called "opnai"', 'did you mean openai'],
    ['--system oracle --judge opnai/x', {}, 'no model provider is called "opnai"', 'did you mean openai'],
    ['--system compatible/perfect', {}, 'compatible/perfect has no address', 'set RAPPORT_BASE_URL'],
    ['--system openai/x --allow-egress', {}, 'openai/x needs a key', 'set OPENAI_API_KEY'],
    ['--system oracle --judge openai/x --allow-egress', {}, 'openai/x needs a key', 'set OPENAI_API_KEY'],
    [
      '--system compatible/x',
      { RAPPORT_BASE_URL: 'ftp://x' },
      'neither http nor https',
      'check RAPPORT_BASE_URL',
    ],
  ])('%s', async (words, env, what, fix) => {
    const { code, out, err } = await withEnv(env, ...run, ...words.split(' '))
    expect({ code, out }).toEqual({ code: 2, out: '' })
    expect(err).toContain(what)
    expect(err).toContain(fix)
    expect((await rapport('report')).code).toBe(2)
  })
})

const unwrapped = (text: string): string => text.replaceAll(/\s+/g, ' ')

const callsSchema = z.object({ calls: z.array(z.looseObject({ model: z.string() })) })

describe('--max-cost', () => {
  const priced = (...more: string[]) => {
    const prices = { 'compatible/perfect': { input: 10, output: 0 } }
    writeFileSync(join(folder.path, 'prices.json'), JSON.stringify({ asOf: '2026-01-01', prices }))
    return rapport(...perfect, '--prices', 'prices.json', ...more)
  }

  it('refuses a model without a price, and lets it run when told so', async () => {
    const { code, err } = await rapport(...perfect, '--max-cost', '1')
    expect(code).toBe(1)
    expect(err).toContain('no price is known for compatible/perfect')
    expect(err).toContain('--prices')
    expect(err).toContain('--allow-unpriced')
    expect(server.stats().requests).toBe(0)
    expect((await rapport(...perfect, '--max-cost', '1', '--allow-unpriced')).code).toBe(0)
    expect(server.stats().requests).toBe(6)
  })

  it('names priced models whose ids are near to one without a price', async () => {
    const prices = {
      'compatible/perfect-1': { input: 10, output: 0 },
      'compatible/other': { input: 1, output: 1 },
    }
    writeFileSync(join(folder.path, 'prices.json'), JSON.stringify({ asOf: '2026-01-01', prices }))
    const { code, err } = await rapport(...perfect, '--prices', 'prices.json', '--max-cost', '1')
    expect(code).toBe(1)
    expect(err).toContain('prices are known for compatible/perfect-1')
    expect(server.stats().requests).toBe(0)
  })

  it('and every sum name the price list behind them, the next one too after a change', async () => {
    const write = (input: number, asOf: string) => {
      const prices = { 'compatible/perfect': { input, output: 0 } }
      writeFileSync(join(folder.path, 'prices.json'), JSON.stringify({ asOf, prices }))
    }
    write(10, '2026-01-01')
    const one = 'prices.json over the built-in list as of 2026-01-01, sha256 '
    const words = [...perfect, '--prices=prices.json', '--max-cost=0.05']
    const dry = await rapport(...words, '--dry-run')
    expect(unwrapped(dry.out)).toContain(`Prices: ${one}`)
    expect((await rapport(...words)).err).toContain('is used up')
    write(5, '2026-02-01')
    const resumed = await rapport('resume', 'latest', '--quiet', '--max-cost=1')
    const note = /USD by the prices of: (.*?), sha256 (\w{12}); then (.*?), sha256 (\w{12})\./.exec(
      unwrapped(resumed.out),
    )
    expect(note?.[1]).toBe('prices.json over the built-in list as of 2026-01-01')
    expect(note?.[3]).toBe('prices.json over the built-in list as of 2026-02-01')
    expect(unwrapped(dry.out)).toContain(`${one}${note?.[2]}`)
    // A resume that makes no call adds no list.
    write(1, '2026-03-01')
    expect((await rapport('resume', 'latest', '--quiet')).out).not.toContain('2026-03-01')
    const { out } = await rapport('report', '--json')
    expect(callsSchema.parse(JSON.parse(out)).calls).toMatchObject([
      {
        model: 'compatible/perfect',
        prices: [{ asOf: '2026-01-01' }, { asOf: '2026-02-01', hash: expect.stringMatching(/^\w{64}$/) }],
      },
    ])
    const markdown = await rapport('report', '--format', 'markdown')
    expect(markdown.out).toContain(`by the prices of: ${one}`)
  })

  it('stops before the run costs more; what was paid is kept when resume may spend more', async () => {
    // Each call costs some 0.01 US dollars.
    const { code, out, err } = await priced('--max-cost', '0.05')
    expect({ code, out }).toEqual({ code: 1, out: '' })
    expect(err).toContain('the budget of $0.05 is used up')
    const { requests } = server.stats()
    expect(requests).toBeGreaterThan(0)
    expect(requests).toBeLessThan(6)
    expect(await stateOfRun()).toBe('stopped')
    // The budget belongs to the run: resume keeps to it, unless it gets another.
    expect((await rapport('resume', 'latest', '--quiet')).code).toBe(1)
    expect(server.stats().requests).toBe(requests)
    expect((await rapport('resume', 'latest', '--quiet', '--max-cost', '1')).code).toBe(0)
    expect(server.stats().requests).toBe(6)
    expect(await stateOfRun()).toBe('done')
  })
})

describe('--max-cost over calls whose cost nobody told', () => {
  it('counts their worst case, also after a resume', async () => {
    const prices = { 'compatible/*': { input: 10, output: 0 } }
    writeFileSync(join(folder.path, 'prices.json'), JSON.stringify({ asOf: '2026-01-01', prices }))
    const system = ['--system', 'compatible/perfect:500x1', '--concurrency=1']
    const first = await rapport(...run, ...system, '--prices=prices.json', '--max-cost=0.08')
    expect(first.err).toContain('the budget of $0.08 is used up')
    const { requests, byStatus } = server.stats()
    expect(byStatus['500']).toBeGreaterThan(0)
    const resumed = await rapport('resume', 'latest', '--quiet')
    expect(resumed.err).toContain('the budget of $0.08 is used up')
    expect(server.stats().requests).toBe(requests)
    const { out } = await rapport('resume', 'latest', '--quiet', '--max-cost=5')
    expect(unwrapped(out)).toMatch(/at most 0\.\d{4} USD \(not every cost is known\)/)
  })

  it('says of an unpriced model that its cost is unknown', async () => {
    const { out } = await rapport(
      ...perfect.filter((word) => word !== '--json'),
      '--max-cost=1',
      '--allow-unpriced',
    )
    expect(unwrapped(out)).toContain('cost unknown (no price)')
    expect(out).not.toContain('0.0000 USD')
  })
})

describe('texts that would leave the machine', () => {
  it('are refused, named with their host, until somebody allows it; then remembered for that data and host', async () => {
    const away = { RAPPORT_BASE_URL: 'http://example.invalid/v1', RAPPORT_API_KEY: KEY }
    const refused = await withEnv(away, ...perfect)
    expect({ code: refused.code, out: refused.out }).toEqual({ code: 2, out: '' })
    expect(refused.err).toContain('dialogues and memories to example.invalid')
    expect(refused.err).toContain('--allow-egress')
    // No price: allowed, and yet nothing is sent.
    const unsent = ['--max-cost', '1']
    const allowed = await withEnv(away, ...perfect, ...unsent, '--allow-egress')
    expect(allowed.err).toContain('no price is known')
    expect((await withEnv(away, ...perfect, ...unsent)).err).toContain('no price is known')
    const other = { ...away, RAPPORT_BASE_URL: 'http://other.invalid/v1' }
    expect((await withEnv(other, ...perfect, ...unsent)).err).toContain('to other.invalid')
  })

  it('resume and retry send nothing to a host that was not allowed', async () => {
    const away = { RAPPORT_BASE_URL: 'http://example.invalid/v1', RAPPORT_API_KEY: KEY }
    await withEnv(away, ...perfect, '--max-cost', '1', '--allow-egress')
    rmSync(join(folder.path, '.rapport', 'egress.json'))
    for (const command of ['resume', 'retry']) {
      const { code, err } = await withEnv(away, command, 'latest', '--quiet')
      expect(code).toBe(2)
      expect(err).toContain('dialogues and memories to example.invalid')
    }
    const allowed = await withEnv(away, 'resume', 'latest', '--quiet', '--allow-egress')
    expect(allowed.err).toContain('no price is known')
  })
})

describe('a key', () => {
  /** Files under a folder, and those of them that hold the key. */
  const searched = (path: string): { all: number; withKey: string[] } => {
    const files = readdirSync(path, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
    return { all: files.length, withKey: files.filter((file) => readFileSync(file).includes(KEY)) }
  }

  it('is in no file, no output and no message', async () => {
    const judge = ['--judge', 'compatible/judge-fair']
    const printed = [
      await rapport(...perfect, ...judge),
      await rapport(...run, '--system', 'compatible/perfct'),
      await rapport('report', '--all-metrics'),
      await rapport(...perfect, ...judge, '--dry-run'),
    ]
    expect(server.stats().byStatus['200']).toBeGreaterThan(6)
    for (const { out, err } of printed) expect(`${out}${err}`).not.toContain(KEY)
    const kept = searched(folder.path)
    expect(kept.all).toBeGreaterThan(1)
    expect(kept.withKey).toEqual([])
  })

  /** Answers that quote the key, as careless servers and proxies do. */
  const echo = `Bearer ${KEY} is what you sent`
  const said = { error: { message: `${echo}, twice: ${KEY}`, type: KEY, code: KEY, param: null } }
  it.each<[string, Answer, number]>([
    ['an answer', completion(`{"note": "${echo}"}`), 0],
    ['401', { status: 401, body: said, headers: { 'x-your-key': KEY } }, 1],
    ['500', { status: 500, body: said }, 0],
    ['a malformed body', { raw: `{"choices": [ ${echo}` }, 0],
    ['a malformed error', { status: 500, raw: `<html>${echo}` }, 0],
    ['400', { status: 400, body: said }, 0],
  ])(
    'is in none of them when a server sends it back in %s',
    { timeout: 120_000 },
    async (what, answer, code) => {
      // Answers that are worth another try come at once.
      const careless = await startScript(() => ({
        ...answer,
        headers: { 'retry-after-ms': '1', ...answer.headers },
      }))
      const env = { RAPPORT_BASE_URL: careless.baseUrl, RAPPORT_API_KEY: KEY }
      const own = (...argv: string[]) => withEnv(env, ...argv)
      try {
        const ran = await own(
          ...run.filter((word) => word !== '--quiet'),
          '--system',
          'compatible/any',
          '--limit=1',
        )
        expect({ what, code: ran.code, err: ran.err }).toMatchObject({ what, code })
        expect(careless.seen.length).toBeGreaterThan(0)
        for (const { headers } of careless.seen) expect(headers.authorization).toBe(`Bearer ${KEY}`)
        const printed = [ran, await own('list', 'runs')]
        for (const format of ['terminal', 'markdown', 'csv', 'json']) {
          printed.push(await own('report', 'latest', '--all-metrics', '--format', format))
        }
        if (code === 0) {
          for (const form of exportForms) {
            printed.push(await own('export', 'latest', '--form', form, '--out', `exported-${form}`))
          }
        }
        for (const { out, err } of printed) expect(`${out}${err}`).not.toContain(KEY)
        expect(searched(folder.path).withKey).toEqual([])
      } finally {
        await careless.close()
      }
    },
  )
})

describe('the server of a model', () => {
  it('is part of what a system and a judge are: another server is another system', async () => {
    const judged = [...perfect, '--judge', 'compatible/judge-fair']
    const first = await rapport(...judged)
    // Probes are asked anew by every run; the rest comes from the store.
    expect((await rapport(...judged)).code).toBe(0)
    expect(server.stats().byModel).toMatchObject({ perfect: 6 })
    const { requests } = server.stats()
    const other = await startSampleServer({ apiKey: KEY })
    const there = { RAPPORT_BASE_URL: `${other.baseUrl}/`, RAPPORT_API_KEY: KEY }
    try {
      // A stored run stays where it was, and can be read from anywhere.
      const moved = await withEnv(there, 'retry', 'latest', '--quiet')
      expect(moved.code).toBe(2)
      expect(moved.err).toContain(`compatible/perfect was at ${server.baseUrl} when the run was started`)
      expect(moved.err).toContain(`now at ${other.baseUrl}`)
      expect(other.stats().requests).toBe(0)
      const second = await withEnv(there, ...judged)
      expect(other.stats().byModel).toMatchObject({ perfect: 6 })
      expect(other.stats().byModel['judge-fair']).toBeGreaterThanOrEqual(6)
      const keys = [first, second].map(({ out }) => [
        ...new Set(
          readDocument(out)
            .results.map(({ instrument }) => instrument)
            .filter((key) => key.includes('judge-fair')),
        ),
      ])
      expect(keys[0]).toHaveLength(1)
      expect(keys[0]).not.toEqual(keys[1])
      expect(server.stats().requests).toBe(requests)
    } finally {
      await other.close()
    }
  })
})

describe('a report', () => {
  it('needs no address and no key: nobody is asked', async () => {
    const first = await rapport(...perfect, '--judge', 'compatible/judge-fair')
    expect(await withEnv({}, 'report', '--json')).toMatchObject({ code: 0, out: first.out })
    expect(await withEnv({}, 'export', 'latest', '--out', 'exported')).toMatchObject({ code: 0 })
    expect(await withEnv({}, 'rescore', 'latest', '--quiet', '--json')).toMatchObject({ code: 0 })
  })
})
