import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { makeFolder } from './testing/cli.ts'
import { liveCommand, startSampleServer } from './testing/live.ts'

let folder: ReturnType<typeof makeFolder>
beforeEach(() => {
  folder = makeFolder()
})
afterEach(() => folder.remove())

const moved = z.object({ changed: z.number(), of: z.number() }).nullable()
const documentSchema = z.object({
  judges: z.array(z.looseObject({ judge: z.string(), state: z.string(), unmeasured: z.number(), moved })),
  results: z.array(z.looseObject({ metric: z.string(), failedBy: z.object({ infrastructure: z.number() }) })),
})
const judgedRun =
  'run alpsbench/utilization/persona --limit 2 --no-baselines --quiet --json --system compatible/perfect --judge compatible/judge-fair'

/** A command against a server; the judge has the same name whatever the server makes of it. */
async function against(options: Parameters<typeof startSampleServer>[0], command: string) {
  const server = await startSampleServer(options)
  try {
    const env = { RAPPORT_BASE_URL: server.baseUrl }
    const { code, out, err } = await liveCommand(folder.path, command.split(' '), env)
    expect(err).toBe('')
    expect(code).toBe(0)
    const { judges, results } = documentSchema.parse(JSON.parse(out))
    return { judges, results, asked: server.stats().byModel }
  } finally {
    await server.close()
  }
}

describe('the probes of a judge', () => {
  it('are put before it in every run, and tell when it moved behind its name', async () => {
    const first = await against({}, judgedRun)
    expect(first.judges).toMatchObject([{ judge: 'compatible/judge-fair', state: 'passed', moved: null }])

    const second = await against({}, judgedRun)
    expect(second.judges).toMatchObject([{ state: 'passed', moved: { changed: 0, of: 12 } }])

    const third = await against({ faults: [{ fault: 'empty', models: ['judge-fair'] }] }, judgedRun)
    expect(third.judges).toMatchObject([{ state: 'undecided', moved: { changed: 12, of: 12 } }])
  })

  it('are asked again on resume where it could not be reached, and nowhere else', async () => {
    // Longer than anybody waits.
    const limit = { fault: '429', times: Infinity, retryAfter: 7200 } as const
    const half = { ...limit, models: ['judge-fair'], percent: 50 }
    const broken = await against({ faults: [half] }, judgedRun)
    const down = broken.judges[0]?.unmeasured ?? 0
    expect(down).toBeGreaterThan(0)
    expect(down).toBeLessThan(12)
    const lost = Math.max(...broken.results.map(({ failedBy }) => failedBy.infrastructure))

    const resume = 'resume latest --quiet --json'
    const mended = await against({}, resume)
    expect(mended.asked['judge-fair'] ?? 0).toBe(down + lost)
    expect(mended.judges).toMatchObject([{ state: 'passed', unmeasured: 0 }])

    const again = await against({}, resume)
    expect(again.asked).toEqual({})
    expect(again.judges).toEqual(mended.judges)
  })
})
