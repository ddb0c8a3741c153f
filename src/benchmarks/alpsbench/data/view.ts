import type { StoredItem } from './json-shapes.ts'
import { isContaminated, isRejected } from './defects.ts'
import type { RetrievalRow, SourceRow, UpdateRow } from './source-row.ts'

/** `every-query` is about rows, not gold: see `everyQuery`. */
export const views = ['as-published', 'clean', 'every-query'] as const
export type View = (typeof views)[number]

/** A row under a view; `skip` says why the view leaves it out. */
export interface Viewed<Row extends SourceRow> {
  readonly row: Row
  readonly skip: string | null
}

/** `implied` is no type of the vocabulary and means `indirect` (spec 7.1, G6). */
function cleanItem(item: StoredItem): StoredItem {
  return item.type === 'implied' ? { ...item, type: 'indirect' } : item
}

/** Items without the rejected and the contaminated ones, types mended. */
function cleanItems(row: SourceRow, items: readonly StoredItem[]): StoredItem[] {
  return items.filter((item) => !isRejected(item) && !isContaminated(item, row.dialogue)).map(cleanItem)
}

/** Why a target can't be trusted; null when nothing is known against it. */
function targetFlaw(row: SourceRow, target: { readonly value?: string } | null | undefined): string | null {
  if (target === null || target === undefined) return null
  if (isRejected(target)) return "the target memory was rejected by the pipeline's own validator"
  if (isContaminated(target, row.dialogue))
    return "the target memory was copied from the extraction prompt's example"
  return null
}

function cleanUpdate(row: UpdateRow): Viewed<UpdateRow> {
  const target = row.pool.find((item) => item.memory_id === row.selected)
  const gold = row.gold === null ? null : { answer: cleanItems(row, row.gold.answer) }
  return { row: { ...row, pool: cleanItems(row, row.pool), gold }, skip: targetFlaw(row, target) }
}

function cleanRetrieval(row: RetrievalRow): Viewed<RetrievalRow> {
  const candidates = row.candidates.filter((item) => item.memory_id === row.gold?.id || !isRejected(item))
  return { row: { ...row, candidates }, skip: targetFlaw(row, row.gold?.memory) }
}

/**
 * A row as a view has it. `as-published` and `every-query` change nothing. `clean` (spec 7.1) drops rejected and contaminated
 * memories everywhere, reads `implied` as `indirect`, and leaves out rows whose gold became empty or whose
 * target is such a memory.
 */
export function applyView(row: SourceRow, view: View): Viewed<SourceRow> {
  if (view !== 'clean') return { row, skip: null }
  switch (row.task) {
    case 'extraction': {
      if (row.gold === null) return { row, skip: null }
      const items = cleanItems(row, row.gold.items)
      const isEmpty = items.length === 0 && row.gold.items.length > 0
      const skip = isEmpty ? 'every gold memory was rejected or copied from a prompt' : null
      return { row: { ...row, gold: { ...row.gold, items } }, skip }
    }
    case 'update':
      return cleanUpdate(row)
    case 'retrieval':
      return cleanRetrieval(row)
    case 'utilization':
      return { row, skip: targetFlaw(row, row.gold?.memory) }
  }
}
