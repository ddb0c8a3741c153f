import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { makeFolder } from './testing/cli.ts'
import { liveCommand, startSampleServer } from './testing/live.ts'

let folder: ReturnType<typeof makeFolder>
/** Of the first server of a test: a run keeps to the servers that it was started with. */
let port: number
beforeEach(() => {
  folder = makeFolder()
  port = 0
})
afterEach(() => folder.remove())

const moved = z.object({ inThisRun: z.boolean(), changed: z.number(), of: z.number() }).nullable()
const documentSchema = z.object({
  judges: z.array(z.looseObject({ judge: z.string(), state: z.string(), unmeasured: z.number(), moved })),
  results: z.array(z.looseObject({ metric: z.string(), failedBy: z.object({ infrastructure: z.number() }) })),
})
const judgedRun =
  'run alpsbench/utilization/persona --limit 2 --no-baselines --quiet --json --system compatible/perfect --judge compatible/judge-fair'

const resume = 'resume latest --quiet --json'
const MINUTES = 60_000

/** A command against a server; the judge has the same name whatever the server makes of it. */
async function against(options: Parameters<typeof startSampleServer>[0], command: string, later = 0) {
  const server = await startSampleServer({ ...options, port })
  port = server.port
  try {
    const env = { RAPPORT_BASE_URL: server.baseUrl }
    const { code, out, err } = await liveCommand(folder.path, command.split(' '), env, later)
    expect(err).toBe('')
    expect(code).toBe(0)
    const { judges, results } = documentSchema.parse(JSON.parse(out))
    const lost = Math.max(...results.map(({ failedBy }) => failedBy.infrastructure))
    return { judges, lost, asked: server.stats().byModel }
  } finally {
    await server.close()
  }
}

/** A limit that is hit by a share of a model's requests, with a pause longer than anybody waits. */
const downFor = (model: string, percent: number) =>
  ({ fault: '429', times: Infinity, retryAfter: 7200, models: [model], percent }) as const

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
    const broken = await against({ faults: [downFor('judge-fair', 50)] }, judgedRun)
    const down = broken.judges[0]?.unmeasured ?? 0
    expect(down).toBeGreaterThan(0)
    expect(down).toBeLessThan(12)

    const mended = await against({}, resume)
    expect(mended.asked['judge-fair'] ?? 0).toBe(down + broken.lost)
    expect(mended.judges).toMatchObject([{ state: 'passed', unmeasured: 0 }])

    const again = await against({}, resume)
    expect(again.asked).toEqual({})
    expect(again.judges).toEqual(mended.judges)
  })

  it('are all asked again where the run is judged on more than an hour later', async () => {
    const wide = judgedRun.replace(' --limit 2', '')
    const first = await against({ faults: [downFor('perfect', 60)] }, wide)
    expect(first.lost).toBeGreaterThan(0)

    // Soon: new verdicts, no probes.
    const soon = await against({ faults: [downFor('perfect', 30)] }, resume, 50 * MINUTES)
    expect(soon.lost).toBeGreaterThan(0)
    expect(soon.lost).toBeLessThan(first.lost)
    expect(soon.asked['judge-fair']).toBe(first.lost - soon.lost)

    // Late, by a judge that gives no verdicts any more: each is asked for twice.
    const changed = { faults: [{ fault: 'empty', models: ['judge-fair'] }] } as const
    const late = await against(changed, resume, 80 * MINUTES)
    expect(late.asked['judge-fair']).toBe(2 * (12 + soon.lost))
    const mixed = { inThisRun: true, changed: 12, of: 12 }
    expect(late.judges).toMatchObject([{ state: 'undecided', moved: mixed }])
    const shown = await liveCommand(folder.path, ['report', 'latest'])
    expect(shown.out.replaceAll(/\s+/g, ' ')).toContain(
      'It MOVED: other verdicts on 12 of 12 probes than earlier in this run',
    )

    // Later still, but there is nothing to judge.
    const idle = await against({}, resume, 300 * MINUTES)
    expect(idle.asked).toEqual({})
    expect(idle.judges).toEqual(late.judges)

    // The judge is back: some figures are of the other one all the same.
    const back = await against({}, 'retry latest --unscored --quiet --json', 300 * MINUTES)
    expect(back.asked['judge-fair']).toBe(12 + soon.lost)
    expect(back.judges).toMatchObject([{ state: 'passed', moved: mixed }])
  })

  it('are as old as the oldest answer among them', async () => {
    const wide = judgedRun.replace(' --limit 2', '')
    const faults = [downFor('perfect', 60), downFor('judge-fair', 50)]
    const first = await against({ faults }, wide)
    expect(first.judges[0]?.unmeasured).toBeGreaterThan(0)
    expect(first.judges[0]?.unmeasured).toBeLessThan(12)
    const soon = await against({ faults: [downFor('perfect', 60)] }, resume, 50 * MINUTES)
    expect(soon.judges).toMatchObject([{ unmeasured: 0 }])
    expect(soon.lost).toBeGreaterThan(0)
    const late = await against({}, resume, 80 * MINUTES)
    expect(late.asked['judge-fair']).toBe(12 + soon.lost)
    expect(late.judges).toMatchObject([{ state: 'passed', moved: null }])
  })
})
