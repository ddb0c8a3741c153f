import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { CalibrationSample } from '../../core/calibration.ts'
import { InputError, UsageError } from '../../core/errors.ts'
import type { LabelField } from '../../reports/calibration/label-field.ts'
import { readLabelFile, type LabelContext } from './label-file.ts'

const fields: readonly LabelField[] = [
  { name: 'pass_rate', description: '', scale: 'binary', range: [0, 1] },
  { name: 'warmth', description: '', scale: 'ordinal', range: [1, 5] },
]
const item = (id: string) => ({
  id,
  system: 'a',
  case: `case of ${id}`,
  repeat: 0,
  stratum: 'a',
  answer: 'h',
  language: 'en',
})
const sample = (id: string, names: string[], ...items: string[]): CalibrationSample => ({
  id,
  track: 't',
  rubric: `${id}@1`,
  seed: 0,
  stratify: null,
  fields: names,
  strata: [],
  items: items.map(item),
})
const context: LabelContext = {
  samples: [
    sample(
      'one',
      ['pass_rate'],
      'i1',
      'i2',
      'idemo00000001',
      'idemo00000002',
      'idemo00000003',
      'idemo00000004',
    ),
    sample('two', ['warmth'], 'j1'),
  ],
  fieldsOf: (one) => fields.filter(({ name }) => one.fields.includes(name)),
  annotator: 'ada',
  at: 7,
  originOf: async (id) => (id === 'x1' ? 'run 2026-other' : null),
}

describe('a filled labelling file', () => {
  it('gives a label for each filled cell, as the example shows', async () => {
    const text = readFileSync('examples/calibration/labels.csv', 'utf8')
    const labels = await readLabelFile(text, 'labels.csv', context)
    expect(labels).toEqual([
      { item: 'idemo00000001', annotator: 'ada', field: 'pass_rate', value: 1, at: 7, language: 'en' },
      { item: 'idemo00000002', annotator: 'ada', field: 'pass_rate', value: 0, at: 7, language: 'en' },
      { item: 'idemo00000003', annotator: 'ada', field: 'pass_rate', value: null, at: 7, language: 'en' },
    ])
  })

  it('may hold several people, and items of several rubrics', async () => {
    const text = 'item,annotator,pass_rate,warmth\ni1,bo,1,\ni1,cy,0,\nj1,bo,,4\n'
    const labels = await readLabelFile(text, 'f.csv', context)
    expect(labels.map(({ item: id, annotator, field, value }) => [id, annotator, field, value])).toEqual([
      ['i1', 'bo', 'pass_rate', 1],
      ['i1', 'cy', 'pass_rate', 0],
      ['j1', 'bo', 'warmth', 4],
    ])
  })

  it.each([
    ['item,pass_rate\ni1,maybe\n', 'bad-label', 2, 4, /"maybe" is none of yes/],
    ['item,warmth\nj1,6\n', 'bad-label', 2, 4, /outside 1 to 5/],
    ['item,pass_rate,warmth\ni1,1,3\n', 'bad-label', 2, 6, /no field warmth/],
    ['item,pass_rate\ni1,1\ni1,0\n', 'duplicate-item', 3, 1, /twice/],
    ['item,pass_rate\nq9,1\n', 'unknown-item', 2, 1, /only a random sample of its answers/],
    ['item,pass_rate\nx1,1\n', 'unknown-item', 2, 1, /was drawn from run 2026-other/],
    ['item,verdict\ni1,1\n', 'unknown-column', 1, 6, /no column "verdict"/],
    ['pass_rate\n1\n', 'missing-column', 1, 1, /lacks item/],
    ['item,annotator,pass_rate\ni1,=cmd(),1\n', 'bad-annotator', 2, 4, /no pseudonym/],
    ['item,pass_rate\n"i1,1\n', 'broken-csv', 2, undefined, /double quote/],
  ])('%j is refused with its place', async (text, rule, line, column, message) => {
    const error = await readLabelFile(text, 'f.csv', context).catch((thrown: unknown) => thrown)
    if (!(error instanceof InputError)) throw error
    expect(error.rule).toBe(rule)
    expect(error.message).toMatch(message)
    expect(error.place).toMatchObject({ file: 'f.csv', line, ...(column === undefined ? {} : { column }) })
  })

  it('without a person or a label it says what is missing', async () => {
    const { annotator: _annotator, ...nobody } = context
    const read = (text: string, of: LabelContext) => readLabelFile(text, 'f.csv', of)
    await expect(read('item,pass_rate\ni1,1\n', { ...nobody, annotator: undefined })).rejects.toThrow(
      /nobody is named/,
    )
    await expect(read('item,pass_rate\ni1,1\n', { ...context, annotator: 'a@b.example' })).rejects.toThrow(
      UsageError,
    )
    await expect(read('item,pass_rate\ni1,\n', context)).rejects.toThrow(/nothing is filled in/)
  })
})
