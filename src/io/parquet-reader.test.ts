import { mkdir, mkdtemp, readdir, rm, truncate, writeFile, copyFile, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { JsonObject } from '../core/json.ts'
import { writeNestedParquet } from './parquet-nested.ts'
import { ParquetFile } from './parquet-reader.ts'
import type { ParquetFields } from './parquet-type.ts'
import { writeParquet } from './parquet.ts'

const fields: ParquetFields = {
  id: 'text',
  tags: { list: 'text' },
  talks: {
    list: { fields: { topic: 'text', turns: { list: { fields: { content: 'text', role: 'text' } } } } },
  },
}

let folder = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rapport-parquet-'))
})
afterEach(() => rm(folder, { recursive: true }))

async function rowsOf(file: ParquetFile): Promise<JsonObject[]> {
  const rows: JsonObject[] = []
  for await (const { row, value } of file.rows()) {
    rows.push(value)
    expect(row).toBe(rows.length)
  }
  return rows
}

const rowArbitrary = fc.record({
  id: fc.option(fc.string({ unit: 'binary' })),
  tags: fc.array(fc.option(fc.string({ unit: 'grapheme' }))),
  talks: fc.array(
    fc.record({
      topic: fc.string(),
      turns: fc.array(fc.record({ content: fc.option(fc.string({ unit: 'grapheme' })), role: fc.string() })),
    }),
  ),
})

describe('nested Parquet', () => {
  it('comes back as it was written, nulls too, any number of times', async () => {
    const path = join(folder, 'a.parquet')
    await fc.assert(
      fc.asyncProperty(fc.array(rowArbitrary, { maxLength: 4 }), async (rows) => {
        await writeNestedParquet(path, fields, rows)
        const file = await ParquetFile.open(path, fields)
        expect(file.rowCount).toBe(rows.length)
        expect(await rowsOf(file)).toEqual(rows)
        expect(await rowsOf(file)).toEqual(rows)
      }),
      { numRuns: 10 },
    )
    expect(await readdir(folder)).toEqual(['a.parquet'])
  })

  it('keeps the order of many rows, and may be left early', async () => {
    const path = join(folder, 'many.parquet')
    const ids = Array.from({ length: 5000 }, (_, index) => `id ${index}`)
    await writeNestedParquet(
      path,
      fields,
      ids.map((id) => ({ id, tags: [], talks: [] })),
    )
    const file = await ParquetFile.open(path, fields)
    expect((await rowsOf(file)).map(({ id }) => id)).toEqual(ids)
    for await (const { value } of file.rows()) {
      expect(value['id']).toBe('id 0')
      break
    }
  })

  it.each(["o'clock", 'a*b', 'what?', '[ab]', 'a=b', 'back\\slash', '{x,y}', '%41 b'])(
    'is found under the name %j, which matches no other file',
    async (name) => {
      const inner = join(folder, name)
      await mkdir(inner)
      await writeNestedParquet(join(inner, `${name}.parquet`), fields, [{ id: 'right', tags: [], talks: [] }])
      await mkdir(join(folder, 'aXb'))
      await writeNestedParquet(join(folder, 'aXb', 'aXb.parquet'), fields, [{ id: 'wrong' }])
      const file = await ParquetFile.open(join(inner, `${name}.parquet`), fields)
      expect(await rowsOf(file)).toEqual([{ id: 'right', tags: [], talks: [] }])
      expect(file.extra).toEqual([])
    },
  )

  it.each<[string, ParquetFields, RegExp]>([
    ['a missing column', { id: 'text', tags: { list: 'text' } }, /missing: talks$/],
    [
      'a missing and an extra column',
      { id: 'text', tagz: { list: 'text' }, talks: fields['talks'] ?? 'text' },
      /missing: tags; not expected: tagz$/,
    ],
    [
      'other types',
      { ...fields, id: { list: 'text' }, tags: 'text' },
      /of another type: id \(list of text, expected text\), tags \(text, expected list of text\)$/,
    ],
    [
      'other types inside',
      {
        ...fields,
        talks: { list: { fields: { topic: 'text', turns: { list: { fields: { content: 'text' } } } } } },
      },
      /missing: talks\[\]\.turns\[\]\.role$/,
    ],
    [
      'no list',
      { ...fields, talks: { fields: { topic: 'text' } } },
      /talks \(struct, expected list of struct\)$/,
    ],
  ])('with %s is refused by name', async (_, other, message) => {
    const path = join(folder, 'a.parquet')
    await writeNestedParquet(path, other, [])
    await expect(ParquetFile.open(path, fields, 'a.parquet')).rejects.toMatchObject({
      rule: 'parquet-schema',
      exitCode: 2,
      place: { file: 'a.parquet' },
      message: expect.stringMatching(message),
    })
  })

  it('names a type that is none of ours, and lists what is extra', async () => {
    const path = join(folder, 'a.parquet')
    await writeParquet(path, [{ name: 'id', type: 'integer' }], [[1]])
    await expect(ParquetFile.open(path, { id: 'text' })).rejects.toThrow(/id \(BIGINT, expected text\)/)
    const turn = { fields: { role: 'text', mood: 'text', content: 'text' } } as const
    const more = {
      seed: 'text',
      ...fields,
      talks: { list: { fields: { turns: { list: turn }, topic: 'text' } } },
    } as const
    const row = {
      id: 'a',
      tags: [],
      talks: [{ topic: 't', turns: [{ role: 'r', mood: 'm', content: 'c' }] }],
    }
    await writeNestedParquet(path, more, [{ seed: 's', ...row }])
    const file = await ParquetFile.open(path, fields)
    expect(file.extra).toEqual(['seed', 'talks[].turns[].mood'])
    expect(await rowsOf(file)).toEqual([row])
  })

  it('that is damaged, no Parquet, a folder or missing is refused', async () => {
    const path = join(folder, 'a.parquet')
    await writeNestedParquet(
      path,
      fields,
      Array.from({ length: 300 }, (_, index) => ({ id: `id ${index * 7919}`, tags: [], talks: [] })),
    )
    const cut = join(folder, 'cut.parquet')
    await copyFile(path, cut)
    await truncate(cut, (await stat(path)).size - 10)
    await expect(ParquetFile.open(cut, fields, 'cut')).rejects.toMatchObject({ rule: 'broken-parquet' })
    const text = join(folder, 'text.parquet')
    await writeFile(text, 'id,tags\n')
    await expect(ParquetFile.open(text, fields, 'text')).rejects.toMatchObject({
      rule: 'broken-parquet',
      place: { file: 'text' },
    })
    await expect(ParquetFile.open(join(folder, 'none.parquet'), fields, 'none')).rejects.toThrow(
      'none does not exist',
    )
    await expect(ParquetFile.open(folder, fields, 'folder')).rejects.toMatchObject({ exitCode: 2 })
  })

  it('is not written for a row of another shape', async () => {
    const path = join(folder, 'a.parquet')
    await expect(writeNestedParquet(path, fields, [{ id: 'a', tags: 'no list' }])).rejects.toThrow(
      /expected/i,
    )
    expect(await readdir(folder)).toEqual([])
  })
})
