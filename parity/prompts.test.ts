import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { alpsbench } from '../src/benchmarks/alpsbench/benchmark.ts'
import { openAlpsbench } from '../src/benchmarks/alpsbench/data/open.ts'
import type { Dataset } from '../src/core/dataset.ts'
import { jsonObjectSchema, parseJson, type JsonObject } from '../src/core/json.ts'
import { sharedData, skipReason } from './shared.ts'

const chunks = sharedData('alpsbench-packets', 'chunks')
const CANARY = 'canary7c1f'
const options = { split: null, view: 'as-published', rekey: false, rowBase: 'unique', seed: 0 } as const

const part = jsonObjectSchema
const packetSchema = z
  .object({ task1: part, task2: part, task3: part, task4: z.array(part).exactOptional() })
  .catchall(z.custom<JsonObject[string]>(() => true))

/** A packet with a canary in every place that no chat system may see, except the target of ability 1. */
function bugged(text: string): string {
  const packet = packetSchema.parse(parseJson(text))
  const marked = (value: JsonObject[string] | undefined) => ({
    ...part.parse(value),
    value: `${CANARY} target`,
  })
  const golden = z.array(part).parse(packet.task2['golden_answer'])
  const tasks = (packet.task4 ?? []).map((task) =>
    task['ability'] === 'ability1'
      ? task
      : { ...task, task4_selected_memory: marked(task['task4_selected_memory']) },
  )
  const noted = { stratum: `${CANARY} stratum`, stratum_source: CANARY }
  return JSON.stringify({
    ...packet,
    task1: { ...packet.task1, ...noted },
    task2: {
      ...packet.task2,
      ...noted,
      task2_selected_memory: marked(packet.task2['task2_selected_memory']),
      golden_answer: golden.map((item) => ({ ...item, value: `${CANARY} ${JSON.stringify(item['value'])}` })),
    },
    task3: {
      ...packet.task3,
      ...noted,
      task3_selected_memory: marked(packet.task3['task3_selected_memory']),
    },
    ...(packet.task4 === undefined ? {} : { task4: tasks }),
  })
}

async function open(folder: string): Promise<Dataset> {
  const dataset = await openAlpsbench(folder, { home: folder, sample: folder, workingDirectory: folder })
  if (dataset === null) throw new Error('no packets there')
  return dataset
}

describe.skipIf(chunks === undefined)(`prompts on the packets (${skipReason})`, () => {
  let folder = ''
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'rapport-prompts-'))
    const from = chunks ?? ''
    for (const chunk of await readdir(from)) {
      await mkdir(join(folder, 'chunks', chunk), { recursive: true })
      for (const file of await readdir(join(from, chunk))) {
        const text = await readFile(join(from, chunk, file), 'utf8')
        await writeFile(join(folder, 'chunks', chunk, file), file.startsWith('sess_') ? bugged(text) : text)
      }
    }
  }, 120_000)
  afterAll(() => rm(folder, { recursive: true, force: true }))

  it('hold no gold, stratum or audit context', { timeout: 120_000 }, async () => {
    const dataset = await open(folder)
    let prompts = 0
    let marked = 0
    // The packets store one retrieval level and no row of ability 5.
    const stored = alpsbench.tracks.filter(
      ({ id }) => !/d[3571]0{2,3}$|emotion$/.test(id) || id.endsWith('d100'),
    )
    expect(stored).toHaveLength(7)
    for (const track of stored) {
      for await (const { input, gold, row } of dataset.cases(track.id, { ...options, pools: 'original' })) {
        if (JSON.stringify([gold, row]).includes(CANARY)) marked++
        for (const prompt of [track.prompts.strict, track.prompts.reference]) {
          const { messages, meta } = prompt.build(input)
          if (JSON.stringify([messages, meta]).includes(CANARY))
            throw new Error(`${track.id} shows what is hidden`)
          prompts++
        }
      }
    }
    expect(prompts).toBeGreaterThan(214 * 2 * 3)
    expect(marked).toBeGreaterThan(214 * 3)
  })

  it('have 30,000 to 50,000 tokens at 1,000 distractors', { timeout: 120_000 }, async () => {
    const dataset = await open(join(chunks ?? '', '..'))
    const track = alpsbench.tracks.find(({ id }) => id === 'alpsbench/retrieval/d1000')
    const sizes: number[] = []
    for await (const { input } of dataset.cases('alpsbench/retrieval/d1000', {
      ...options,
      pools: 'drawn',
    })) {
      const { messages } = track?.prompts.strict.build(input) ?? { messages: [] }
      sizes.push(messages.reduce((sum, { content }) => sum + countTokens(content), 0))
      if (sizes.length === 20) break
    }
    expect(sizes).toHaveLength(20)
    expect(Math.min(...sizes)).toBeGreaterThan(30_000)
    expect(Math.max(...sizes)).toBeLessThan(50_000)
  })
})
