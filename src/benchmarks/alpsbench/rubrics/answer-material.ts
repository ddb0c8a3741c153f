import type { JudgedCase } from '../../../core/judge.ts'
import { isJsonObject, type Json, type JsonObject } from '../../../core/json.ts'
import { parseOnce } from '../../../core/parse-once.ts'
import { utilizationInputSchema, utilizationPredictionSchema } from '../shapes.ts'

const inputOf = parseOnce(utilizationInputSchema)

/** What a judge of utilization sees: the query always (AlpsBench spec 2.7.2, defect F9), never the whole history. */
export interface AnswerMaterial {
  readonly query: string
  /** What is known of the user; null where the reference has no text. */
  readonly memory: string | null
  readonly label: string | null
  /** The user's own words behind the memory, where the data has them. */
  readonly evidence: string | null
  readonly answer: string
  readonly claimedFact: string
}

export function answerMaterial({ input, gold, prediction }: JudgedCase): AnswerMaterial {
  const { answer, used_memory_fact: claimedFact } = utilizationPredictionSchema.parse(prediction)
  const memory: JsonObject = memoryOf(gold) ?? {}
  const evidence = memory['evidence']
  return {
    query: inputOf(input).query,
    memory: textOrNull(memory['value']),
    label: labelOf(gold),
    evidence: isJsonObject(evidence) ? textOrNull(evidence['text']) : null,
    answer,
    claimedFact,
  }
}

/** Whether the reference says in words what is known of the user. */
export function hasReference(gold: Json): boolean {
  return textOrNull(memoryOf(gold)?.['value']) !== null
}

/** The label of the target memory, where the data has it. */
export function labelOf(gold: Json): string | null {
  return textOrNull(memoryOf(gold)?.['label'])
}

function memoryOf(gold: Json): JsonObject | null {
  const memory = isJsonObject(gold) ? gold['selected_memory'] : undefined
  return isJsonObject(memory) ? memory : null
}

function textOrNull(value: Json | undefined): string | null {
  return typeof value === 'string' && value.trim() !== '' ? value : null
}
