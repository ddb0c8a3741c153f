import type { Place } from '../../../core/errors.ts'
import { isRejected } from './defects.ts'
import type { FindingList } from '../../../core/finding-list.ts'
import type { StoredItem } from './json-shapes.ts'
import { isOffTaxonomy, unmappedLabel } from './taxonomy.ts'

/** Counts by name, and flaws that are counted and reported. */
export class DefectCounts {
  readonly #findings: FindingList
  readonly #counts = new Map<string, number>()

  constructor(findings: FindingList) {
    this.#findings = findings
  }

  count(name: string, by: number | boolean): void {
    this.#counts.set(name, (this.#counts.get(name) ?? 0) + Number(by))
  }

  flaw(name: string, is: boolean, rule: string, message: string, place: Place): void {
    this.count(name, is)
    if (is) this.#findings.add('warning', rule, message, place)
  }

  get sorted(): Record<string, number> {
    return Object.fromEntries([...this.#counts].toSorted(([a], [b]) => (a < b ? -1 : 1)))
  }
}

/** What the evidence of an item looks like (spec 7.1, G10). */
export function evidenceOf(item: StoredItem): { indexIsList: boolean; isEmpty: boolean } {
  const evidence = item['evidence']
  if (typeof evidence !== 'object' || evidence === null || !('text' in evidence)) {
    return { indexIsList: false, isEmpty: true }
  }
  const { text } = evidence
  const isEmpty = text === undefined || text === null || (typeof text === 'string' && text.trim() === '')
  return { indexIsList: Array.isArray(evidence['utterance_index']), isEmpty }
}

/** Counts the defects of one session's gold memories (spec 7.1). `field` is the list's path. */
export function countGold(
  counts: DefectCounts,
  items: readonly StoredItem[],
  place: Place,
  field: string,
): void {
  const rejected = items.filter(isRejected).length
  counts.count('gold_items', items.length)
  counts.count('sessions_with_only_rejected_gold', items.length > 0 && rejected === items.length)
  counts.count(
    'sessions_without_indirect_gold',
    items.every((item) => item.type === 'direct'),
  )
  const ids = new Set(items.map((item) => item.memory_id))
  const twice = 'a memory id comes more than once in a session'
  counts.flaw(
    'sessions_with_duplicate_memory_ids',
    ids.size < items.length,
    'duplicate-memory-id',
    twice,
    place,
  )
  for (const [index, item] of items.entries())
    countItem(counts, item, { ...place, field: `${field}[${index}]` })
}

function countItem(counts: DefectCounts, item: StoredItem, place: Place): void {
  const mark = "a gold memory carries the mark of the pipeline's own validator"
  counts.flaw('rejected_gold_items', isRejected(item), 'rejected-gold', mark, place)
  counts.count('unmapped_gold_items', item.label === unmappedLabel)
  const label = 'a label is no leaf of the taxonomy'
  counts.flaw('off_taxonomy_gold_items', isOffTaxonomy(item.label), 'label-taxonomy', label, place)
  const isOpen = item.type !== 'direct' && item.type !== 'indirect'
  const type = 'a type is neither direct nor indirect'
  counts.flaw('type_outside_direct_indirect', isOpen, 'type-vocabulary', type, place)
  counts.count('label_suggestion_key_absent', item['label_suggestion'] === undefined)
  const evidence = evidenceOf(item)
  const list = 'an evidence index is a list'
  counts.flaw('evidence_index_is_list', evidence.indexIsList, 'evidence-shape', list, place)
  counts.count('evidence_text_null_or_empty', evidence.isEmpty)
}
