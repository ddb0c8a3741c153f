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
  judges: z.array(z.looseObject({ judge: z.string(), state: z.string(), moved })),
})

/** One judged run of two cases against a server; the judge has the same name whatever the server makes of it. */
async function judgedRun(options: Parameters<typeof startSampleServer>[0]) {
  const server = await startSampleServer(options)
  try {
    const argv =
      'run alpsbench/utilization/persona --limit 2 --no-baselines --quiet --json --system compatible/perfect'
    const { code, out, err } = await liveCommand(
      folder.path,
      [...argv.split(' '), '--judge', 'compatible/judge-fair'],
      { RAPPORT_BASE_URL: server.baseUrl },
    )
    expect(err).toBe('')
    expect(code).toBe(0)
    return documentSchema.parse(JSON.parse(out)).judges
  } finally {
    await server.close()
  }
}

describe('the probes of a judge', () => {
  it('are put before it in every run, and tell when it moved behind its name', async () => {
    const first = await judgedRun({})
    expect(first).toMatchObject([{ judge: 'compatible/judge-fair', state: 'passed', moved: null }])

    const second = await judgedRun({})
    expect(second).toMatchObject([{ state: 'passed', moved: { changed: 0, of: 12 } }])

    const third = await judgedRun({ faults: [{ fault: 'empty', models: ['judge-fair'] }] })
    expect(third).toMatchObject([{ state: 'undecided', moved: { changed: 12, of: 12 } }])
  })
})
