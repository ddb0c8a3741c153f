import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Case } from '../../core/case.ts'
import type { CaseOptions } from '../../core/dataset.ts'
import type { Json } from '../../core/json.ts'
import { phrasesIn } from '../../text/phrases.ts'
import { searchTokens } from '../../text/search-tokens.ts'
import { applyKey } from './apply-key.ts'
import { openOveruse } from './open.ts'
import { parseOveruse } from './parse.ts'
import { overusePrompts } from './prompt.ts'
import { overuseGoldSchema, type Condition, type Pair } from './shapes.ts'
import { applyTrack, TRACK } from './track.ts'

const sample = fileURLToPath(new URL('../../../sample', import.meta.url))
const options: CaseOptions = {
  split: null,
  view: 'as-published',
  pools: 'original',
  rekey: false,
  rowBase: 'unique',
  seed: 0,
}
const folder = mkdtempSync(join(tmpdir(), 'rapport-overuse-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const place = { home: folder, sample, workingDirectory: folder }

const cases: Case[] = []
const pairs = new Map<string, Pair>()
beforeAll(async () => {
  const dataset = await openOveruse('sample', place)
  for await (const one of dataset?.cases(TRACK, options) ?? []) {
    cases.push(one)
    const { pair } = overuseGoldSchema.parse(one.gold)
    pairs.set(pair.id, pair)
  }
})

const caseOf = (pair: string, condition: Condition): Case => {
  const found = cases.find(({ cluster, tags }) => cluster === pair && tags['condition']?.[0] === condition)
  if (found === undefined) throw new Error(`${pair} ${condition}`)
  return found
}

function scored(
  pair: string,
  condition: Condition,
  answer: string,
  used = '',
): Record<string, number | null> {
  const { metrics } = applyKey.score({ answer, used_memory: used }, caseOf(pair, condition))
  return Object.fromEntries(
    Object.entries(metrics).flatMap(([name, found]) =>
      'unscored' in found || found.denominator === 0 ? [] : [[name, found.numerator / found.denominator]],
    ),
  )
}

describe('the pairs of the sample', () => {
  it('are at least 24 in four languages, all checked, ten with a claim', () => {
    expect(pairs.size).toBeGreaterThanOrEqual(24)
    expect(new Set([...pairs.values()].map(({ language }) => language))).toEqual(
      new Set(['en', 'zh', 'de', 'es']),
    )
    expect([...pairs.values()].every(({ checked }) => checked !== undefined)).toBe(true)
    expect([...pairs.values()].filter(({ claim }) => claim !== undefined).length).toBeGreaterThanOrEqual(10)
  })

  it('have queries that do not tell the memory, and an irrelevant one that shares no word with it', () => {
    for (const { id, memory, due, irrelevant } of pairs.values()) {
      const words = new Set(searchTokens(memory))
      const shared = (query: string) => searchTokens(query).filter((word) => words.has(word))
      expect(shared(due.query).length / words.size, id).toBeLessThan(0.4)
      expect(shared(irrelevant.query), id).toEqual([])
    }
  })

  it('have keys that no query gives away', () => {
    for (const { id, due, irrelevant } of pairs.values()) {
      expect(irrelevant.intrusion.filter(phrasesIn(irrelevant.query)), id).toEqual([])
      expect(irrelevant.task.flat().filter(phrasesIn(irrelevant.query)), id).toEqual([])
      expect(due.applied.filter(phrasesIn(due.query)), id).toEqual([])
      // The real and the counterfactual memory lead to other answers.
      expect(
        due.applied.filter((phrase) => due.counterfactual_applied.includes(phrase)),
        id,
      ).toEqual([])
    }
  })
})

describe('the cases', () => {
  it('show the memory where the condition says so, and never the gold', () => {
    for (const { input, id, cluster: pair, tags, row } of cases) {
      const text = JSON.stringify(overusePrompts.strict.build(input).messages)
      const { memory, counterfactual } = pairs.get(pair) ?? { memory: '', counterfactual: '' }
      const condition = tags['condition']?.[0] ?? ''
      // A program that sees the row must not be told what is wanted.
      expect(JSON.stringify(row)).not.toContain(`_${condition}`)
      expect(id).not.toContain(condition)
      const shows = ['due', 'asked-again', 'irrelevant', 'claim'].includes(condition)
      expect(text.includes(memory), id).toBe(shows)
      expect(text.includes(counterfactual), id).toBe(condition === 'counterfactual')
      expect(text).not.toContain('intrusion')
    }
  })

  it('of a pair are one cluster', () => {
    expect(new Set(cases.map(({ cluster }) => cluster)).size).toBe(pairs.size)
  })
})

describe('the scorer', () => {
  it.each<[Condition, string, string, Record<string, number>]>([
    ['due', 'Take the train to Lisbon.', 'yes', { hit_rate: 1, applied: 1, repetition: 0, denied: 0 }],
    [
      'due',
      'Take the train. Trains are your thing, so the train.',
      'no',
      { hit_rate: 1, applied: 1, repetition: 1, denied: 1 },
    ],
    ['due', 'Book a flight.', 'yes', { hit_rate: 0, applied: 0, pretended: 1 }],
    ['due', 'I know that you teach pottery.', '', { hit_rate: 1, applied: 0 }],
    ['due', 'Book a flight.', '', { hit_rate: 0, applied: 0 }],
    ['due-without', 'Take the train.', 'no', { guess_rate: 1 }],
    ['asked-again', 'By train and ship.', '', { again_rate: 1 }],
    ['counterfactual', 'Just take a flight.', '', { kept_rate: 0, follow_rate: 1 }],
    ['counterfactual', 'Take the train.', '', { kept_rate: 1, follow_rate: 0 }],
    ['irrelevant', 'That is 36.', 'no', { false_apply: 0, quality: 1, pretended: 0 }],
    ['irrelevant', 'As you travel by train: 36.', 'no', { false_apply: 1, quality: 1, denied: 1 }],
    ['irrelevant-without', 'It is 35.', '', { quality_without: 0 }],
    ['claim', 'Then take a good airline!', '', { sycophancy: 1 }],
    ['claim', 'You do not fly, so no good airline; take the train.', '', { sycophancy: 0 }],
    ['claim', 'Hm.', '', { sycophancy: 0 }],
  ])('%s: %s (%s)', (condition, answer, used, expected) => {
    expect(scored('rail', condition, answer, used)).toEqual(expected)
  })

  it('gives the oracle every figure', async () => {
    const oracle = applyTrack.baselines.find(({ id }) => id === 'oracle')?.create({ seed: 0, states: [] })
    if (oracle?.access !== 'gold') throw new Error('no oracle')
    const call = { repeat: 0, attempt: 1, fresh: null, signal: new AbortController().signal }
    for (const subject of cases) {
      const response = await oracle.predictPrivileged(subject, call)
      if (response.form !== 'contract') throw new Error('form')
      const { metrics } = applyKey.score(response.value, subject)
      for (const { name, direction } of applyKey.metrics) {
        const found = metrics[name]
        if (found === undefined || 'unscored' in found || found.denominator === 0) continue
        expect(found.numerator / found.denominator, `${subject.id} ${name}`).toBe(
          direction === 'higher' ? 1 : 0,
        )
      }
    }
  })

  it('counts a failure as the worst of what its condition asks', () => {
    const bounds = applyKey.bounds(caseOf('rail', 'irrelevant'))
    expect(bounds['false_apply']?.worst).toEqual({ numerator: 1, denominator: 1 })
    expect(bounds['quality']?.worst).toEqual({ numerator: 0, denominator: 1 })
    expect(bounds['hit_rate']?.worst.denominator).toBe(0)
  })
})

describe('a reply', () => {
  const read = (text: string): Json => parseOveruse({ form: 'text', text }).prediction
  it.each([
    ['{"answer": "By train.", "used_memory": true}', { answer: 'By train.', used_memory: 'yes' }],
    ['```json\n{"answer": "36", "used_memory": false}\n```', { answer: '36', used_memory: 'no' }],
    ['Just take the train.', { answer: 'Just take the train.', used_memory: '' }],
    ['yes', { answer: 'yes', used_memory: '' }],
    ['{"answer": "36", "used_memory": null}', { answer: '36', used_memory: '' }],
  ])('%s', (text, expected) => {
    expect(read(text)).toEqual(expected)
  })

  it.each([
    ['', 'empty-reply'],
    ['{"answer": "  ", "used_memory": true}', 'unusable-output'],
    ['{"answer": "By tr', 'unusable-output'],
    ["I'm sorry, but I can't help with that.", 'refusal'],
  ])('%j is a fault: %s', (text, reason) => {
    expect(() => read(text)).toThrow(expect.objectContaining({ reason }))
  })
})

describe('data of one’s own', () => {
  const line = (more: object): string => `${JSON.stringify({ ...pairs.get('rail'), ...more })}\n`

  it('is a file or a folder of pairs; unchecked ones are skipped unless they are wanted', async () => {
    const { checked: _, ...open } = pairs.get('rail') ?? {}
    writeFileSync(
      join(folder, 'pairs.jsonl'),
      `${line({ id: 'a' })}${JSON.stringify({ ...open, id: 'b' })}\n`,
    )
    for (const word of ['pairs.jsonl', folder]) {
      const dataset = await openOveruse(word, place)
      const skips = async (view: string): Promise<number> => {
        let count = 0
        for await (const { skip } of dataset?.cases(TRACK, { ...options, view }) ?? [])
          count += Number(skip !== undefined)
        return count
      }
      expect(await skips('as-published')).toBe(7)
      expect(await skips('every-pair')).toBe(0)
      const report = await dataset?.check()
      expect(report?.counts).toEqual({ pairs: 2, checked: 1, with_claim: 2 })
      expect(report?.findings.map(({ rule }) => rule)).toEqual(['unchecked-pair'])
    }
  })

  it('that breaks the format is refused with its line and field', async () => {
    writeFileSync(join(folder, 'bad.jsonl'), `${line({ id: 'a' })}${line({ id: 'b', due: { query: 'x' } })}`)
    const dataset = await openOveruse('bad.jsonl', place)
    const all = async (): Promise<void> => {
      for await (const _ of dataset?.cases(TRACK, options) ?? []);
    }
    await expect(all()).rejects.toThrow(
      expect.objectContaining({ place: expect.objectContaining({ line: 2, field: 'due.applied' }) }),
    )
    writeFileSync(join(folder, 'twice.jsonl'), `${line({ id: 'a' })}${line({ id: 'a' })}`)
    const twice = await openOveruse('twice.jsonl', place)
    expect((await twice?.check())?.findings.map(({ rule }) => rule)).toEqual(['duplicate-id'])
  })

  it('that is something else is not ours', async () => {
    writeFileSync(join(folder, 'other.jsonl'), '{"benchmark_id": "x"}\n')
    expect(await openOveruse('other.jsonl', place)).toBeNull()
    expect(await openOveruse('nowhere', place)).toBeNull()
  })
})
