import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { JudgePanelRecord } from '../../core/run.ts'
import { openStore } from '../../store/index.ts'
import { inProcess, makeFolder } from '../testing/cli.ts'
import { callsIn, untilCalls, writeProgram } from '../testing/programs.ts'
import { liveCommand, startSampleServer } from '../testing/live.ts'

let folder: ReturnType<typeof makeFolder>
beforeEach(() => {
  folder = makeFolder()
})
afterEach(() => folder.remove())

const documentSchema = z.object({ results: z.array(z.looseObject({ instrument: z.string() })) })
const few = ['--data', 'sample', '--limit', '3', '--no-baselines', '--quiet', '--json']

describe('rescore', () => {
  it('adds an instrument beside the old ones and asks nobody', async () => {
    const program = writeProgram(folder.path)
    await inProcess(folder.path, ['run', 'alpsbench/extraction', '--system', program, ...few])
    const { code, out, err } = await inProcess(folder.path, [
      'rescore',
      'latest',
      '--scorer',
      'research-algo',
      '--matcher',
      'hungarian',
      '--quiet',
      '--json',
    ])
    expect(code).toBe(0)
    expect(err).toMatch(/^added research-algo@1\?matcher=hungarian; /)
    expect(callsIn(folder.path)).toHaveLength(3)
    const instruments = new Set(
      documentSchema.parse(JSON.parse(out)).results.map(({ instrument }) => instrument),
    )
    expect([...instruments].toSorted()).toEqual([
      'public-exact@1',
      'research-algo@1',
      'research-algo@1?matcher=hungarian',
      'strict-match@1',
    ])
  })

  it('refuses a run that is not finished: it would have to ask', async () => {
    const stop = new AbortController()
    const program = writeProgram(folder.path, 'while [ ! -e go ]; do sleep 0.05; done; answer')
    const run = inProcess(
      folder.path,
      ['run', 'alpsbench/extraction', '--system', program, ...few, '--concurrency', '1'],
      {
        signal: stop.signal,
      },
    )
    await untilCalls(folder.path, 1, run)
    stop.abort(new Error('stopped'))
    expect((await run).code).toBe(1)
    const { code, err } = await inProcess(folder.path, ['rescore', 'latest', '--scorer', 'public-exact'])
    expect(code).toBe(2)
    expect(err).toContain('is not finished')
    expect(callsIn(folder.path)).toHaveLength(1)
  })
})

describe('rescore of a run whose judges have given no verdict under this version of the rubric', () => {
  /** A finished run that names a judge, as an earlier version kept it: verdicts of an older rubric, no base URLs. */
  async function runWithStaleJudge(): Promise<void> {
    await inProcess(folder.path, ['run', 'alpsbench/extraction', '--system', 'oracle', ...few])
    const store = await openStore(join(folder.path, '.rapport', 'rapport.db'))
    const [run] = await store.runs()
    if (run === undefined) throw new Error('no run')
    const judged: JudgePanelRecord[] = [
      { rubric: 'judge-penalty', models: ['compatible/judge-fair'], rule: 'majority' },
    ]
    const tracks = run.spec.tracks.map((record) => ({ ...record, judged }))
    const models = { ...run.spec.models, servers: null }
    await store.updateSpec(run.id, { ...run.spec, tracks, models }, run.updatedAt)
    await store.close()
  }
  const rescore = ['rescore', 'latest', '--quiet', '--json']

  it('asks them only after the checks of address and egress; once they have spoken it asks nobody', async () => {
    await runWithStaleJudge()
    const unset = await liveCommand(folder.path, rescore)
    expect(unset).toMatchObject({ code: 2, out: '' })
    expect(unset.err).toContain('RAPPORT_BASE_URL')
    const away = { RAPPORT_BASE_URL: 'http://example.invalid/v1', RAPPORT_API_KEY: 'sk-0123456789' }
    const refused = await liveCommand(folder.path, rescore, away)
    expect(refused).toMatchObject({ code: 2, out: '' })
    expect(refused.err).toContain('queries, gold and answers to example.invalid')
    expect(refused.err).toContain('--allow-egress')
    const server = await startSampleServer()
    try {
      const here = { RAPPORT_BASE_URL: server.baseUrl }
      expect(await liveCommand(folder.path, rescore, here)).toMatchObject({ code: 0, err: '' })
      expect(server.stats().byModel['judge-fair']).toBeGreaterThan(3)
    } finally {
      await server.close()
    }
    expect(await liveCommand(folder.path, rescore)).toMatchObject({ code: 0, err: '' })
    expect(await liveCommand(folder.path, rescore, away)).toMatchObject({ code: 0, err: '' })
  })

  it('takes --allow-egress', async () => {
    await runWithStaleJudge()
    const store = await openStore(join(folder.path, '.rapport', 'rapport.db'))
    const [run] = await store.runs()
    if (run === undefined) throw new Error('no run')
    const models = { ...run.spec.models, maxCost: 1 }
    await store.updateSpec(run.id, { ...run.spec, models }, run.updatedAt)
    await store.close()
    const away = { RAPPORT_BASE_URL: 'http://example.invalid/v1', RAPPORT_API_KEY: 'sk-0123456789' }
    // No price: allowed, and yet nothing is sent, for the budget is checked too.
    const { code, err } = await liveCommand(folder.path, [...rescore, '--allow-egress'], away)
    expect(code).toBe(1)
    expect(err).toContain('no price is known')
  })
})

describe('--program-timeout', () => {
  it('ends a program that takes too long, and the run goes on', async () => {
    const program = writeProgram(folder.path, 'case "$id" in *01__*) while :; do :; done;; *) answer;; esac')
    const { code, out } = await inProcess(folder.path, [
      'run',
      'alpsbench/extraction',
      '--system',
      program,
      '--program-timeout',
      '2',
      ...few,
    ])
    expect(code).toBe(0)
    const rows = z
      .object({
        results: z.array(z.looseObject({ metric: z.string(), failedBy: z.object({ system: z.number() }) })),
      })
      .parse(JSON.parse(out)).results
    expect(rows.find(({ metric }) => metric === 'f1')?.failedBy.system).toBe(1)
  })
})
