import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { alpsbench } from '../src/benchmarks/alpsbench/benchmark.ts'
import { inProcess, makeFolder } from '../src/cli/testing/cli.ts'
import { parseJson } from '../src/core/json.ts'

const documentSchema = z.object({
  results: z.array(
    z.object({
      track: z.string(),
      system: z.string(),
      kind: z.enum(['ranked', 'privileged', 'input-blind']),
      instrument: z.string(),
      metric: z.string(),
      value: z.number().nullable(),
      unscored: z.number(),
      failed: z.number(),
      skipped: z.number(),
    }),
  ),
})

/** Every system that needs no model, on all tracks of the one split that the sample has. */
async function runSample() {
  const folder = makeFolder()
  try {
    const argv = ['run', 'alpsbench', '--data', 'sample', '--split', 'dev', '--json', '--quiet']
    const { code, out, err } = await inProcess(folder.path, argv)
    if (code !== 0) throw new Error(err)
    return documentSchema.parse(parseJson(out)).results
  } finally {
    folder.remove()
  }
}

describe('the sample', () => {
  it('can be won by reading only: on every headline oracle is 20 points above the best input-blind baseline', async () => {
    const results = await runSample()
    expect(new Set(results.map(({ track }) => track)).size).toBe(12)
    for (const { id, headline } of alpsbench.tracks) {
      if ('none' in headline) throw new Error(`${id} has no headline: ${headline.none}`)
      const rows = results.filter(
        ({ track, instrument, metric }) =>
          track === id && instrument.startsWith(`${headline.instrument}@`) && metric === headline.metric,
      )
      const oracle = rows.find(({ system }) => system === 'oracle')
      // With a reference for every case: nothing unscored, failed or skipped.
      expect(oracle, id).toMatchObject({ value: 1, unscored: 0, failed: 0, skipped: 0 })
      const blind = rows.filter(({ kind }) => kind === 'input-blind')
      expect(blind.length, id).toBeGreaterThanOrEqual(2)
      const best = Math.max(...blind.map(({ value }) => value ?? 0))
      expect(1 - best, id).toBeGreaterThanOrEqual(0.2)
    }
  })
})
