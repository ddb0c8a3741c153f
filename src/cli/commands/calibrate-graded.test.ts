import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { z } from 'zod'
import { parseCsv } from '../../io/csv-reader.ts'
import { csvRecord } from '../../io/csv.ts'
import type { ScriptedServer } from '../../testing/scripted-server/index.ts'
import { estimateSchema } from '../testing/calibration-document.ts'
import { makeFolder } from '../testing/cli.ts'
import { liveCommand, startSampleServer } from '../testing/live.ts'

let server: ScriptedServer
let folder: ReturnType<typeof makeFolder>
const go = (...argv: string[]) => liveCommand(folder.path, argv, { RAPPORT_BASE_URL: server.baseUrl })

beforeAll(async () => {
  server = await startSampleServer()
  folder = makeFolder()
  const { code, err } = await go(
    'run',
    'alpsbench/utilization/emotion',
    '--system',
    'compatible/perfect',
    'compatible/forgetful',
    '--repeat',
    '2',
    '--judge',
    'compatible/judge-fair',
    '--quiet',
    '--overview',
  )
  if (code !== 0) throw new Error(err)
}, 60_000)
afterAll(async () => {
  folder.remove()
  await server.close()
})

const fields = ['resonation', 'expression', 'reception'] as const
const columns = ['item', 'language', 'shown', ...fields, 'note']

it('graded verdicts: three fields are labelled, their mean too is corrected', async () => {
  expect((await go('calibrate', 'sample', 'latest', '--out', 'labels.csv')).code).toBe(0)
  const text = readFileSync(join(folder.path, 'labels.csv'), 'utf8')
  expect(text.split('\r\n')[0]).toBe(columns.join(','))
  // In English and in Chinese, as the judge is asked.
  expect(readFileSync(join(folder.path, 'labels.guide.txt'), 'utf8')).toMatch(
    /You judge the empathy[^]*你评判/,
  )

  const rows = parseCsv(text, 'labels.csv', columns, columns)
  expect(rows).toHaveLength(64)
  // Two people who find everything middling, one a little warmer.
  for (const [name, stars] of [
    ['ada', ['3', '3', '2']],
    ['bo', ['4', '3', '3']],
  ] as const) {
    const lines = rows.map(({ cells: { item = '' } }) => csvRecord([item, ...stars]))
    writeFileSync(join(folder.path, `${name}.csv`), csvRecord(['item', ...fields]) + lines.join(''))
    expect((await go('calibrate', 'labels', 'latest', `${name}.csv`, '--annotator', name)).code).toBe(0)
  }

  const schema = z.object({
    tracks: z.tuple([
      z.object({
        instruments: z.tuple([
          z.object({
            fields: z.array(
              z.object({
                metric: z.string(),
                scale: z.string(),
                accuracy: z.null(),
                corrections: z.array(
                  z.object({
                    system: z.string(),
                    uncorrected: estimateSchema,
                    corrected: z.object({ value: z.number(), method: z.string() }),
                  }),
                ),
              }),
            ),
          }),
        ]),
      }),
    ]),
  })
  const { out } = await go('calibrate', 'report', 'latest', '--json')
  const found = schema.parse(JSON.parse(out)).tracks[0].instruments[0].fields
  expect(found.map(({ metric, scale }) => [metric, scale])).toEqual([
    ['mean', 'ordinal'],
    ['resonation', 'ordinal'],
    ['expression', 'ordinal'],
    ['reception', 'ordinal'],
  ])
  // All answers are labelled, so that people's own mean is what is left: of (3 + 4) / 2, 3 and (2 + 3) / 2.
  const means = new Map(found.map(({ metric, corrections }) => [metric, corrections[0]?.corrected.value]))
  expect(means.get('resonation')).toBeCloseTo(3.5, 6)
  expect(means.get('expression')).toBeCloseTo(3, 6)
  expect(means.get('reception')).toBeCloseTo(2.5, 6)
  expect(means.get('mean')).toBeCloseTo(3, 6)
  expect(found[0]?.corrections[0]).toMatchObject({ corrected: { method: 'prediction-powered' } })
}, 30_000)
