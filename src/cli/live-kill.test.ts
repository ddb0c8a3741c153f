import { setImmediate as turn } from 'node:timers/promises'
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import type { ScriptedServer } from '../testing/scripted-server/index.ts'
import { buildOnce, ended, makeFolder, rapport, start, type Ended } from './testing/cli.ts'
import { liveCommand, readDocument, startSampleServer } from './testing/live.ts'

const CONCURRENCY = 3
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

const run = [
  'run',
  'alpsbench/utilization/persona',
  '--no-baselines',
  '--quiet',
  '--json',
  `--concurrency=${CONCURRENCY}`,
  '--system=compatible/forgetful',
  '--judge=compatible/judge-fair',
]

/** Waits until a model was asked `count` times. @throws Error when the process ends before */
async function untilAsked(model: string, count: number, end: Promise<Ended>): Promise<void> {
  let gone = false
  void end.then(() => (gone = true))
  while ((server.stats().byModel[model] ?? 0) < count) {
    if (gone) throw new Error('the process ended before it was killed')
    await turn()
  }
}

it.each([1, 6, 12])(
  'kill -9 at verdict %i: resume pays again only for what was under way, and gets the same figures',
  async (count) => {
    const env = { RAPPORT_BASE_URL: server.baseUrl }
    const child = start(folder.path, run, env)
    const end = ended(child)
    await untilAsked('judge-fair', count, end)
    child.kill('SIGKILL')
    expect((await end).code).toBe(-1)

    const resumed = await rapport(folder.path, ['resume', 'latest', '--quiet', '--json'], env)
    expect(resumed).toMatchObject({ code: 0, err: '' })
    const { requests, distinct, byModel } = server.stats()
    expect(requests - distinct).toBeLessThanOrEqual(CONCURRENCY)

    const whole = makeFolder()
    try {
      const { out } = await liveCommand(whole.path, run, env)
      expect(readDocument(resumed.out).results).toEqual(readDocument(out).results)
      expect(readDocument(resumed.out).judges).toEqual(readDocument(out).judges)
    } finally {
      whole.remove()
    }
    // The uninterrupted run asked everything once more: nothing was left out before.
    expect(server.stats().distinct).toBe(distinct)
    const asked = server.stats().requests - requests
    expect(asked).toBe(distinct)
    expect(Object.keys(byModel).toSorted()).toEqual(['forgetful', 'judge-fair'])
  },
)
