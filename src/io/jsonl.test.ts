import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { InputError } from '../core/errors.ts'
import { jsonSchema, type Json } from '../core/json.ts'
import { readJsonFile } from './json-file.ts'
import { JsonlLookup, parseJsonl, readJsonl, type JsonlOptions, type JsonlRow } from './jsonl.ts'

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rapport-jsonl-'))
})
afterAll(() => rm(folder, { recursive: true }))

async function* chunked(bytes: Uint8Array, sizes: readonly number[]): AsyncGenerator<Uint8Array> {
  let at = 0
  for (let turn = 0; at < bytes.length; turn += 1) {
    const size = sizes[turn % sizes.length] ?? 1
    // A buffer that is overwritten afterwards, as streams may do.
    const chunk = Uint8Array.from(bytes.subarray(at, at + size))
    yield chunk
    chunk.fill(0)
    at += size
  }
}

async function rowsOf(bytes: Uint8Array, sizes: readonly number[] = [4096], options: JsonlOptions = {}) {
  const rows: JsonlRow[] = []
  for await (const row of parseJsonl(chunked(bytes, sizes), 'f.jsonl', options)) rows.push(row)
  return rows
}

async function refusal(bytes: Uint8Array, options: JsonlOptions = {}): Promise<InputError> {
  const error: unknown = await rowsOf(bytes, [3, 1, 7], options).catch((reason: unknown) => reason)
  if (!(error instanceof InputError)) throw new Error('nothing was refused')
  return error
}

describe('JSONL', () => {
  it('is the same however the bytes are cut, with BOM, CRLF, blank lines and line separators in texts', async () => {
    const value = fc.oneof(fc.jsonValue(), fc.constant({ text: 'a\u2028b\u2029c\u0085d' }))
    const line = fc.oneof(
      value.map((row) => ({ row })),
      fc.constantFrom({ blank: '' }, { blank: '  \t' }),
    )
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(line, fc.constantFrom('\n', '\r\n')), { maxLength: 8 }),
        fc.boolean(),
        fc.boolean(),
        fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 5 }),
        async (lines, bom, lastEnd, sizes) => {
          const texts = lines.map(([one]) => ('row' in one ? JSON.stringify(one.row) : one.blank))
          const ends = lines.map(([, end], index) => (index === lines.length - 1 && !lastEnd ? '' : end))
          const file = Buffer.from(
            (bom ? '\ufeff' : '') + texts.map((text, index) => text + ends[index]).join(''),
          )
          const rows = await rowsOf(file, sizes)
          const expected = texts.flatMap((text, index) =>
            text.trim() === '' ? [] : [{ text, line: index + 1 }],
          )
          expect(rows.map(({ line: number, value: row }) => [number, row])).toEqual(
            expected.map(({ line: number, text }) => [number, jsonSchema.parse(JSON.parse(text))]),
          )
          for (const [index, row] of rows.entries()) {
            const slice = file.subarray(row.offset, row.offset + row.length).toString()
            expect(slice.trim()).toBe(expected[index]?.text.trim())
          }
        },
      ),
    )
  })

  it.each([
    ['broken JSON', Buffer.from('{"a":1}\n\n{"a":}\n'), 'broken-json', 3, 6],
    ['NaN', Buffer.from('{"a":1}\n{"a": NaN}\n'), 'not-finite', 2, 7],
    ['a lone surrogate', Buffer.from('{"a":"\\ud800"}'), 'lone-surrogate', 1, 7],
    [
      'bytes that are no UTF-8',
      Buffer.concat([Buffer.from('{"a":1}\n{"é":"'), Buffer.from([0xe9, 0x22, 0x7d])]),
      'invalid-utf8',
      2,
      7,
    ],
    [
      'a surrogate in UTF-8',
      Buffer.concat([Buffer.from('"'), Buffer.from([0xed, 0xa0, 0x80]), Buffer.from('"')]),
      'invalid-utf8',
      1,
      2,
    ],
    ['UTF-16 with a mark', Buffer.from('\ufeff{"a":1}\n', 'utf16le'), 'utf-16', 1, 1],
    ['UTF-16 without a mark', Buffer.from('{"a":1}\n', 'utf16le'), 'utf-16', 1, 1],
    ['big-endian UTF-16', Buffer.from('\ufeff{}', 'utf16le').swap16(), 'utf-16', 1, 1],
  ])('refuses %s with its place', async (_, bytes, rule, line, column) => {
    const error = await refusal(bytes)
    expect(error.rule).toBe(rule)
    expect(error.place).toMatchObject({ file: 'f.jsonl', line, column })
  })

  it('refuses a line over the limit before it has read it', async () => {
    let served = 0
    async function* endless(): AsyncGenerator<Uint8Array> {
      yield Buffer.from('{"a":1}\n')
      for (;;) {
        served += 1
        yield Buffer.alloc(1024 * 1024, 0x20)
      }
    }
    const reading = async () => {
      for await (const row of parseJsonl(endless(), 'big.jsonl')) expect(row.line).toBe(1)
    }
    await expect(reading()).rejects.toMatchObject({
      rule: 'line-too-long',
      place: { file: 'big.jsonl', line: 2 },
    })
    expect(served).toBe(17)
    expect((await refusal(Buffer.from('{"abc":1}'), { lineLimit: 8 })).rule).toBe('line-too-long')
    expect(await rowsOf(Buffer.from('{"abc":1}\r\n'), [4], { lineLimit: 10 })).toHaveLength(1)
  })

  it('can leave out bad lines and tell of each', async () => {
    const told: string[] = []
    const rows = await rowsOf(Buffer.from('1\n{\n2\nNaN\n'), [2], {
      onBadLine: (error) => told.push(error.rule),
    })
    expect(rows.map((row) => row.value)).toEqual([1, 2])
    expect(told).toEqual(['broken-json', 'not-finite'])
  })

  it('is read again at a place without the rest of the file', async () => {
    const path = join(folder, 'again.jsonl')
    const values: Json[] = [{ id: 'ä' }, { id: '😀'.repeat(100) }, { id: 'last' }]
    await writeFile(path, `\ufeff${values.map((value) => JSON.stringify(value)).join('\r\n\r\n')}`)
    const lookup = await JsonlLookup.open(path)
    const rows: JsonlRow[] = []
    for await (const row of readJsonl(path)) rows.push(row)
    expect(rows.map((row) => row.line)).toEqual([1, 3, 5])
    for (const row of rows.toReversed()) expect(await lookup.read(row)).toEqual(row.value)
    await writeFile(path, '{}')
    await expect(lookup.read({ line: 5, offset: 300, length: 10 })).rejects.toMatchObject({
      rule: 'changed-file',
    })
    await lookup.close()
  })

  it('says in words that a file is missing', async () => {
    const path = join(folder, 'none.jsonl')
    await expect(readJsonl(path).next()).rejects.toThrow(`${path} does not exist`)
  })
})

describe('a JSON file', () => {
  it('is read with BOM, and refused with line and column', async () => {
    const path = join(folder, 'one.json')
    await writeFile(path, '\ufeff{\n "a": 1\n}\n')
    expect(await readJsonFile(path)).toEqual({ a: 1 })
    await writeFile(path, '{\n "a": 1,\n}\n')
    await expect(readJsonFile(path, { name: 'one.json' })).rejects.toMatchObject({
      rule: 'broken-json',
      place: { file: 'one.json', line: 3, column: 1 },
    })
    await writeFile(path, Buffer.concat([Buffer.from('{\n "a": "'), Buffer.from([0xff])]))
    await expect(readJsonFile(path)).rejects.toMatchObject({
      rule: 'invalid-utf8',
      place: { line: 2, column: 8 },
    })
    await expect(readJsonFile(path, { limit: 3 })).rejects.toMatchObject({ rule: 'file-too-large' })
  })
})
