import fc from 'fast-check'
import stringWidth from 'string-width'
import { describe, expect, it } from 'vitest'
import { layoutTable, type Column, type TableRow } from './table.ts'

const text = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 40 }),
  fc.constantFrom('中文系统名称', '', '👩‍👩‍👧 é'),
)
const column: fc.Arbitrary<Column> = fc.record({
  title: text,
  align: fc.constantFrom('left', 'right'),
  droppable: fc.nat(3),
})
const table = fc.integer({ min: 1, max: 6 }).chain((size) =>
  fc.record({
    columns: fc.array(column, { minLength: size, maxLength: size }),
    rows: fc.array(
      fc.oneof(
        fc.record({ cells: fc.array(text, { minLength: size, maxLength: size }) }),
        fc.record({ heading: text }),
      ),
      { maxLength: 6 },
    ),
  }),
)

describe('layoutTable', () => {
  it('is never wider than asked for', () => {
    fc.assert(
      fc.property(table, fc.integer({ min: 40, max: 140 }), ({ columns, rows }, width) => {
        for (const line of layoutTable(columns, rows, width))
          expect(stringWidth(line)).toBeLessThanOrEqual(width)
      }),
    )
  })

  it('starts every column at the same cell in all rows', () => {
    const word = fc.stringMatching(/^[a-z中]{1,12}$/)
    fc.assert(
      fc.property(fc.array(fc.tuple(word, word, word), { minLength: 1, maxLength: 5 }), (rows) => {
        const columns = ['A', 'B', 'C'].map((title): Column => ({ title, align: 'left', droppable: 0 }))
        const [head = '', , ...lines] = layoutTable(
          columns,
          rows.map((cells) => ({ cells })),
          80,
        )
        for (const [place, line] of lines.entries()) {
          for (const [index, title] of ['A', 'B', 'C'].entries()) {
            const at = stringWidth(head.slice(0, head.indexOf(title)))
            expect(cellAt(line, at)).toBe(rows[place]?.[index])
          }
        }
      }),
    )
  })

  const columns: Column[] = [
    { title: 'name', align: 'left', droppable: 0 },
    { title: 'value', align: 'left', droppable: 0, keep: true },
    { title: 'first to go', align: 'left', droppable: 2, keep: true },
    { title: 'second', align: 'left', droppable: 1, keep: true },
  ]
  const rows: TableRow[] = [
    { cells: ['a name that is far too long to stay whole', '0.338 [0.310, 0.366]', 'x', 'y'] },
    { heading: 'others' },
    { cells: ['hollow', '', 'z', ''] },
  ]

  it('drops by number, and then cuts names before figures', () => {
    expect(layoutTable(columns, rows, 52)[0]).toMatch(/^name +value +second$/)
    expect(layoutTable(columns, rows, 40)[2]).toBe('a name that is fa…  0.338 [0.310, 0.366]')
  })

  it('leaves out a row of which only the name is left, and a heading over nothing', () => {
    expect(layoutTable(columns, rows, 100).join('\n')).toContain('hollow')
    expect(layoutTable(columns, rows, 52)).toHaveLength(3)
  })

  it('cleans cells of what moves the cursor', () => {
    const [, , line] = layoutTable(columns, [{ cells: ['\u001B[2Jx\u202Ey\nz', '1'] }], 60)
    expect(line).toBe(' [2Jx y z  1')
  })
})

/** The word that starts at a cell. */
function cellAt(line: string, start: number): string {
  let at = 0
  let found = ''
  for (const { segment } of new Intl.Segmenter().segment(line)) {
    if (at >= start) {
      if (segment === ' ') break
      found += segment
    }
    at += stringWidth(segment)
  }
  return found
}
