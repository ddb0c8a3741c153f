import { describe, expect, it } from 'vitest'
import { InputError } from '../core/errors.ts'
import { tracks } from './benchmarks.ts'
import { readPublishedCsv } from './published-csv.ts'

const head = 'track,system,instrument,metric,value,unit,source,table,checker,date,slice_tag,slice_value'
const row = (change: Readonly<Record<string, string>> = {}) => {
  const cells: Readonly<Record<string, string>> = {
    track: 'alpsbench/extraction',
    system: 'lab/model',
    instrument: 'strict-match',
    metric: 'f1',
    value: '0.512',
    unit: 'fraction',
    source: 'a paper',
    table: 'Table 2',
    checker: 'R. Reader',
    date: '2026-11-30',
    slice_tag: '',
    slice_value: '',
    ...change,
  }
  return head
    .split(',')
    .map((name) => cells[name] ?? '')
    .join(',')
}
const read = (...rows: readonly string[]) => readPublishedCsv([head, ...rows].join('\n'), 'f.csv', tracks)

describe('figures from a CSV file', () => {
  it('come with who checked them, where and when', () => {
    expect(read(row())).toEqual([
      {
        track: 'alpsbench/extraction',
        system: 'lab/model',
        instrument: 'strict-match',
        metric: 'f1',
        value: 0.512,
        source: 'a paper',
        imported: { table: 'Table 2', checker: 'R. Reader', date: '2026-11-30' },
      },
    ])
  })

  it.each([
    ['f1 of 0 to 1', { value: '0.558', unit: 'fraction' }, 0.558],
    ['f1 of 0 to 1', { value: '55.8', unit: 'percent' }, 0.558],
    ['f1 of 0 to 1', { value: '0.558', unit: 'points' }, 0.558],
    [
      'score of 0 to 100',
      { instrument: 'research-algo', metric: 'score', value: '0.558', unit: 'fraction' },
      55.8,
    ],
    [
      'score of 0 to 100',
      { instrument: 'research-algo', metric: 'score', value: '55.8', unit: 'percent' },
      55.8,
    ],
    [
      'score of 0 to 100',
      { instrument: 'research-algo', metric: 'score', value: '55.8', unit: 'points' },
      55.8,
    ],
  ])('%s: %j', (_, change, value) => {
    expect(read(row(change))[0]?.value).toBe(value)
  })

  it('keep formulas as text, slices, and keys of one setup of an instrument', () => {
    const [first, second] = read(
      row({ system: '=HYPERLINK(1)', slice_tag: 'language', slice_value: 'en' }),
      row({ instrument: 'strict-match@1?x=y' }),
    )
    expect(first).toMatchObject({ system: '=HYPERLINK(1)', slice: { tag: 'language', value: 'en' } })
    expect(second).toMatchObject({ instrument: 'strict-match@1?x=y' })
  })

  it.each([
    ['value', { value: 'under 50 %' }, 'shape', 48],
    ['value', { value: '=0.5' }, 'shape', 48],
    ['value', { value: 'NaN' }, 'shape', 48],
    ['value', { value: '1.01' }, 'range', 48],
    ['value', { value: '100.1', unit: 'percent' }, 'range', 48],
    ['value', { value: '-0.1' }, 'range', 48],
    ['unit', { unit: '%' }, 'shape', 54],
    ['unit', { unit: '' }, 'shape', 54],
    ['checker', { checker: '' }, 'shape', undefined],
    ['table', { table: '' }, 'shape', undefined],
    ['source', { source: '' }, 'shape', undefined],
    ['date', { date: '30.11.2026' }, 'shape', undefined],
    ['track', { track: 'alpsbench/extracting' }, 'unknown-track', 1],
    ['instrument', { instrument: 'loose-match' }, 'unknown-instrument', undefined],
    ['metric', { metric: 'f2' }, 'unknown-metric', undefined],
    ['slice_value', { slice_tag: 'language' }, 'shape', undefined],
    ['slice_tag', { slice_value: 'en' }, 'shape', undefined],
  ])('name the cell %s that is wrong: %j', (field, change, rule, column) => {
    let thrown: unknown
    try {
      read(row(), row({ system: 's2', ...change }))
    } catch (error) {
      thrown = error
    }
    expect(thrown).toBeInstanceOf(InputError)
    const shift = column === undefined || column === 1 ? 0 : 's2'.length - 'lab/model'.length
    expect(thrown).toMatchObject({
      rule,
      place: { file: 'f.csv', line: 3, field, ...(column === undefined ? {} : { column: column + shift }) },
    })
  })

  it('stand once, and beside no figure that Rapport has', () => {
    expect(() => read(row(), row({ value: '0.6' }))).toThrow(/earlier line/)
    const known = tracks
      .flatMap(({ publishedResults }) => publishedResults)
      .find(({ instrument, slice }) => instrument === 'research-algo' && slice === undefined)
    if (known === undefined) throw new Error('no published figure')
    const { track, system, instrument, metric } = known
    expect(() => read(row({ track, system, instrument, metric, value: '1', unit: 'points' }))).toThrow(
      /already/,
    )
  })
})
