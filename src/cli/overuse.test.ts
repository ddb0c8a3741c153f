import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { inProcess, makeFolder } from './testing/cli.ts'

const folder = makeFolder()
afterAll(folder.remove)
const rapport = (...argv: string[]) => inProcess(folder.path, argv, { columns: 120 })

const bounded = z.object({ value: z.number(), low: z.number(), high: z.number() })
const reportSchema = z.object({
  signal: z.array(
    z.object({
      system: z.string(),
      found: z.object({ dPrime: bounded, criterion: bounded, due: z.number(), irrelevant: z.number() }),
    }),
  ),
  contrasts: z.array(z.object({ system: z.string(), name: z.string(), difference: bounded.nullable() })),
})
let report: z.infer<typeof reportSchema>
beforeAll(async () => {
  const { code, err } = await rapport('run', 'overuse', '--quiet')
  expect(code, err).toBe(0)
  const { out } = await rapport('report', '--json')
  report = reportSchema.parse(JSON.parse(out))
}, 120_000)

const signalOf = (system: string) => report.signal.find((row) => row.system === system)?.found

describe('rapport run overuse', () => {
  it('tells apart who knows when, and whoever always or never applies', () => {
    expect(signalOf('oracle')?.dPrime.low).toBeGreaterThan(1)
    expect(signalOf('oracle')?.dPrime.value).toBeGreaterThan(3.5)
    // Who always, or never, brings memories up does not tell occasions apart.
    for (const system of ['baseline:recite', 'baseline:silent'])
      expect(signalOf(system)?.dPrime.value, system).toBeCloseTo(0, 12)
    const coin = signalOf('baseline:coin')?.dPrime
    expect(coin?.low).toBeLessThan(0)
    expect(coin?.high).toBeGreaterThan(0)
  })

  it('knows who is too ready and who holds back', () => {
    expect(signalOf('baseline:recite')?.criterion.high).toBeLessThan(0)
    expect(signalOf('baseline:silent')?.criterion.low).toBeGreaterThan(0)
    expect(signalOf('oracle')?.due).toBe(24)
    expect(signalOf('oracle')?.irrelevant).toBe(24)
  })

  it('pairs conditions within the pairs', () => {
    const of = (name: string, system: string) =>
      report.contrasts.find((row) => row.name === name && row.system === system)?.difference?.value
    expect(of('effect of the memory when due', 'oracle')).toBe(1)
    expect(of('counterfactual use', 'oracle')).toBe(1)
    expect(of('counterfactual use', 'baseline:silent')).toBe(0)
    expect(of('changed when asked again', 'oracle')).toBe(0)
  })

  it('is read in tables', async () => {
    const { out } = await rapport('report')
    expect(out.slice(0, out.indexOf('run 2'))).toMatchSnapshot()
  })
})

describe('a run without a main figure', () => {
  it('has nothing to draw, and says what to do', async () => {
    const { code, err } = await rapport('report', '--format', 'svg')
    expect(code).toBe(2)
    expect(err).toContain('no track of this run has a headline or published figure to draw')
    expect((await rapport('audit', 'sample', '--track', 'overuse', '--quiet')).out).not.toContain(
      'the best on each',
    )
  })
})
