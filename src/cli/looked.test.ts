import { afterAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { inProcess, makeFolder } from './testing/cli.ts'

const folder = makeFolder()
afterAll(folder.remove)
let now = Date.UTC(2026, 0, 2)
const clock = { now: () => (now += 1), monotonic: () => now }
const rapport = (...argv: string[]) => inProcess(folder.path, argv, { clock })

async function run(...argv: string[]): Promise<string> {
  const { out } = await rapport('run', 'alpsbench/update', '--no-baselines', '--quiet', '--json', ...argv)
  return z.object({ run: z.object({ id: z.string() }) }).parse(JSON.parse(out)).run.id
}

async function warnings(id: string): Promise<string[]> {
  const { out, err } = await rapport('compare', id, '--baselines', '--json')
  if (out === '') throw new Error(err)
  return z.object({ warnings: z.array(z.string()) }).parse(JSON.parse(out)).warnings
}

const systems = ['--system', 'rules:append-first-person', 'privileged:append-only']

describe('a run that was extended after somebody looked', () => {
  it('is told, with how many cases were seen and in which run; a try and another system are none', async () => {
    const tried = await run(...systems, '--limit', '2')
    const first = await run(...systems, '--limit', '12')
    expect(await warnings(first)).toEqual([
      // Two of twelve are more than a tenth.
      expect.stringContaining(`figures of 2 of these 12 cases were looked at before (run ${tried})`),
    ])
    const whole = await run(...systems)
    expect(await warnings(whole)).toEqual([
      expect.stringContaining(`figures of 12 of these 24 cases were looked at before (run ${first})`),
    ])
    const other = await run('--system', 'privileged:append-only', 'oracle')
    expect(await warnings(other)).toEqual([])
    // The same size again adds nothing.
    const again = await run(...systems, '--limit', '12')
    expect(await warnings(again)).toEqual([expect.stringContaining(`figures of 2 of these 12 cases`)])
  })

  it('is told by gates too', async () => {
    const whole = await run(...systems)
    const { err } = await rapport('gate', whole, '--min', 'alpsbench/update.action_f1>=0')
    expect(err).toContain('warning: alpsbench/update: figures of 12 of these 24 cases were looked at before')
  })
})
