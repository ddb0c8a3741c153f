import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openAtomicFile, writeAtomic, writeTextFile } from './atomic-file.ts'
import { csvRecord, writeCsv } from './csv.ts'
import { jsonlLine, writeJsonl } from './jsonl-writer.ts'
import { readJsonl } from './jsonl.ts'
import { writeParquet } from './parquet.ts'

let folder = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rapport-write-'))
})
afterEach(() => rm(folder, { recursive: true }))

describe('a file that is written', () => {
  it('appears whole, replacing the old one, and leaves nothing beside it', async () => {
    const path = join(folder, 'deep', 'er', 'a.txt')
    await writeTextFile(path, 'old')
    await writeTextFile(path, 'é'.repeat(100_000))
    expect(await readFile(path, 'utf8')).toBe('é'.repeat(100_000))
    expect(await readdir(join(folder, 'deep', 'er'))).toEqual(['a.txt'])
  })

  it('leaves the old one untouched when its writer fails half-way', async () => {
    const path = join(folder, 'a.txt')
    await writeTextFile(path, 'old')
    function* failing() {
      yield 'x'.repeat(200_000)
      throw new Error('half-way')
    }
    await expect(writeAtomic(path, failing())).rejects.toThrow('half-way')
    expect(await readFile(path, 'utf8')).toBe('old')
    expect(await readdir(folder)).toEqual(['a.txt'])
  })

  it('can be thrown away, and its folder may be unusable', async () => {
    const file = await openAtomicFile(join(folder, 'b.txt'))
    await file.write('x')
    await file.discard()
    expect(await readdir(folder)).toEqual([])
    await writeFile(join(folder, 'file'), '')
    await expect(writeTextFile(join(folder, 'file', 'c.txt'), '')).rejects.toThrow(
      /c\.txt (is no folder|can't be used)/,
    )
  })
})

describe('CSV', () => {
  it.each([
    [['a', 1, null, true], 'a,1,,true\r\n'],
    [['a,b', 'say "hi"', 'two\nlines'], '"a,b","say ""hi""","two\nlines"\r\n'],
    [['=1+1', '+a', '-a', '@a', '\ta'], "'=1+1,'+a,'-a,'@a,'\ta\r\n"],
    [['\r=x', '=A1,B1'], `"'\r=x","'=A1,B1"\r\n`],
    [[-1.5, 'a=b', '1-2'], '-1.5,a=b,1-2\r\n'],
  ])('%j', (cells, expected) => {
    expect(csvRecord(cells)).toBe(expected)
  })

  it('never starts a text cell with a formula sign', () => {
    fc.assert(
      fc.property(fc.constantFrom('=', '+', '-', '@', '\t', '\r'), fc.string(), (sign, rest) => {
        expect(csvRecord([sign + rest])).toMatch(/^"?'/)
      }),
    )
  })

  it('refuses NaN and writes whole files', async () => {
    expect(() => csvRecord([Number.NaN])).toThrow(RangeError)
    const path = join(folder, 'a.csv')
    await expect(writeCsv(path, ['n'], [[1], [Infinity]])).rejects.toThrow(RangeError)
    expect(await readdir(folder)).toEqual([])
    await writeCsv(path, ['n', 'text'], [[1, 'é']])
    expect(await readFile(path, 'utf8')).toBe('n,text\r\n1,é\r\n')
  })
})

describe('JSONL that is written', () => {
  it('is read back, one line a row, separators escaped', async () => {
    const rows = [{ text: 'a\u2028b\nc' }, { list: [1, null, true] }]
    const path = join(folder, 'a.jsonl')
    await writeJsonl(path, rows)
    const read = []
    for await (const row of readJsonl(path)) read.push(row.value)
    expect(read).toEqual(rows)
    expect(jsonlLine({ b: '\u2029', a: 1 })).toBe('{"b":"\\u2029","a":1}\n')
    expect(() => jsonlLine({ a: Number.NaN })).toThrow(RangeError)
  })
})

describe('Parquet', () => {
  it('holds the rows with their types', async () => {
    const path = join(folder, "o'clock.parquet")
    const columns = [
      { name: 'id', type: 'text' },
      { name: 'n "quoted"', type: 'integer' },
      { name: 'score', type: 'number' },
      { name: 'ok', type: 'boolean' },
    ] as const
    await writeParquet(path, columns, [
      ['=é😀', 7, 0.1, true],
      [null, null, null, null],
    ])
    expect(await readdir(folder)).toEqual(["o'clock.parquet"])
    const connection = await (await DuckDBInstance.create(':memory:')).connect()
    const read = await connection.runAndReadAll(`SELECT * FROM '${path.replaceAll("'", "''")}'`)
    expect(read.columnNames()).toEqual(['id', 'n "quoted"', 'score', 'ok'])
    expect(read.getRowsJson()).toEqual([
      ['=é😀', '7', 0.1, true],
      [null, null, null, null],
    ])
    connection.closeSync()
  })

  it('refuses a cell of another type and leaves no file', async () => {
    const path = join(folder, 'a.parquet')
    const columns = [{ name: 'n', type: 'integer' }] as const
    await expect(writeParquet(path, columns, [[1], [1.5]])).rejects.toThrow('column n (integer)')
    await expect(writeParquet(path, columns, [['1']])).rejects.toThrow(RangeError)
    expect(await readdir(folder)).toEqual([])
  })
})
