import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { inProcess, makeFolder } from './testing/cli.ts'

let folder: ReturnType<typeof makeFolder>
beforeEach(() => {
  folder = makeFolder()
})
afterEach(() => folder.remove())

const run = (...more: string[]) =>
  inProcess(folder.path, [
    'run',
    'alpsbench/extraction',
    '--quiet',
    '--no-baselines',
    '--system',
    'oracle',
    ...more,
  ])

const documentSchema = z.object({
  run: z.object({ id: z.string(), selection: z.string().nullable() }),
  results: z.array(z.object({ n: z.number(), slice: z.object({ value: z.string() }).exactOptional() })),
})

describe('--sample', () => {
  it('runs so many cases of each stratum, the same ones again at another concurrency, and says so', async () => {
    const argv = ['--sample', '6', '--stratify', 'language', '--seed', '4']
    const { code, out } = await run(...argv, '--slice', 'language', '--json')
    expect(code).toBe(0)
    const { run: kept, results } = documentSchema.parse(JSON.parse(out))
    expect(kept.selection).toBe('a sample of 6 of 24 cases (seed 4, stratified by language)')
    expect(results[0]?.n).toBe(6)
    expect(results.every(({ slice, n }) => slice === undefined || n > 0)).toBe(true)
    const text = await run(...argv, '--concurrency', '1')
    expect(text.out).toMatch(/a sample of 6 of\s+24 cases in/)
    const predictions = async (...more: string[]): Promise<string> => {
      const made = await run(...argv, ...more, '--json')
      const { id } = documentSchema.parse(JSON.parse(made.out)).run
      await inProcess(folder.path, ['export', id, '--out', id])
      return readFileSync(
        join(folder.path, id, 'alpsbench_extraction', 'oracle', 'predictions.jsonl'),
        'utf8',
      )
    }
    const alone = await predictions('--concurrency', '1')
    expect(alone.trimEnd().split('\n')).toHaveLength(6)
    expect(await predictions('--concurrency', '8')).toBe(alone)
    expect(await predictions('--seed', '5')).not.toBe(alone)
  })

  it('is refused with --limit, and --stratify without it or with an unknown tag', async () => {
    expect(await run('--sample', '3', '--limit', '2')).toMatchObject({ code: 2 })
    expect(await run('--stratify', 'language')).toMatchObject({
      code: 2,
      err: expect.stringContaining('--stratify needs --sample'),
    })
    const { code, err } = await run('--sample', '3', '--stratify', 'langauge')
    expect(code).toBe(2)
    expect(err).toContain('did you mean language?')
  })
})
