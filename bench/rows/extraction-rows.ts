import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Json, JsonObject } from '../../src/core/json.ts'
import { writeJsonl } from '../../src/io/jsonl-writer.ts'
import { createRandom, type Random } from '../../src/stats/random.ts'
import { pick, sentence } from './invented-text.ts'

const LABELS = [
  'Preferences/Food',
  'Preferences/Music',
  'Thoughts/Curiosity',
  'Thoughts/Goals/Long_Term',
  'Possessions/Pet',
  'Personal_Background/Location',
  'States_Experiences/Past_Experience',
] as const
const CONFIDENCES = [0.95, 0.8, 0.65, 0.5] as const
/** Characters of a dialogue. */
const DIALOGUE = 2_000

/** Writes invented rows of AlpsBench's public layout (spec 1.4, split dev) and predictions for them (spec 1.7). */
export async function writeExtractionRows(data: string, predictions: string, count: number): Promise<void> {
  const folder = join(data, 'dev', 'task1')
  await mkdir(folder, { recursive: true })
  await writeJsonl(join(folder, 'model_input.jsonl'), each(count, inputRow))
  await writeJsonl(join(folder, 'reference_output.jsonl'), each(count, referenceRow))
  await writeJsonl(predictions, each(count, predictionRow))
}

function* each(count: number, row: (number: number) => Json): Generator<Json> {
  for (let number = 0; number < count; number++) yield row(number)
}

function ids(number: number) {
  return { benchmark_id: `sess_demo_${number}__${number}`, session_id: `sess_demo_${number}` }
}

function inputRow(number: number): Json {
  const random = createRandom(`dialogue/${number}`)
  const dialogue: Json[] = []
  for (let length = 0; length < DIALOGUE;) {
    const text = `${sentence(random, 12)}. ${sentence(random, 14)}.`
    dialogue.push({ role: dialogue.length % 2 === 0 ? 'user' : 'assistant', text })
    length += text.length
  }
  return {
    ...ids(number),
    input: { dialogue, user_id: 'unknown_user', line_index: number, metadata: { match: null } },
  }
}

function referenceRow(number: number): Json {
  const items = memories(number)
  return { ...ids(number), gold: { memory_items: items, selected_memory_id: 'm1' } }
}

function predictionRow(number: number): Json {
  const random = createRandom(`prediction/${number}`)
  const { benchmark_id } = ids(number)
  return { benchmark_id, memory_items: memories(number).map((item) => guess(random, item)) }
}

/** One to four memories, the same at every call. */
function memories(number: number) {
  const random = createRandom(`memories/${number}`)
  const { session_id } = ids(number)
  return Array.from({ length: random.integer(1, 4) }, (_, at) => ({
    memory_id: `m${at + 1}`,
    type: pick(random, ['direct', 'indirect']),
    label: pick(random, LABELS),
    label_suggestion: null,
    value: sentence(random, 8),
    reasoning: sentence(random, 16),
    evidence: { session_id, utterance_index: 2 * at, text: sentence(random, 12) },
    confidence: pick(random, CONFIDENCES),
    time_scope: 'long_term',
    emotion: null,
    preference_attitude: null,
    updated_at: '2026-01-01T00:00:00Z',
  }))
}

/** The memory in more words; one in three under another label, one in three with another value. */
function guess(random: Random, item: ReturnType<typeof memories>[number]): JsonObject {
  const { memory_id, type, label, value } = item
  return {
    memory_id,
    type,
    label: random.integer(1, 3) === 1 ? pick(random, LABELS) : label,
    value: random.integer(1, 3) === 1 ? sentence(random, 8) : `user ${value} ${sentence(random, 3)}`,
    confidence: 0.8,
    evidence_text: sentence(random, 10),
  }
}
