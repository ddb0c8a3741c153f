import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { InputError } from '../../../core/errors.ts'
import { rowContract } from '../../../core/row-contract.ts'
import { memoryFields, retrievalFields } from '../contract-fields.ts'
import { folderOf, jsonl } from './fixtures.ts'
import { PredictionFile, type PredictionOptions } from './predictions.ts'

const { checkRow } = rowContract(memoryFields)
const row = (id: string) => ({ benchmark_id: id, memory_items: [{ value: id }] })

async function open(text: string | Buffer, more: Partial<PredictionOptions> = {}): Promise<PredictionFile> {
  const folder = await folderOf({})
  const path = join(folder, 'predictions.jsonl')
  await writeFile(path, text)
  return PredictionFile.open(path, { name: 'p.jsonl', checkRow, ids: ['a', 'b'], missing: 'error', ...more })
}

async function refusal(text: string | Buffer, more: Partial<PredictionOptions> = {}) {
  const error: unknown = await open(text, more).catch((reason: unknown) => reason)
  if (!(error instanceof InputError)) throw new Error('nothing was refused')
  return { rule: error.rule, place: error.place, message: error.message, exitCode: error.exitCode }
}

describe('a prediction file', () => {
  it('is read at random, whatever its order and line ends', async () => {
    const file = await open(`\ufeff${jsonl([row('b'), row('a')]).replaceAll('\n', '\r\n\r\n')}`)
    expect(file.size).toBe(2)
    expect(await file.read('a')).toEqual(row('a'))
    expect(await file.read('b')).toEqual(row('b'))
    expect(file.has('c')).toBe(false)
    expect(await file.read('c')).toBeUndefined()
    await file.close()
  })

  it.each([
    [
      'a duplicate id',
      jsonl([row('a'), row('b'), row('a')]),
      'duplicate-id',
      { line: 3, column: 2, id: 'a', field: 'benchmark_id' },
    ],
    [
      'an unknown id',
      jsonl([row('a'), row('x')]),
      'unknown-id',
      { line: 2, column: 2, id: 'x', field: 'benchmark_id' },
    ],
    ['a missing id', jsonl([row('a')]), 'missing-id', { id: 'b', field: 'benchmark_id' }],
    [
      'a wrong type',
      jsonl([row('a'), { benchmark_id: 'b', memory_items: {} }]),
      'wrong-type',
      { line: 2, column: 21, id: 'b', field: 'memory_items' },
    ],
    [
      'a missing key',
      jsonl([{ benchmark_id: 'a' }]),
      'missing-key',
      { line: 1, column: 1, id: 'a', field: 'memory_items' },
    ],
    [
      'an extra key',
      jsonl([{ ...row('a'), note: 1 }]),
      'unknown-key',
      { line: 1, column: 52, id: 'a', field: 'note' },
    ],
    [
      'an id of another type',
      jsonl([{ ...row('a'), benchmark_id: 7 }]),
      'wrong-type',
      { line: 1, column: 2, field: 'benchmark_id' },
    ],
    ['a row that is no object', '[1]\n', 'not-an-object', { line: 1, column: 1 }],
    ['broken JSON', `${jsonl([row('a')])}{"benchmark_id": "b",}\n`, 'broken-json', { line: 2, column: 22 }],
    ['NaN', '{"benchmark_id": "a", "memory_items": [NaN]}\n', 'not-finite', { line: 1, column: 40 }],
    [
      'a lone surrogate',
      '{"benchmark_id": "a", "memory_items": ["\\ud800"]}\n',
      'lone-surrogate',
      { line: 1, column: 41 },
    ],
    ['UTF-16', Buffer.from(jsonl([row('a')]), 'utf16le'), 'utf-16', { line: 1, column: 1 }],
    [
      'a 20 MB line',
      `{"benchmark_id": "a", "memory_items": ["${'x'.repeat(20_000_000)}"]}`,
      'line-too-long',
      { line: 1 },
    ],
  ])('with %s is refused in one message', async (_, text, rule, place) => {
    const refused = await refusal(text)
    expect(refused).toMatchObject({ rule, place: { file: 'p.jsonl', ...place }, exitCode: 2 })
  })

  it('tells where the first of two equal ids is, and how many are missing', async () => {
    expect((await refusal(jsonl([row('b'), row('a'), row('b')]))).message).toContain('line 1')
    expect((await refusal(jsonl([row('a')]), { ids: ['a', 'b', 'c'] })).message).toContain('2 of 3')
  })

  it('may lack rows or have any id where the caller says so', async () => {
    expect((await open(jsonl([row('a')]), { missing: 'allow' })).size).toBe(1)
    expect((await open(jsonl([row('x')]), { ids: null })).has('x')).toBe(true)
    async function* ids() {
      yield 'a'
    }
    expect((await open(jsonl([row('a')]), { ids: ids() })).size).toBe(1)
  })

  it('is held to the contract of its own track', async () => {
    const retrieval = rowContract(retrievalFields).checkRow
    expect(await refusal(jsonl([row('a')]), { checkRow: retrieval })).toMatchObject({ rule: 'missing-key' })
  })

  it('says when it changed while in use', async () => {
    const folder = await folderOf({ 'p.jsonl': jsonl([row('a'), row('b')]) })
    const path = join(folder, 'p.jsonl')
    const file = await PredictionFile.open(path, { checkRow, ids: null, missing: 'allow' })
    await writeFile(path, '')
    await expect(file.read('b')).rejects.toMatchObject({ rule: 'changed-file' })
    await file.close()
  })
})
