import { resolve } from 'node:path'
import { misfit } from '../../annotation/fits-query.ts'
import type { PinnedItem, QueueSource } from '../../core/annotation.ts'
import { UsageError } from '../../core/errors.ts'
import { sha256 } from '../../core/hash.ts'
import { jsonSchema } from '../../core/json.ts'
import type { JudgedRow, JudgedRows } from '../../core/judged-rows.ts'
import { readJsonl } from '../../io/jsonl.ts'
import { benchmarks } from '../../registry/benchmarks.ts'
import { plainText } from '../../reports/format.ts'
import type { VerdictView } from '../../server/schemas/cases.ts'
import { mutable } from './annotate-queue-data.ts'
import type { PinnedQueue } from './annotate-queue.ts'
import type { WorkbenchContext } from './store-source.ts'

type RowsSource = Extract<QueueSource, { from: 'judged-rows' }>

const ID_DIGITS = 12
const TITLE = 200

/** Judged rows of a file. Rows whose answer does not fit their query are flagged. */
export async function rowsQueue(
  { file }: RowsSource,
  seed: number,
  context: WorkbenchContext,
): Promise<PinnedQueue> {
  const path = resolve(context.cwd, file)
  const items = new Map<string, PinnedItem>()
  let reader: { benchmark: string; rows: JudgedRows } | null = null
  for await (const { value, line } of readJsonl(path, { name: file })) {
    let known: readonly JudgedRow[] | null = null
    for (const { id, judgedRows } of benchmarks) {
      if (judgedRows === undefined || known !== null) continue
      known = judgedRows.read(value, { file, line })
      if (known !== null) reader = { benchmark: id, rows: judgedRows }
    }
    if (known === null)
      throw new UsageError(
        `line ${line} of ${plainText(file)} is no judged row of a known layout`,
        'see docs/annotation.md for the layouts',
      )
    for (const row of known) {
      const item = itemOf(row, seed)
      items.set(item.id, item)
    }
  }
  if (reader === null || items.size === 0)
    throw new UsageError(`${plainText(file)} holds no judged answers`, 'take another file')
  const { benchmark, rows } = reader
  return {
    dataset: {
      id: file,
      benchmark,
      title: rows.title,
      source: path,
      revision: null,
      licence: rows.licence,
      attribution: rows.attribution,
      layout: 'judged-rows',
      notes: [],
    },
    items: [...items.values()],
  }
}

/** Under a name that tells neither session nor model. */
function itemOf(row: JudgedRow, seed: number): PinnedItem {
  const instrument = row.track
  const verdict: VerdictView = {
    instrument,
    label: 'published verdict',
    judge: 'published',
    prompt: null,
    promptMissing: 'the file does not say what the judge was asked',
    tries: [],
    read: row.verdict,
  }
  return {
    id: `r${sha256(`${seed}\n${row.id}`).slice(0, ID_DIGITS)}`,
    title: row.title.replaceAll(/\s+/g, ' ').trim().slice(0, TITLE),
    flag: row.pair === null ? null : misfit(row.pair.query, row.pair.answer),
    cluster: row.cluster,
    language: null,
    content: {
      kind: 'judge',
      track: row.track,
      blocks: row.blocks.map(mutable),
      fields: row.fields.map((field) => ({ ...field })),
      verdict: jsonSchema.parse([verdict]),
      judge: 'published',
      instrument,
      drawn: null,
    },
  }
}
