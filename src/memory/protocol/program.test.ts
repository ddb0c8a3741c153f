import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { Fault } from '../../core/fault.ts'
import { jsonSchema } from '../../core/json.ts'
import type { MemorySystem } from '../../core/memory.ts'
import { createProgramMemory, type ProgramMemoryOptions } from './program.ts'
import {
  about,
  aboutWith,
  fakeTools,
  programFolder,
  programText,
  scopeRequest,
} from './fixtures/scripted-program.ts'

let programs: Awaited<ReturnType<typeof programFolder>>
const open: MemorySystem[] = []
beforeAll(async () => {
  programs = await programFolder()
})
afterEach(async () => {
  await Promise.all(open.splice(0).map(async (system) => system.close?.()))
})
afterAll(() => programs.remove())

async function start(text: string, more: Partial<ProgramMemoryOptions> = {}): Promise<MemorySystem> {
  const system = await createProgramMemory({
    commandLine: await programs.write(text),
    cwd: programs.folder,
    env: { ...process.env },
    limits: { timeout: 20_000 },
    tools: fakeTools().tools,
    ...more,
  })
  open.push(system)
  return system
}

const search = { k: 3, tokenBudget: 50, asOf: null } as const
const pidOf = (system: MemorySystem): number => {
  const { told } = system.identity
  const pid = typeof told === 'object' && told !== null && 'pid' in told ? told.pid : undefined
  if (typeof pid !== 'number') throw new Error('the program did not tell its pid')
  return pid
}
/** A process that was killed is gone or waits to be reaped; a busy machine kills it a little later. */
const stateOf = async (pid: number): Promise<string> => {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => `${pid} (node) X`)
  return text.slice(text.lastIndexOf(')') + 2, text.lastIndexOf(')') + 3)
}

describe('a memory system that is a program', () => {
  it('says who it is and what it can do', async () => {
    const own_prompt = [{ role: 'user', content: 'Known:\n{memories}\nAsked: {query}' }]
    const text = programText('', aboutWith({ max_k: 9 }, { warnings: ['slow'], own_prompt }))
    const system = await start(text)
    expect(system).toMatchObject({
      name: 'scripted',
      version: '7',
      warnings: ['slow'],
      capabilities: {
        dates: 'native',
        preload: true,
        list: true,
        asOf: true,
        readOnlySearch: true,
        readiness: 'told',
        keeps: 'process',
        maxK: 9,
      },
      facts: { embedder: null, extractionModel: null, extractionPrompt: null, searches: true },
      identity: { system: 'memory-program', program: { hashes: {} } },
    })
    expect(system.identity).not.toHaveProperty('model')
    const item = {
      id: '1',
      text: 'tea {query}',
      saidAt: '2026-01-02T03:04:05Z',
      happenedAt: null,
      sources: [],
    }
    expect(system.ownPrompt?.('what?', [{ ...item, score: null, raw: null }])).toEqual([
      { role: 'user', content: 'Known:\n- tea {query} (2026-01-02)\nAsked: what?' },
    ])
  })

  it('is told everything in snake case, one line a call, and its answers are read', async () => {
    const log = join(programs.folder, 'log.jsonl')
    const system = await start(
      programText(
        `appendFileSync(${JSON.stringify(log)}, JSON.stringify([method, params]) + '\\n')
        const item = { id: 'i', text: '面 🙂', said_at: '2026-01-02', sources: ['s'], score: 0.5, raw: { a: 1 }, extra: 1 }
        if (method === 'search') return { items: [item, { id: 'j', text: '' }] }
        if (method === 'list') return { items: [] }
        if (method === 'wait_ready') return { state: 'failed', sessions: ['s'] }
        if (method === 'usage') return { model_calls: 2, input_tokens: null }
        if (method === 'snapshot') return { state: [1] }`,
        aboutWith({ keeps: 'state', usage: true }),
      ),
    )
    const scope = await system.open(scopeRequest('a', { state: { x: 1 } }))
    expect(scope.usage().modelCalls).toBe(null)
    await scope.preload?.([{ id: 'g', text: 'tea', label: null, time: null }])
    const message = { role: 'user', name: null, content: 'naïve \n 面 \ud800', time: null } as const
    await scope.ingest({ id: 's', time: null, zone: 'Asia/Tokyo', messages: [message] })
    expect(await scope.waitReady(500)).toEqual({ state: 'failed', sessions: ['s'] })
    expect(await scope.search('q', { k: 3, tokenBudget: 50, asOf: '2026-01-03' })).toEqual([
      {
        id: 'i',
        text: '面 🙂',
        saidAt: '2026-01-02',
        happenedAt: null,
        sources: ['s'],
        score: 0.5,
        raw: { a: 1 },
      },
      { id: 'j', text: '', saidAt: null, happenedAt: null, sources: [], score: null, raw: null },
    ])
    expect(await scope.list()).toEqual([])
    expect(await scope.snapshot?.()).toEqual([1])
    expect(scope.usage()).toEqual({
      modelCalls: 2,
      inputTokens: null,
      outputTokens: null,
      embeddedTexts: null,
    })
    await scope.destroy()
    const lines = (await readFile(log, 'utf8')).trim().split('\n')
    const calls = lines.map((line) => jsonSchema.parse(JSON.parse(line)))
    const usage = ['usage', { scope: 'a' }]
    expect(calls).toEqual([
      ['open', { scope: 'a', state: { x: 1 }, sample: { repeat: 0, attempt: 1, fresh: null } }],
      ['preload', { scope: 'a', memories: [{ id: 'g', text: 'tea', label: null, time: null }] }],
      usage,
      ['ingest', { scope: 'a', session: { id: 's', time: null, zone: 'Asia/Tokyo', messages: [message] } }],
      usage,
      ['wait_ready', { scope: 'a', deadline_ms: 500 }],
      usage,
      ['search', { scope: 'a', query: 'q', k: 3, token_budget: 50, as_of: '2026-01-03' }],
      usage,
      ['list', { scope: 'a' }],
      ['snapshot', { scope: 'a' }],
      ['destroy', { scope: 'a' }],
    ])
  })

  it('may answer in any order: two scopes never mix', async () => {
    const system = await start(
      programText(`if (method === 'search') {
        kept[params.query] = id
        if (Object.keys(kept).length < 2) return null
        for (const query of Object.keys(kept).reverse())
          say({ id: kept[query], result: { items: [{ id: query, text: query }] } })
        return null
      }`),
    )
    const [one, two] = await Promise.all([system.open(scopeRequest('a')), system.open(scopeRequest('b'))])
    const found = await Promise.all([one.search('first', search), two.search('second', search)])
    expect(found.map(([item]) => item?.text)).toEqual(['first', 'second'])
  })

  it.each([
    ['no JSON', `say('Loading \\u001b[1mmodel')`, 'unusable-output', 'no JSON object: Loading  [1mmodel'],
    ['a list', `say('[1]')`, 'unusable-output', 'no JSON object: [1]'],
    ['the id of no call', `say({ id: 99, result: {} })`, 'unusable-output', 'field id: no call 99'],
    ['an id that is text', `say({ id: '2', result: {} })`, 'unusable-output', 'field id: no call "2"'],
    ['neither', `say({ id })`, 'unusable-output', 'neither a result nor an error'],
    ['no items', `return { found: [] }`, 'unusable-output', 'the answer to search: field items: '],
    [
      'a field of another type',
      `return { items: [{ id: 'x', text: 'x', said_at: 5 }] }`,
      'unusable-output',
      'field items[0].said_at: ',
    ],
    [
      'a number that overflows',
      `say('{"id":' + id + ',"result":{"items":[{"id":"x","text":"x","score":1e999}]}}')`,
      'unusable-output',
      'field result.items[0].score: a number is too large',
    ],
    [
      'half a character',
      `say('{"id":' + id + ',"result":{"items":[{"id":"x","text":"\\\\ud800"}]}}')`,
      'unusable-output',
      'field result.items[0].text: a text holds half',
    ],
    ['an error', `say({ id, error: { message: 'no index' } })`, 'crash', 'search: no index'],
    ['an exit', `console.error('KeyError: x'); process.exit(3)`, 'crash', 'exit code 3: KeyError: x'],
    ['an end without an answer', `process.exit(0)`, 'crash', 'the program ended: exit code 0'],
    ['a signal', `process.kill(process.pid, 'SIGKILL')`, 'crash', 'signal SIGKILL'],
    ['a long line', `say('x'.repeat(20_000_000))`, 'output-too-large', 'more than 16777216 bytes'],
  ])('%s in place of an answer is a fault of the system', async (_name, body, reason, message) => {
    const system = await start(programText(`if (method === 'search') { ${body}; return null }`))
    const scope = await system.open(scopeRequest('a'))
    const error: unknown = await scope.search('q', search).catch((thrown: unknown) => thrown)
    expect(error).toMatchObject({ name: 'Fault', reason, by: 'system' })
    expect(error).toHaveProperty('message', expect.stringContaining(message))
  })

  it('says itself when it is not to blame', async () => {
    const body = `say({ id, error: { message: 'disk full', kind: 'infrastructure' } }); return null`
    const system = await start(programText(`if (method === 'ingest') { ${body} }`))
    const scope = await system.open(scopeRequest('a'))
    const told = scope.ingest({ id: 's', time: null, zone: null, messages: [] })
    await expect(told).rejects.toMatchObject({ by: 'infrastructure', message: 'ingest: disk full' })
    expect(await scope.search('q', search).catch(() => 'fails')).toBe('fails')
  })

  it('is killed when it hangs, and started again for the next scope', async () => {
    const system = await start(programText(`if (method === 'search') return null`), {
      limits: { timeout: 1500 },
    })
    const pid = pidOf(system)
    const scope = await system.open(scopeRequest('a'))
    await expect(scope.search('q', search)).rejects.toMatchObject({ reason: 'timeout', by: 'system' })
    await expect.poll(() => stateOf(pid), { timeout: 5000 }).toMatch(/[XZ]/)
    await expect(scope.list()).rejects.toMatchObject({ reason: 'timeout', by: 'system' })
    await expect(scope.destroy()).resolves.toBeUndefined()
    const next = await system.open(scopeRequest('b'))
    await next.ingest({ id: 's', time: null, zone: null, messages: [] })
  })

  it('goes on after one slow call while it answers others; the late answer is left out', async () => {
    const text = programText(`if (method === 'search') { kept.late = id; return null }
      if (method === 'preload') { say({ id: kept.late, result: { items: [] } }); return {} }`)
    const system = await start(text, { limits: { timeout: 1500 } })
    const scope = await system.open(scopeRequest('a'))
    const slow = scope.search('q', search).catch((thrown: unknown) => thrown)
    await scope.ingest({ id: 's', time: null, zone: null, messages: [] })
    expect(await slow).toMatchObject({ reason: 'timeout', message: 'no answer to search within 1.5 s' })
    await scope.preload?.([])
    await scope.ingest({ id: 't', time: null, zone: null, messages: [] })
  })

  it('fails what is under way when it is killed, and is started again so often and not oftener', async () => {
    const text = programText(`if (method === 'search') return null
      if (method === 'list') return { items: [{ id: 'pid', text: String(process.pid) }] }`)
    const system = await start(text, { limits: { restarts: 1 } })
    const kill = async (id: string): Promise<void> => {
      const scope = await system.open(scopeRequest(id))
      const [pid] = await scope.list()
      const found = scope.search('q', search)
      process.kill(Number(pid?.text), 'SIGKILL')
      await expect(found).rejects.toMatchObject({
        reason: 'crash',
        by: 'system',
        message: 'the program ended: signal SIGKILL',
      })
    }
    await kill('a')
    await kill('b')
    await expect(system.open(scopeRequest('c'))).rejects.toMatchObject({
      reason: 'crash',
      by: 'system',
      message: 'started again 1 times, and ended again: the program ended: signal SIGKILL',
    })
  })

  it('is killed with all it started when the run is stopped, which is not its fault', async () => {
    const child = join(programs.folder, 'child.pid')
    const system = await start(
      programText(`if (method === 'search') {
        const helper = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' })
        writeFileSync(${JSON.stringify(child)}, String(helper.pid))
        return null
      }`),
    )
    const stop = new AbortController()
    const scope = await system.open(scopeRequest('a', { signal: stop.signal }))
    const found = scope.search('q', search).catch((thrown: unknown) => thrown)
    const helper = () => readFile(child, 'utf8').then(Number, () => 0)
    await expect.poll(helper, { timeout: 10_000 }).toBeGreaterThan(0)
    stop.abort()
    expect(await found).toMatchObject({ by: 'infrastructure', message: 'the run was stopped' })
    for (const pid of [pidOf(system), await helper()]) {
      await expect.poll(() => stateOf(pid), { timeout: 5000 }).toMatch(/[XZ]/)
    }
    await expect(scope.destroy()).resolves.toBeUndefined()
  })

  it('ends with its input when it is closed, or is killed', async () => {
    const deaf = await start(programText('').replace('for await', 'setInterval(() => {}, 1000)\nfor await'))
    await deaf.close?.()
    expect(await stateOf(pidOf(deaf))).toMatch(/[XZ]/)
  })

  it('is asked whether it is ready until the deadline', async () => {
    const system = await start(
      programText(`if (method === 'wait_ready') {
        kept.asked = (kept.asked ?? 0) + 1
        return { state: params.scope === 'late' && kept.asked === 3 ? 'ready' : 'timeout' }
      }`),
    )
    const late = await system.open(scopeRequest('late'))
    expect(await late.waitReady(60_000)).toEqual({ state: 'ready' })
    const never = await system.open(scopeRequest('never'))
    expect(await never.waitReady(1000)).toEqual({ state: 'timeout' })
  })

  it('deletes from its service even after it was killed', async () => {
    const log = join(programs.folder, 'destroyed')
    const system = await start(
      programText(
        `if (method === 'destroy') appendFileSync(${JSON.stringify(log)}, params.scope)
        if (method === 'search') process.exit(1)`,
        aboutWith({ keeps: 'service' }),
      ),
    )
    const scope = await system.open(scopeRequest('a'))
    await expect(scope.search('q', search)).rejects.toMatchObject({ reason: 'crash' })
    await scope.destroy()
    expect(await readFile(log, 'utf8')).toBe('a')
  })

  const asking = {
    ...about,
    facts: { embedder: null, extraction_model: 'openai/x', extraction_prompt: 'its own' },
  }
  const tellEnv = `if (method === 'list') {
    const { OPENAI_BASE_URL, OPENAI_API_KEY, RAPPORT_MEMORY_MODEL, RAPPORT_MEMORY_EMBEDDER } = process.env
    return { items: [{ id: 'env', text: [OPENAI_BASE_URL, OPENAI_API_KEY, RAPPORT_MEMORY_MODEL, RAPPORT_MEMORY_EMBEDDER].join(' ') }] }
  }`

  it('asks models through the run, under an address for each sample', async () => {
    const { tools, endpoints } = fakeTools({ model: 'openai/x' })
    const system = await start(programText(tellEnv, asking), { tools })
    expect(system.identity).toMatchObject({ model: 'openai/x', embedder: null })
    expect(system.warnings).toEqual([])
    const again = { repeat: 1, attempt: 1, fresh: null }
    const scopes = await Promise.all([
      system.open(scopeRequest('a')),
      system.open(scopeRequest('b')),
      system.open(scopeRequest('c', { sample: again })),
    ])
    const told = await Promise.all(scopes.map(async (scope) => (await scope.list())[0]?.text.trim()))
    expect(told).toEqual([
      'http://127.0.0.1:1/1 token-1 openai/x',
      'http://127.0.0.1:1/1 token-1 openai/x',
      'http://127.0.0.1:1/2 token-2 openai/x',
    ])
    expect(endpoints.map(({ name, sample }) => [name, sample])).toEqual([
      ['scripted', { repeat: 0, attempt: 1, fresh: null }],
      ['scripted', again],
    ])
    await system.close?.()
    expect(endpoints.map((one) => one.open)).toEqual([false, false])
  })

  it('is not blamed when it fails because a model could not be reached', async () => {
    const { tools, meet } = fakeTools({ model: 'openai/x' })
    const failing = `if (method === 'search') throw new Error('no model')`
    const system = await start(programText(failing, asking), { tools })
    const scope = await system.open(scopeRequest('a'))
    const asked = () => scope.search('q', search)
    await expect(asked()).rejects.toMatchObject({ by: 'system' })
    const outage = new Fault('provider', 'infrastructure', 'down')
    meet(outage)
    await expect(asked()).rejects.toBe(outage)
  })

  it('warns of a program that asks models when the run names none', async () => {
    const system = await start(programText('', asking))
    expect(system.warnings).toEqual([
      'scripted asks models by itself: its calls are in no ledger or budget of this run',
    ])
  })

  it('opens no address for a program that asks no model', async () => {
    const { tools, endpoints } = fakeTools({ model: 'openai/x' })
    const system = await start(programText(''), { tools })
    await system.open(scopeRequest('a'))
    expect(endpoints).toEqual([])
    expect(system.identity).not.toHaveProperty('model')
  })

  it.each([
    [
      'that ends at once',
      `console.error('ModuleNotFoundError: no module x'); process.exit(1)`,
      'no module x',
    ],
    ['of another protocol', programText('', { ...about, protocol: 2 }), 'field protocol: must be 1'],
    ['without a version', programText('', { ...about, version: '' }), 'field version: '],
    ['with a name that is none', programText('', { ...about, name: 'a b' }), 'field name: '],
    ['that says nothing', 'setInterval(() => {}, 1000)', 'no answer to capabilities within 1.5 s'],
  ])('a program %s is refused before the run', async (_name, text, message) => {
    const error: unknown = await start(text, { limits: { timeout: 1500 } }).catch((thrown: unknown) => thrown)
    expect(error).toMatchObject({ exitCode: 2, fix: expect.stringContaining('try it by hand: echo ') })
    expect(error).toHaveProperty('message', expect.stringContaining(message))
  })

  it('a program that is not there is refused, and so is none', async () => {
    await expect(start('', { commandLine: 'no-such-program', env: {} })).rejects.toMatchObject({
      exitCode: 2,
    })
    await expect(start('', { commandLine: ' ' })).rejects.toMatchObject({ exitCode: 2 })
  })
})
