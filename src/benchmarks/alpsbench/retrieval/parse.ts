import { Fault } from '../../../core/fault.ts'
import { isJsonObject, type Json, type JsonObject } from '../../../core/json.ts'
import { parseOnce } from '../../../core/parse-once.ts'
import type { Response } from '../../../core/system.ts'
import type { Parsed } from '../../../core/track.ts'
import { readReplyJson } from '../reply-json.ts'
import { retrievalInputSchema, retrievalPredictionSchema } from '../shapes.ts'

const inputOf = parseOnce(retrievalInputSchema)

/**
 * Reads a retrieval reply (spec 3.4): one JSON object `{answer, reason, selected_memory_id}`, fenced or not. An id
 * that no candidate has stays as answered, which scores 0, and is noted. Prose is no selection: the reference hands
 * it to its judge, an id scorer can't.
 * @throws Fault `empty-reply` or `unusable-output`, both by the system
 */
export function parseRetrieval(response: Response, input: Json): Parsed {
  const read = response.form === 'contract' ? fromContract(response.value) : fromText(response.text)
  const selected = read.prediction.selected_memory_id
  const isCandidate = inputOf(input).candidate_memories.some(({ memory_id: id }) => id === selected)
  return {
    prediction: read.prediction,
    repairs: isCandidate ? read.repairs : [...read.repairs, 'id-not-among-candidates'],
  }
}

interface Selection {
  readonly prediction: JsonObject & { readonly selected_memory_id: string }
  readonly repairs: readonly string[]
}

function fromContract(value: Json): Selection {
  const checked = retrievalPredictionSchema.safeParse(value)
  if (!checked.success) {
    throw new Fault('unusable-output', 'system', 'the prediction lacks answer, reason or selected_memory_id')
  }
  const { answer, reason, selected_memory_id, ranking } = checked.data
  const prediction = { answer, reason, selected_memory_id, ...(ranking === undefined ? {} : { ranking }) }
  return { prediction, repairs: [] }
}

function fromText(text: string): Selection {
  const { value, repairs } = readReplyJson(text)
  const found = onlyObject(value)
  const id = selectedId(found.object)
  const answer = textOf(found.object, 'answer')
  const reason = textOf(found.object, 'reason')
  return {
    prediction: { answer: answer.text, reason: reason.text, selected_memory_id: id.text },
    repairs: [...repairs, ...found.repairs, ...id.repairs, ...answer.repairs, ...reason.repairs],
  }
}

function onlyObject(value: Json): { object: JsonObject; repairs: readonly string[] } {
  if (isJsonObject(value)) return { object: value, repairs: [] }
  const list: readonly Json[] = Array.isArray(value) ? value : []
  const only = list.length === 1 ? list[0] : undefined
  if (isJsonObject(only)) return { object: only, repairs: ['object-out-of-list'] }
  throw new Fault('unusable-output', 'system', 'the reply is no JSON object')
}

function selectedId(object: JsonObject): { text: string; repairs: readonly string[] } {
  const id = object['selected_memory_id']
  if (typeof id === 'number') return { text: String(id), repairs: ['id-as-number'] }
  if (typeof id === 'string' && id.trim() !== '') {
    const text = id.trim()
    return { text, repairs: text === id ? [] : ['id-trimmed'] }
  }
  throw new Fault('unusable-output', 'system', 'the reply selects no memory id')
}

/** Answer and reason are not scored here; what is missing or no text must not cost the selection. */
function textOf(object: JsonObject, key: string): { text: string; repairs: readonly string[] } {
  const value = object[key]
  if (typeof value === 'string') return { text: value, repairs: [] }
  if (value === undefined || value === null) return { text: '', repairs: [`${key}-missing`] }
  return { text: JSON.stringify(value), repairs: [`${key}-not-text`] }
}
