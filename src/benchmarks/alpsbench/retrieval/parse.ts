import { z } from 'zod'
import { Fault } from '../../../core/fault.ts'
import { isJsonObject, type Json, type JsonObject } from '../../../core/json.ts'
import { parseOnce } from '../../../core/parse-once.ts'
import type { Response } from '../../../core/system.ts'
import type { Parsed } from '../../../core/track.ts'
import { trimInvisible, withoutInvisible } from '../../../text/reply-cleaning.ts'
import { readReplyJson, unambiguous } from '../reply-json.ts'
import { retrievalInputSchema, retrievalPredictionSchema } from '../shapes.ts'

const shownSchema = z.array(z.string())

const inputOf = parseOnce(retrievalInputSchema)

/**
 * Reads a retrieval reply (spec 3.4): one JSON object `{answer, reason, selected_memory_id}`, fenced or not. An id
 * that no candidate has stays as answered, which scores 0, and is noted. Where the prompt showed opaque ids, the
 * answered one is turned into the data's, and one that was not shown into no id. Prose is no selection: the reference
 * hands it to its judge, an id scorer can't.
 * @throws Fault `empty-reply`, `refusal` or `unusable-output`, all by the system
 */
export function parseRetrieval(response: Response, input: Json): Parsed {
  const candidates = inputOf(input).candidate_memories.map(({ memory_id: id }) => id)
  const opaque = shownIds(response)
  if (response.form === 'text' && opaque !== undefined) {
    const read = fromText(response.text, opaque)
    const place = opaque.indexOf(read.prediction.selected_memory_id)
    // An id that was not shown must not become a hit because the data happens to have it.
    const prediction = { ...read.prediction, selected_memory_id: candidates[place] ?? '' }
    return { prediction, repairs: noted(read.repairs, place !== -1) }
  }
  const read =
    response.form === 'contract' ? fromContract(response.value) : fromText(response.text, candidates)
  const isCandidate = candidates.includes(read.prediction.selected_memory_id)
  return { prediction: read.prediction, repairs: noted(read.repairs, isCandidate) }
}

function noted(repairs: readonly string[], isCandidate: boolean): readonly string[] {
  return isCandidate ? repairs : [...repairs, 'id-not-among-candidates']
}

/** The opaque ids that the prompt showed, in the order of the candidates; undefined where it showed the data's. */
function shownIds({ meta }: Response): readonly string[] | undefined {
  return shownSchema.safeParse(meta?.['candidate_ids']).data
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

function fromText(text: string, shown: readonly string[]): Selection {
  const { value, repairs } = unambiguous(readReplyJson(text, selects, deciding))
  const found = onlyObject(value)
  const id = selectedId(found.object, shown)
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

const deciding = new Set(['selected_memory_id'])

const selects = (value: Json): boolean => isJsonObject(value) && 'selected_memory_id' in value

/** The id as answered, else without what can't be seen, quotes and brackets, where that is an id that was shown. */
function selectedId(
  object: JsonObject,
  shown: readonly string[],
): { text: string; repairs: readonly string[] } {
  const id = object['selected_memory_id']
  if (typeof id === 'number') return { text: String(id), repairs: ['id-as-number'] }
  if (typeof id !== 'string' || trimInvisible(id) === '') {
    throw new Fault('unusable-output', 'system', 'the reply selects no memory id')
  }
  if (shown.includes(id)) return { text: id, repairs: [] }
  const bare = withoutInvisible(id).replaceAll(/^[\s"'`[(<]+|[\s"'`\])>]+$/g, '')
  const text = shown.includes(bare) ? bare : id.trim()
  return { text, repairs: text === id ? [] : ['id-trimmed'] }
}

/** Answer and reason are not scored here; what is missing or no text must not cost the selection. */
function textOf(object: JsonObject, key: string): { text: string; repairs: readonly string[] } {
  const value = object[key]
  if (typeof value === 'string') return { text: value, repairs: [] }
  if (value === undefined || value === null) return { text: '', repairs: [`${key}-missing`] }
  return { text: JSON.stringify(value), repairs: [`${key}-not-text`] }
}
