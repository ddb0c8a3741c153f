import { readFile } from 'node:fs/promises'
import { beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { Dataset } from '../src/core/dataset.ts'
import { jsonSchema } from '../src/core/json.ts'
import { buildCase } from '../src/benchmarks/alpsbench/data/build-case.ts'
import { droppedFields } from '../src/benchmarks/alpsbench/data/dropped-fields.ts'
import { lostFields } from '../src/testing/field-walk.ts'
import { openAlpsbench } from '../src/benchmarks/alpsbench/data/open.ts'
import { packetFiles } from '../src/benchmarks/alpsbench/data/packet-files.ts'
import { packetRows } from '../src/benchmarks/alpsbench/data/packet-rows.ts'
import { packetSchema } from '../src/benchmarks/alpsbench/data/packet-shape.ts'
import { casesOf, options } from '../src/benchmarks/alpsbench/data/fixtures.ts'
import { readJsonFile } from '../src/io/json-file.ts'
import { sharedData, skipReason } from './shared.ts'

const packets = sharedData('alpsbench-packets')
const counted = sharedData('alpsbench-expected', 'defect-counts.json')

describe.skipIf(packets === undefined || counted === undefined)(`the 214 packets (${skipReason})`, () => {
  let dataset: Dataset
  beforeAll(async () => {
    const word = `packets:${packets}`
    const opened = await openAlpsbench(word, { home: '/', sample: '/', workingDirectory: '/' })
    if (opened === null) throw new Error('the packets were not recognised')
    dataset = opened
  })

  it('have the defects that were counted independently', async () => {
    const expected = z.record(z.string(), z.number()).parse(JSON.parse(await readFile(counted ?? '', 'utf8')))
    expect(Object.keys(expected).length).toBeGreaterThan(20)
    const { counts, findings } = await dataset.check()
    expect(counts).toMatchObject(expected)
    expect(findings.filter((finding) => finding.severity === 'error')).toEqual([])
  })

  it('lose no field that is not listed', async () => {
    const dropped = droppedFields.filter(({ layout }) => layout === 'packets').map(({ field }) => field)
    const lost = new Set<string>()
    for (const file of await packetFiles(packets ?? '')) {
      const source = await readJsonFile(file)
      const cases = packetRows(packetSchema.parse(source), { file }).map((row) => {
        const {
          input,
          gold,
          row: whole,
          recordings,
        } = buildCase(row, { cluster: 'x', weight: 1, tags: {}, skip: null })
        return jsonSchema.parse({
          input,
          gold,
          whole,
          recordings: Object.values(recordings).map(({ raw }) => raw),
          models: Object.keys(recordings),
        })
      })
      for (const path of lostFields(source, cases, dropped, ['task1.llm_outputs'])) lost.add(path)
    }
    expect([...lost]).toEqual([])
  })

  it('give the rows of every track, and as many missing recordings as were counted', async () => {
    expect(await dataset.tracks(options)).toEqual([
      'alpsbench/extraction',
      'alpsbench/update',
      'alpsbench/retrieval/d100',
      ...['persona', 'preference', 'reality', 'constraint'].map(
        (ability) => `alpsbench/utilization/${ability}`,
      ),
    ])
    const cases = await casesOf(dataset, 'alpsbench/extraction', { rowBase: 'published-lines' })
    expect(cases).toHaveLength(214)
    expect(
      cases.flatMap((one) => Object.values(one.recordings)).filter(({ raw }) => raw === null),
    ).toHaveLength(53)
    expect(cases.reduce((sum, one) => sum + one.weight, 0)).toBe(236)
    expect(cases.filter((one) => one.tags['rejected_gold']?.[0] === 'all')).toHaveLength(8)
    const sharers = cases.filter((one) =>
      cases.some((other) => other !== one && other.cluster === one.cluster),
    )
    expect(sharers.length).toBeGreaterThanOrEqual(11)
    const clean = await casesOf(dataset, 'alpsbench/extraction', { view: 'clean' })
    expect(clean.filter((one) => one.skip !== undefined).length).toBeGreaterThanOrEqual(8)
    const targets = await casesOf(dataset, 'alpsbench/update', { view: 'clean' })
    expect(targets.filter((one) => one.skip?.includes('rejected'))).toHaveLength(17)
  })

  it('split about as the release does: three fifths hidden, a tenth uncertain', async () => {
    const cases = await casesOf(dataset, 'alpsbench/extraction')
    const share = (split: string) =>
      cases.filter((one) => one.tags['split']?.[0] === split).length / cases.length
    expect(share('test')).toBeGreaterThan(0.45)
    expect(share('test')).toBeLessThan(0.7)
    expect(share('uncertain')).toBeLessThan(0.2)
    expect(share('dev') + share('validation')).toBeGreaterThan(0.2)
  })

  it('offer every drawn level, unique by memory', async () => {
    const drawn = { ...options, pools: 'drawn' as const }
    expect((await dataset.tracks(drawn)).filter((track) => track.includes('retrieval'))).toHaveLength(5)
    const [one] = await casesOf(dataset, 'alpsbench/retrieval/d1000', drawn)
    const pool = z
      .object({
        candidate_memories: z.array(
          z.object({ memory_id: z.string(), value: z.string(), label: z.string() }),
        ),
      })
      .parse(one?.input)
    expect(new Set(pool.candidate_memories.map(({ memory_id }) => memory_id)).size).toBe(1001)
    expect(new Set(pool.candidate_memories.map(({ value, label }) => `${value} ${label}`)).size).toBe(1001)
  })
})
