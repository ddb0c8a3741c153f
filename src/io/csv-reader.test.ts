import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { InputError } from '../core/errors.ts'
import { parseCsv } from './csv-reader.ts'
import { csvRecord } from './csv.ts'

const columns = ['a', 'b', 'c']
const read = (text: string, required: readonly string[] = ['a', 'b']) =>
  parseCsv(text, 'f.csv', columns, required)

describe('CSV', () => {
  it('is read as text, whatever a cell starts with', () => {
    const rows = read('\uFEFFb,a\r\n=1+1, x \r\n\r\n"q ""in"", it",2')
    expect(rows.map(({ cells }) => cells)).toEqual([
      { a: 'x', b: '=1+1', c: '' },
      { a: '2', b: 'q "in", it', c: '' },
    ])
  })

  it('knows where each cell starts', () => {
    const rows = read('a,b,c\n1,"two\nlines",x\n\n"a,b",2,3\n')
    expect(
      rows.map((row) => columns.map((name) => [row.placeOf(name).line, row.placeOf(name).column])),
    ).toEqual([
      [
        [2, 1],
        [2, 3],
        [3, 8],
      ],
      [
        [5, 1],
        [5, 7],
        [5, 9],
      ],
    ])
    expect(rows[0]?.placeOf('c')).toMatchObject({ file: 'f.csv', field: 'c' })
  })

  it.each([
    ['', 'missing-column', 1],
    ['a\n1\n', 'missing-column', 1],
    ['a,b,x\n', 'unknown-column', 1],
    ['a,b,a\n', 'duplicate-column', 1],
    ['a,b\n1\n', 'broken-csv', 2],
    ['a,b\n1,2\n1,x"y\n', 'broken-csv', 3],
    ['a,b\n1,"x\n', 'broken-csv', 2],
    ['a,b\n"1"x,2\n', 'broken-csv', 2],
  ])('%j is refused: %s', (text, rule, line) => {
    let thrown: unknown
    try {
      read(text)
    } catch (error) {
      thrown = error
    }
    expect(thrown).toBeInstanceOf(InputError)
    expect(thrown).toMatchObject({ rule, place: { file: 'f.csv', line } })
  })

  it('reads what our writer writes', () => {
    const cell = fc
      .string()
      .filter((text) => text.trim() === text && text !== '' && !/^[=+\-@\t\r\uFEFF]/.test(text))
    fc.assert(
      fc.property(fc.array(fc.tuple(cell, cell)), (rows) => {
        const text = [['a', 'b'], ...rows].map(csvRecord).join('')
        expect(read(text).map(({ cells }) => [cells['a'], cells['b']])).toEqual(rows)
      }),
    )
  })
})
