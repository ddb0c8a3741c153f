import type { Place } from '../../../core/errors.ts'
import { isRejected } from './defects.ts'
import type { FindingList } from '../../../core/finding-list.ts'
import { countGold, DefectCounts, evidenceOf } from './item-counter.ts'
import type { Packet } from './packet-shape.ts'
import { isOffTaxonomy } from './taxonomy.ts'

/** Counts the defect classes of packets (spec 7.1, 7.4, 7.5) and notes where they are. */
export class PacketCounter {
  readonly #counts: DefectCounts
  readonly #ownersByMemory = new Map<string, Set<string>>()
  readonly #candidates: { session: string; gold: string; keys: string[] }[] = []
  readonly #firstTurns = new Map<string, number>()

  constructor(findings: FindingList) {
    this.#counts = new DefectCounts(findings)
  }

  add(packet: Packet, place: Place): void {
    const counts = this.#counts
    counts.count('sessions', 1)
    counts.count('dialogues_starting_with_assistant', packet.dialogue[0]?.role === 'assistant')
    const first = packet.dialogue.find((turn) => turn.role === 'user')?.text.trim()
    if (first !== undefined) this.#firstTurns.set(first, (this.#firstTurns.get(first) ?? 0) + 1)
    this.#addGold(packet, place)
    this.#addUpdate(packet, place)
    this.#addRetrieval(packet, place)
    counts.count('utilization_rows', packet.task4?.length ?? 0)
  }

  #addGold(packet: Packet, place: Place): void {
    if (packet.task1 === undefined) return
    const items = packet.task1.ground_truth_memories
    countGold(this.#counts, items, place, 'task1.ground_truth_memories')
    for (const item of items) {
      const key = memoryKey(item)
      const owners = this.#ownersByMemory.get(key) ?? new Set()
      this.#ownersByMemory.set(key, owners.add(packet.session_id))
    }
    for (const output of Object.values(packet.task1.llm_outputs ?? {})) {
      this.#counts.count('model_runs', 1)
      this.#counts.count('model_runs_without_raw_output', (output.raw_output ?? '').trim() === '')
    }
  }

  #addUpdate(packet: Packet, place: Place): void {
    const task = packet.task2
    if (task === undefined) return
    const id = task.task2_selected_memory_id
    const target = task.memory_pool_before_update.find((item) => item.memory_id === id)
    const missing = 'the target of an update is not in its memory pool'
    const at = { ...place, field: 'task2.task2_selected_memory_id' }
    this.#counts.flaw('update_targets_missing', target === undefined, 'update-target', missing, at)
    this.#counts.count('update_targets_rejected', target !== undefined && isRejected(target))
    const added = task.golden_answer.filter((item) => item.memory_id.startsWith('m_new'))
    const replaced = task.golden_answer.filter((item) => item.memory_id === `${id}_updated`)
    this.#counts.count('update_without_addition', added.length === 0)
    this.#counts.count(
      'update_replacement_without_evidence',
      replaced.some((item) => evidenceOf(item).isEmpty),
    )
    this.#counts.count(
      'update_added_items_off_taxonomy',
      added.filter((item) => isOffTaxonomy(item.label)).length,
    )
  }

  #addRetrieval(packet: Packet, place: Place): void {
    const task = packet.task3
    if (task === undefined) return
    const { candidate_memories: candidates, task3_selected_memory_id: gold } = task
    const at = { ...place, field: 'task3.candidate_memories' }
    const perId = new Map<string, number>()
    for (const { memory_id: id } of candidates) perId.set(id, (perId.get(id) ?? 0) + 1)
    const missing = 'the target is not among the candidates'
    this.#counts.flaw('retrieval_targets_missing', !perId.has(gold), 'retrieval-target', missing, at)
    const once = [...perId].filter(([, count]) => count === 1).map(([id]) => id)
    const leak = 'the smallest candidate id that comes once is the answer'
    this.#counts.flaw('id_multiplicity_hits', smallestId(once) === gold, 'id-multiplicity', leak, at)
    this.#counts.count('first_candidate_hits', candidates[0]?.memory_id === gold)
    const keys = candidates.map(memoryKey)
    this.#counts.count('surplus_duplicate_candidates', keys.length - new Set(keys).size)
    this.#counts.count('rejected_candidates', candidates.filter(isRejected).length)
    this.#counts.count('retrieval_targets_rejected', isRejected(task.task3_selected_memory))
    this.#candidates.push({ session: packet.session_id, gold: memoryKey(task.task3_selected_memory), keys })
  }

  /** Counts that need all sessions, and then all counts by name. */
  finish(): Record<string, number> {
    for (const { session, gold, keys } of this.#candidates) {
      const own = keys.filter((key) => key !== gold && this.#ownersByMemory.get(key)?.has(session))
      this.#counts.count('same_session_distractors', own.length)
    }
    for (const count of this.#firstTurns.values()) {
      this.#counts.count('sessions_sharing_first_user_turn', count > 1 ? count : 0)
    }
    return this.#counts.sorted
  }
}

function memoryKey(memory: { readonly value: string; readonly label: string }): string {
  return `${memory.value}\u0000${memory.label}`
}

/** `m2` before `m10`; ids without a number last, by text. */
function smallestId(ids: readonly string[]): string | undefined {
  const number = (id: string) => Number(/^m(\d+)$/.exec(id)?.[1] ?? Infinity)
  return ids.toSorted((a, b) => number(a) - number(b) || (a < b ? -1 : 1))[0]
}
