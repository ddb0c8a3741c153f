import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import stringWidth from 'string-width'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { parseJson } from '../../core/json.ts'
import { inProcess, makeFolder } from '../testing/cli.ts'

let folder: ReturnType<typeof makeFolder>
beforeAll(() => {
  folder = makeFolder()
})
afterAll(() => folder.remove())

const reproduce = (...more: string[]) =>
  inProcess(folder.path, ['reproduce', 'alpsbench', '--pool-seeds', '2', '--quiet', ...more])

const documentSchema = z.object({
  invented: z.boolean(),
  runs: z.array(z.object({ id: z.string(), pools: z.string(), seed: z.number() })),
  claims: z.array(
    z.object({
      id: z.string(),
      verdict: z.enum(['supported', 'contradicted', 'undecided', 'not-measurable']),
      parts: z.array(
        z.object({
          verdict: z.string(),
          text: z.string(),
          effect: z
            .object({
              value: z.number(),
              low: z.number(),
              high: z.number(),
              n: z.number(),
              clusters: z.number(),
              method: z.string(),
              random: z.string(),
            })
            .nullable(),
        }),
      ),
    }),
  ),
})

async function document(...more: string[]) {
  const { code, out, err } = await reproduce('--json', ...more)
  if (code !== 0) throw new Error(err)
  return documentSchema.parse(parseJson(out))
}

/** Ids of runs tell time and chance. */
const withoutIds = (text: string) => text.replaceAll(/\d{8}-\d{6}-[0-9a-f]{4}/g, '<run>')

describe('rapport reproduce', () => {
  it('runs what is needed on the sample, says that it is invented, and decides print alone about the paper', async () => {
    const { invented, runs, claims } = await document()
    expect(invented).toBe(true)
    expect(runs.map(({ pools, seed }) => [pools, seed])).toEqual([
      ['original', 0],
      ['drawn', 1],
      ['drawn', 2],
    ])
    const verdict = (id: string) => claims.find((claim) => claim.id === id)?.verdict
    expect(verdict('extraction/order')).toBe('not-measurable')
    expect(verdict('retrieval/bm25-lines')).toBe('not-measurable')
    expect(verdict('beyond/do-nothing-wins-update')).toBe('not-measurable')
    expect(verdict('beyond/id-rule-solves-retrieval')).toBe('not-measurable')
    expect(verdict('arithmetic/vra-column')).toBe('contradicted')
    for (const { parts } of claims)
      for (const { effect } of parts) if (effect !== null) expect(effect.low).toBeLessThan(effect.high)
  })

  it('takes its own runs again, and the same from --run', async () => {
    const first = await document()
    const again = await document()
    expect(again).toEqual(first)
    const named = await document('--run', ...first.runs.map(({ id }) => id))
    expect(named.claims).toEqual(first.claims)
    const { out } = await inProcess(folder.path, ['list', 'runs'])
    expect(out.match(/\d{8}-\d{6}-[0-9a-f]{4}/g)).toHaveLength(3)
  })

  it('looks at named runs only', async () => {
    const { runs } = await document()
    const { claims } = await document('--run', runs[0]?.id ?? '')
    expect(claims.find(({ id }) => id === 'retrieval/bm25-falls')?.verdict).toBe('not-measurable')
  })

  it('fits the width of the terminal', async () => {
    for (const columns of [40, 72, 100, 180]) {
      const { out } = await inProcess(
        folder.path,
        ['reproduce', 'alpsbench', '--pool-seeds', '2', '--quiet'],
        { columns },
      )
      for (const line of out.split('\n')) expect(stringWidth(line), line).toBeLessThanOrEqual(columns)
    }
  })

  it('prints the sample as it always does', async () => {
    const { out } = await reproduce()
    expect(withoutIds(out)).toMatchSnapshot()
  })

  it('prints Markdown, and writes into a file', async () => {
    const { code, out } = await reproduce('--format', 'markdown', '--out', 'findings.md')
    expect([code, out]).toEqual([0, ''])
    const text = withoutIds(readFileSync(join(folder.path, 'findings.md'), 'utf8'))
    expect(text).toMatchSnapshot()
  })

  it('tells what it does, and goes on after a stop', async () => {
    const own = makeFolder()
    try {
      const argv = ['reproduce', 'alpsbench', '--pool-seeds', '1']
      const stopped = await inProcess(own.path, argv, { signal: AbortSignal.abort() })
      expect(stopped.code).toBe(1)
      expect(stopped.err).toContain('start it again')
      const { code, err } = await inProcess(own.path, argv)
      expect(code).toBe(0)
      expect(err).toMatch(/alpsbench\/extraction, .*: run \d{8}/)
      expect((await inProcess(own.path, argv)).err).toMatch(/taken from run \d{8}/)
    } finally {
      own.remove()
    }
  })

  it.each([
    [['reproduce', 'alpsbenhc'], 2, 'did you mean'],
    [['reproduce', 'cupid'], 2, 'no findings of cupid'],
    [['reproduce', 'alpsbench', '--run', 'none'], 2, 'there is no run'],
    [['reproduce', 'alpsbench', '--data', 'nowhere'], 2, 'there is no data'],
    [['reproduce', 'alpsbench', '--pool-seeds', '0'], 2, 'at least 1'],
  ])('%j ends with %i', async (argv, code, message) => {
    const ended = await inProcess(folder.path, argv)
    expect(ended.code).toBe(code)
    expect(ended.err).toContain(message)
  })

  it('refuses runs of another benchmark', async () => {
    const argv = ['run', 'cupid/inference', '--limit', '2', '--quiet', '--json']
    const { run } = z
      .object({ run: z.object({ id: z.string() }) })
      .parse(parseJson((await inProcess(folder.path, argv)).out))
    const { code, err } = await reproduce('--run', run.id)
    expect(code).toBe(2)
    expect(err).toContain('is of cupid')
  })
})
