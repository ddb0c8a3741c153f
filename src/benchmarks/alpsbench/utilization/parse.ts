import { Fault } from '../../../core/fault.ts'
import { isJsonObject, type Json, type JsonObject } from '../../../core/json.ts'
import type { Response } from '../../../core/system.ts'
import type { Parsed } from '../../../core/track.ts'
import { isBareRefusal } from '../../../text/refusal.ts'
import { trimInvisible, withoutThinking } from '../../../text/reply-cleaning.ts'
import { readReplyJson, unambiguous, type ReplyJson } from '../reply-json.ts'
import { utilizationPredictionSchema } from '../shapes.ts'

/**
 * Reads a utilization reply: JSON `{answer, used_memory_fact}`, fenced or not (spec 3.5), or else the plain text as
 * the answer without a claimed fact, which is what the published protocol asks for (spec 2.7.1). Text that is
 * visibly meant as that JSON and can't be read is no answer.
 * @throws Fault `empty-reply`, `refusal` or `unusable-output`, all by the system
 */
export function parseUtilization(response: Response): Parsed {
  if (response.form === 'contract') {
    const checked = utilizationPredictionSchema.safeParse(response.value)
    if (!checked.success) {
      throw new Fault('unusable-output', 'system', 'the prediction lacks answer or used_memory_fact')
    }
    return { prediction: checked.data, repairs: [] }
  }
  const json = replyObject(response.text)
  if (json !== undefined) return fromObject(json.object, json.repairs)
  const { text, repairs } = withoutThinking(response.text)
  const answer = trimInvisible(text)
  if (isBareRefusal(answer)) throw new Fault('refusal', 'system', 'the model refused in words')
  return { prediction: { answer, used_memory_fact: '' }, repairs: [...repairs, 'plain-text-answer'] }
}

/** The object of a reply that has an `answer`; undefined for a plain answer, whatever brackets it has in it. */
function replyObject(text: string): { object: JsonObject; repairs: readonly string[] } | undefined {
  const meant = isMeantAsJson(text)
  let read: ReplyJson
  try {
    read = readReplyJson(text, hasAnswer, deciding)
  } catch (error) {
    if (!(error instanceof Fault) || error.reason === 'empty-reply' || meant) throw error
    const { isCut } = withoutThinking(text)
    if (isCut) throw error
    return undefined
  }
  const { value, repairs } = read
  // In the middle of a sentence both keys of the form tell that an object is the answer and not what it speaks of.
  const isInProse = repairs.some(
    (repair) => repair === 'text-around-json-removed' || repair === 'json-repaired',
  )
  if (isJsonObject(value) && (meant || (hasAnswer(value) && (!isInProse || 'used_memory_fact' in value)))) {
    return { object: value, repairs: unambiguous(read).repairs }
  }
  if (meant) throw new Fault('unusable-output', 'system', 'the reply is no JSON object')
  return undefined
}

const deciding = new Set(['answer', 'used_memory_fact'])

const hasAnswer = (value: Json): boolean => isJsonObject(value) && typeof value['answer'] === 'string'

/** Starts with an object, perhaps fenced, that names the field we asked for. */
function isMeantAsJson(text: string): boolean {
  const { text: reply } = withoutThinking(text)
  return /^(?:```\w*\s*)?\{/.test(trimInvisible(reply)) && /["'](?:answer|used_memory_fact)["']/.test(reply)
}

function fromObject(object: JsonObject, repairs: readonly string[]): Parsed {
  const { answer } = object
  if (typeof answer !== 'string') {
    throw new Fault('unusable-output', 'system', 'the reply has no text under answer')
  }
  if (trimInvisible(answer) === '')
    throw new Fault('empty-reply', 'system', 'the answer of the reply is empty')
  const fact = factOf(object['used_memory_fact'])
  return { prediction: { answer, used_memory_fact: fact.text }, repairs: [...repairs, ...fact.repairs] }
}

function factOf(value: Json | undefined): { text: string; repairs: readonly string[] } {
  if (typeof value === 'string') return { text: value, repairs: [] }
  // null says that no memory was used, as one of the authors' prompts asks.
  if (value === null) return { text: '', repairs: [] }
  if (value === undefined) return { text: '', repairs: ['fact-missing'] }
  return { text: JSON.stringify(value), repairs: ['fact-not-text'] }
}
