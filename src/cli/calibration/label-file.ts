import type { CalibrationSample, HumanLabel } from '../../core/calibration.ts'
import { InputError, UsageError } from '../../core/errors.ts'
import { parseCsv, type CsvRow } from '../../io/csv-reader.ts'
import { readLabel, type LabelField } from '../../reports/calibration/label-field.ts'

/** What a file of labels is checked against. */
export interface LabelContext {
  readonly samples: readonly CalibrationSample[]
  /** Fields of a sample, by its id. */
  readonly fieldsOf: (sample: CalibrationSample) => readonly LabelField[]
  /** For rows without a column `annotator`. */
  readonly annotator: string | undefined
  readonly at: number
  /** Where an item that this run did not draw comes from, in words; null: from nowhere known. */
  readonly originOf: (item: string) => Promise<string | null>
}

const NAME = /^[\p{L}\p{N}][\p{L}\p{N}._-]{0,39}$/u
const columns = ['item', 'annotator', 'language', 'shown', 'note'] as const

/**
 * Reads a filled labelling file; all of it or nothing. Empty cells are no labels.
 * @throws InputError with line and column: `unknown-column`, `missing-column`, `unknown-item`, `duplicate-item`,
 * `bad-label`, `bad-annotator`; UsageError where nobody is named or nothing is filled in
 */
export async function readLabelFile(
  text: string,
  file: string,
  context: LabelContext,
): Promise<HumanLabel[]> {
  const fields = new Set(
    context.samples.flatMap((sample) => context.fieldsOf(sample).map(({ name }) => name)),
  )
  const rows = parseCsv(text, file, [...columns, ...fields], ['item'])
  const sampleOf = new Map(
    context.samples.flatMap((sample) => sample.items.map((item) => [item.id, { sample, item }] as const)),
  )
  const seen = new Set<string>()
  const labels: HumanLabel[] = []
  for (const row of rows) {
    const id = row.cells['item'] ?? ''
    const drawn = sampleOf.get(id)
    if (drawn === undefined) throw await unknownItem(row, id, context)
    const annotator = annotatorOf(row, context.annotator)
    const key = JSON.stringify([id, annotator])
    if (seen.has(key))
      throw new InputError('duplicate-item', `${annotator} labels this item twice`, row.placeOf('item'))
    seen.add(key)
    const own = context.fieldsOf(drawn.sample)
    for (const name of fields) {
      const written = row.cells[name] ?? ''
      const field = own.find((one) => one.name === name)
      if (field === undefined) {
        if (written === '') continue
        throw new InputError('bad-label', `this item has no field ${name}`, row.placeOf(name))
      }
      const read = readLabel(field, written)
      if ('wrong' in read)
        throw new InputError('bad-label', `${JSON.stringify(written)} ${read.wrong}`, row.placeOf(name))
      if (read.value === undefined) continue
      const { language } = drawn.item
      labels.push({ item: id, annotator, field: name, value: read.value, at: context.at, language })
    }
  }
  if (labels.length === 0)
    throw new UsageError(
      `nothing is filled in in ${file}`,
      `columns for labels are ${[...fields].join(', ')}`,
    )
  return labels
}

async function unknownItem(row: CsvRow, id: string, { originOf }: LabelContext): Promise<InputError> {
  const origin = await originOf(id)
  return new InputError(
    'unknown-item',
    origin === null
      ? `the item ${JSON.stringify(id)} was not drawn from this run, and only a random sample of its answers can calibrate its judge`
      : `the item ${JSON.stringify(id)} was drawn from ${origin}, and labels calibrate the judge of their own run only`,
    row.placeOf('item'),
    'draw answers of this run with: rapport calibrate sample',
  )
}

function annotatorOf(row: CsvRow, given: string | undefined): string {
  const named = row.cells['annotator'] ?? ''
  const name = named === '' ? given : named
  if (name === undefined)
    throw new UsageError(
      'nobody is named who gave these labels',
      'add --annotator <pseudonym>, or a column annotator',
    )
  if (!NAME.test(name)) {
    const said = `${JSON.stringify(name)} is no pseudonym: letters, digits, dots, dashes and underscores, at most 40`
    if (named === '') throw new UsageError(said)
    throw new InputError('bad-annotator', said, row.placeOf('annotator'))
  }
  return name
}
