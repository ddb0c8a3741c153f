import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { inProcess, makeFolder } from '../testing/cli.ts'
import { callsIn, untilCalls, writeProgram } from '../testing/programs.ts'

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
