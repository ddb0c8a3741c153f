import type { JsonObject } from '../../../core/json.ts'
import type { MemoryVerification, VerifiedCase, VerifiedMemory } from '../../../core/verification.ts'
import { taxonomyGroups, unmappedLabel } from '../data/taxonomy.ts'
import { itemsAt, textField } from '../scoring/memory-lists.ts'

/** Folder of task 1 in the public layout (spec 1.4). All rows lie in one split that is no hidden test. */
const FOLDER = 'dev/task1'

/** An id that no other memory of the session has. */
function freshIds(cases: readonly VerifiedMemory[]): () => string {
  const taken = new Set(cases.flatMap(({ raw }) => (raw === null ? [] : [textField(raw, 'memory_id')])))
  let number = 0
  return () => {
    do number += 1
    while (taken.has(`m${number}`))
    return `m${number}`
  }
}

function evidenceOf(session: string, { raw, evidence }: VerifiedMemory): JsonObject {
  const [first, ...more] = evidence
  if (first === undefined) return raw === null ? { evidence: null } : {}
  // The data has one passage as a rule, and lists where it has several (spec 1.2).
  const turns = more.length === 0 ? first.turn : evidence.map(({ turn }) => turn)
  const texts = more.length === 0 ? first.text : evidence.map(({ text }) => text)
  return { evidence: { session_id: session, utterance_index: turns, text: texts } }
}

/** Fields that people said something of take the place of the old ones; ids and all other fields stay. */
function itemOf(memory: VerifiedMemory, session: string, fresh: () => string, at: string): JsonObject {
  const { raw, value, label, type, confidence } = memory
  const rest = raw ?? {
    memory_id: fresh(),
    label_suggestion: label === unmappedLabel ? 'UNSPECIFIED' : null,
    reasoning: '',
    time_scope: 'unknown',
    emotion: null,
    preference_attitude: null,
    updated_at: at,
  }
  return {
    ...rest,
    ...(raw !== null && raw['label'] !== label
      ? { label_suggestion: label === unmappedLabel ? 'UNSPECIFIED' : null }
      : {}),
    type,
    label,
    value,
    confidence: confidence ?? 0.5,
    ...evidenceOf(session, memory),
  }
}

function referenceOf({ row, memories }: VerifiedCase, at: string): JsonObject {
  // Both are fields of the input file alone.
  const envelope = Object.fromEntries(
    Object.entries(row).filter(([name]) => name !== 'input' && name !== 'stratum'),
  )
  const session = textField(row, 'session_id', textField(row, 'benchmark_id'))
  const fresh = freshIds(memories)
  return { ...envelope, gold: { memory_items: memories.map((one) => itemOf(one, session, fresh, at)) } }
}

/** Verified memories in the public layout of task 1. */
export const extractionVerification: MemoryVerification = {
  taxonomy: taxonomyGroups,
  types: ['direct', 'indirect'],
  goldOf: ({ gold }) => (gold === null ? null : itemsAt(gold, 'memory_items')),
  files: (cases, at) => [
    { path: `${FOLDER}/model_input.jsonl`, rows: cases.map(({ row }) => row) },
    { path: `${FOLDER}/reference_output.jsonl`, rows: cases.map((one) => referenceOf(one, at)) },
  ],
}
