import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { Fault } from '../src/core/fault.ts'
import { parseExtraction } from '../src/benchmarks/alpsbench/extraction/parse.ts'
import { parseRetrieval } from '../src/benchmarks/alpsbench/retrieval/parse.ts'
import { parseUpdate } from '../src/benchmarks/alpsbench/update/parse.ts'
import { parseUtilization } from '../src/benchmarks/alpsbench/utilization/parse.ts'
import { parseJson, type Json } from '../src/core/json.ts'
import { createRecordedSystem } from '../src/systems/recorded.ts'
import { sharedData, skipReason } from './shared.ts'

const itemsSchema = z.array(z.object({ value: z.unknown() }).loose())
const rowSchema = z.object({
  original: z.object({
    candidate_memories: z
      .array(z.object({ memory_id: z.string(), value: z.string(), label: z.string() }))
      .exactOptional(),
    query: z.string().exactOptional(),
  }),
  model_output: z.object({
    raw_output: z.string().nullish(),
    memory_items: itemsSchema.exactOptional(),
    response_text: z.string().nullish(),
    responses: z.array(z.object({ response: z.string().nullish() })).exactOptional(),
  }),
})

function rows(name: string) {
  const path = sharedData('alpsbench-judged', `${name}.jsonl`)
  if (path === undefined) return []
  const lines = readFileSync(path, 'utf8').split('\n')
  return lines.filter((line) => line !== '').map((line) => rowSchema.parse(parseJson(line)))
}

const isBlank = (raw: string | null | undefined) => raw === null || raw === undefined || raw.trim() === ''
const values = (items: Json | readonly unknown[]) =>
  z
    .array(z.looseObject({ value: z.unknown() }))
    .parse(items)
    .map(({ value }) => value)

/** Number of replies under each kind of repair, and of faults by reason. */
class Tally {
  readonly counts: Record<string, number> = {}

  add(name: string): void {
    this.counts[name] = (this.counts[name] ?? 0) + 1
  }

  read<T>(parse: () => T): T | undefined {
    try {
      const value = parse()
      this.add('parsed')
      return value
    } catch (error) {
      if (!(error instanceof Fault)) throw error
      this.add(error.reason)
      return undefined
    }
  }
}

describe.skipIf(sharedData('alpsbench-judged') === undefined)(`recorded replies (${skipReason})`, () => {
  it.each([
    // One reply ends in the middle of an item.
    [
      'task1',
      parseExtraction,
      { parsed: 64, 'fence-removed': 5, 'unusable-output': 1, 'without a reply': 5 },
    ],
    // Lists under a key that nobody asked for (2), broken escapes (2) and a reply that never ends (1).
    [
      'task2',
      parseUpdate,
      {
        parsed: 71,
        'fence-removed': 7,
        'text-around-json-removed': 1,
        'recorded as empty': 1,
        'unusable-output': 5,
        'without a reply': 1,
      },
    ],
  ] as const)('of %s give the items that were recorded', (name, parse, expected) => {
    const tally = new Tally()
    for (const { model_output: output } of rows(name)) {
      const raw = output.raw_output ?? ''
      if (isBlank(raw)) {
        tally.add('without a reply')
        expect(output.memory_items).toEqual([])
        continue
      }
      const read = tally.read(() => parse({ form: 'text', text: raw }))
      if (read === undefined) continue
      for (const repair of read.repairs) tally.add(repair)
      const { memory_items: items } = z.object({ memory_items: z.array(z.unknown()) }).parse(read.prediction)
      // The authors' parser gave up on a list with a stray bracket behind it, and stored nothing.
      if (items.length > 0 && output.memory_items?.length === 0) tally.add('recorded as empty')
      else expect(values(items)).toEqual(values(output.memory_items ?? []))
    }
    expect(tally.counts).toEqual(expected)
  })

  it('of retrieval select a candidate, fenced or not', () => {
    const tally = new Tally()
    for (const { original, model_output: output } of rows('task3')) {
      const raw = output.raw_output ?? ''
      if (isBlank(raw)) {
        tally.add('without a reply')
        continue
      }
      const input = { query: original.query ?? '', candidate_memories: original.candidate_memories ?? [] }
      const read = tally.read(() => parseRetrieval({ form: 'text', text: raw }, input))
      for (const repair of read?.repairs ?? []) tally.add(repair)
    }
    expect(tally.counts).toEqual({ parsed: 68, 'fence-removed': 20, 'without a reply': 1 })
  })

  it('of utilization are plain text, taken whole', () => {
    const tally = new Tally()
    for (const name of [
      'task4_ability1',
      'task4_ability2',
      'task4_ability3',
      'task4_ability4',
      'task4_ability5',
    ]) {
      for (const { model_output: output } of rows(name)) {
        for (const { response } of output.responses ?? []) {
          if (isBlank(response)) {
            tally.add('without a reply')
            continue
          }
          const text = response ?? ''
          const read = tally.read(() => parseUtilization({ form: 'text', text }))
          for (const repair of read?.repairs ?? []) tally.add(repair)
          if (read?.repairs.includes('plain-text-answer') === true && read.repairs.length === 1) {
            expect(read.prediction).toMatchObject({ answer: text.trim() })
          }
        }
      }
    }
    expect(tally.counts).toEqual({ parsed: 96, 'plain-text-answer': 96 })
  })

  it('that are missing are failed, not empty predictions', async () => {
    const system = createRecordedSystem('demo', ['demo'])
    const context = { repeat: 0, attempt: 0, fresh: null, signal: new AbortController().signal }
    const missing = ['task1', 'task2', 'task3'].flatMap((name) =>
      rows(name).filter(({ model_output: { raw_output: raw } }) => isBlank(raw)),
    )
    expect(missing.length).toBeGreaterThan(0)
    for (const {
      model_output: { raw_output: raw = null },
    } of missing) {
      await expect(system.respond({ recording: { raw } }, context)).rejects.toMatchObject({
        reason: 'missing-recording',
      })
    }
  })
})
