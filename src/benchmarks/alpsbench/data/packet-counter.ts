import type { Place } from '../../../core/errors.ts'
import { isRejected } from './defects.ts'
import { firstUserTurn } from './clusters.ts'
import type { FindingList } from './finding-list.ts'
import type { StoredItem } from './json-shapes.ts'
import type { Packet } from './packet-shape.ts'
import { isOffTaxonomy, unmappedLabel } from './taxonomy.ts'

/** Counts the defect classes of packets (spec 7.1, 7.4, 7.5) and notes where they are. */
export class PacketCounter {
  readonly #findings: FindingList
  readonly #counts = new Map<string, number>()
  readonly #ownersByMemory = new Map<string, Set<string>>()
  readonly #candidates = new Map<string, { session: string; gold: string; keys: string[] }>()
  readonly #firstTurns = new Map<string, number>()

  constructor(findings: FindingList) {
    this.#findings = findings
  }

  #count(name: string, by: number | boolean): void {
    this.#counts.set(name, (this.#counts.get(name) ?? 0) + Number(by))
  }

  add(packet: Packet, place: Place): void {
    this.#count('sessions', 1)
    this.#count('dialogues_starting_with_assistant', packet.dialogue[0]?.role === 'assistant')
    const first = firstUserTurn(packet.dialogue)
    if (first !== null) this.#firstTurns.set(first, (this.#firstTurns.get(first) ?? 0) + 1)
    this.#addGold(packet, place)
    this.#addUpdate(packet, place)
    this.#addRetrieval(packet, place)
    this.#count('utilization_rows', packet.task4?.length ?? 0)
  }

  #flaw(name: string, is: boolean, rule: string, message: string, place: Place): void {
    this.#count(name, is)
    if (is) this.#findings.add('warning', rule, message, place)
  }

  #addGold(packet: Packet, place: Place): void {
    const items = packet.task1?.ground_truth_memories ?? []
    const rejected = items.filter(isRejected).length
    this.#count('gold_items', items.length)
    this.#count('sessions_with_only_rejected_gold', items.length > 0 && rejected === items.length)
    this.#count('sessions_without_indirect_gold', items.every((item) => item.type === 'direct'))
    const ids = new Set(items.map((item) => item.memory_id))
    const message = 'a memory id comes more than once in a session'
    this.#flaw('sessions_with_duplicate_memory_ids', ids.size < items.length, 'duplicate-memory-id', message, place)
    for (const [index, item] of items.entries()) {
      this.#addItem(item, { ...place, field: `task1.ground_truth_memories[${index}]` })
      const key = `${item.value}\u0000${item.label}`
      const owners = this.#ownersByMemory.get(key) ?? new Set()
      this.#ownersByMemory.set(key, owners.add(packet.session_id))
    }
    for (const output of Object.values(packet.task1?.llm_outputs ?? {})) {
      this.#count('model_runs', 1)
      this.#count('model_runs_without_raw_output', (output.raw_output ?? '').trim() === '')
    }
  }

  #addItem(item: StoredItem, place: Place): void {
    this.#flaw('rejected_gold_items', isRejected(item), 'rejected-gold', 'a gold memory carries the mark of the pipeline\'s own validator', place)
    this.#count('unmapped_gold_items', item.label === unmappedLabel)
    this.#flaw('off_taxonomy_gold_items', isOffTaxonomy(item.label), 'label-taxonomy', 'a label is no leaf of the taxonomy', place)
    const isOpen = item.type !== 'direct' && item.type !== 'indirect'
    this.#flaw('type_outside_direct_indirect', isOpen, 'type-vocabulary', 'a type is neither direct nor indirect', place)
    this.#count('label_suggestion_key_absent', item['label_suggestion'] === undefined)
    const evidence = evidenceOf(item)
    this.#flaw('evidence_index_is_list', evidence.indexIsList, 'evidence-shape', 'an evidence index is a list', place)
    this.#count('evidence_text_null_or_empty', evidence.isEmpty)
  }

  #addUpdate(packet: Packet, place: Place): void {
    const task = packet.task2
    if (task === undefined) return
    const pool = new Map(task.memory_pool_before_update.map((item) => [item.memory_id, item]))
    const target = pool.get(task.task2_selected_memory_id)
    const missing = 'the target of an update is not in its memory pool'
    this.#flaw('update_targets_missing', target === undefined, 'update-target', missing, { ...place, field: 'task2.task2_selected_memory_id' })
    this.#count('update_targets_rejected', target !== undefined && isRejected(target))
    const added = task.golden_answer.filter((item) => item.memory_id.startsWith('m_new'))
    const replaced = task.golden_answer.filter((item) => item.memory_id === `${task.task2_selected_memory_id}_updated`)
    this.#count('update_without_addition', added.length === 0)
    this.#count('update_replacement_without_evidence', replaced.some((item) => evidenceOf(item).isEmpty))
    this.#count('update_added_items_off_taxonomy', added.filter((item) => isOffTaxonomy(item.label)).length)
  }

  #addRetrieval(packet: Packet, place: Place): void {
    const task = packet.task3
    if (task === undefined) return
    const { candidate_memories: candidates, task3_selected_memory_id: gold } = task
    const perId = new Map<string, number>()
    for (const { memory_id: id } of candidates) perId.set(id, (perId.get(id) ?? 0) + 1)
    const missing = 'the target is not among the candidates'
    this.#flaw('retrieval_targets_missing', !perId.has(gold), 'retrieval-target', missing, { ...place, field: 'task3.candidate_memories' })
    const once = [...perId].filter(([, count]) => count === 1).map(([id]) => id)
    this.#flaw('id_multiplicity_hits', smallestId(once) === gold, 'id-multiplicity', 'the smallest candidate id that comes once is the answer', { ...place, field: 'task3.candidate_memories' })
    this.#count('first_candidate_hits', candidates[0]?.memory_id === gold)
    const keys = candidates.map(({ value, label }) => `${value}\u0000${label}`)
    this.#count('surplus_duplicate_candidates', keys.length - new Set(keys).size)
    this.#count('rejected_candidates', candidates.filter(isRejected).length)
    this.#count('retrieval_targets_rejected', isRejected(task.task3_selected_memory))
    const { value, label } = task.task3_selected_memory
    this.#candidates.set(packet.session_id, { session: packet.session_id, gold: `${value}\u0000${label}`, keys })
  }

  /** Counts that need all sessions, and then all counts by name. */
  finish(): Record<string, number> {
    for (const { session, gold, keys } of this.#candidates.values()) {
      const own = keys.filter((key) => key !== gold && this.#ownersByMemory.get(key)?.has(session))
      this.#count('same_session_distractors', own.length)
    }
    const shared = [...this.#firstTurns.values()].filter((count) => count > 1)
    this.#count('sessions_sharing_first_user_turn', shared.reduce((sum, count) => sum + count, 0))
    return Object.fromEntries([...this.#counts].toSorted(([a], [b]) => (a < b ? -1 : 1)))
  }
}

/** `m2` before `m10`; ids without a number last, by text. */
function smallestId(ids: readonly string[]): string | undefined {
  const number = (id: string) => Number(/^m(\d+)$/.exec(id)?.[1] ?? Infinity)
  return ids.toSorted((a, b) => number(a) - number(b) || (a < b ? -1 : 1))[0]
}

function evidenceOf(item: StoredItem): { indexIsList: boolean; isEmpty: boolean } {
  const evidence = item['evidence']
  if (typeof evidence !== 'object' || evidence === null || !('text' in evidence)) {
    return { indexIsList: false, isEmpty: true }
  }
  const { text } = evidence
  const isEmpty = text === undefined || text === null || (typeof text === 'string' && text.trim() === '')
  return { indexIsList: Array.isArray(evidence['utterance_index']), isEmpty }
}
