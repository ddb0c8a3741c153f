import { Fault } from '../../core/fault.ts'
import type { Response } from '../../core/system.ts'
import type { Parsed } from '../../core/track.ts'
import { isBareRefusal } from '../../text/refusal.ts'
import { trimInvisible, withoutThinking } from '../../text/reply-cleaning.ts'
import { readVerdict } from '../../text/verdict-reader.ts'
import { overusePredictionSchema } from './shapes.ts'

/**
 * Reads a reply: JSON `{answer, used_memory}`, fenced or not, or else the plain text as an answer that states nothing.
 * @throws Fault `empty-reply`, `refusal` or `unusable-output`, all by the system
 */
export function parseOveruse(response: Response): Parsed {
  if (response.form === 'contract') {
    const checked = overusePredictionSchema.safeParse(response.value)
    if (!checked.success)
      throw new Fault(
        'unusable-output',
        'system',
        'the prediction lacks answer, or used_memory is not yes, no or empty',
      )
    return { prediction: checked.data, repairs: [] }
  }
  const { text, repairs, isCut } = withoutThinking(response.text)
  const plain = trimInvisible(text)
  if (isCut || plain === '') throw new Fault('empty-reply', 'system', 'the reply holds no answer')
  const read = readVerdict(plain, {
    answer: { kind: 'text', required: true },
    used_memory: { kind: 'raw', schema: { type: 'boolean' } },
  })
  // A bare yes answers the question; it states nothing.
  const answer = plain.includes('{') ? read?.['answer'] : undefined
  if (typeof answer !== 'string') {
    if (isMeantAsJson(plain))
      throw new Fault('unusable-output', 'system', 'the reply is meant as JSON and can not be read')
    if (isBareRefusal(plain)) throw new Fault('refusal', 'system', 'the model refused in words')
    return { prediction: { answer: plain, used_memory: '' }, repairs: [...repairs, 'plain-text-answer'] }
  }
  if (trimInvisible(answer) === '')
    throw new Fault('empty-reply', 'system', 'the answer of the reply is empty')
  return { prediction: { answer, used_memory: statedOf(read?.['used_memory']) }, repairs }
}

function isMeantAsJson(text: string): boolean {
  return /^(?:```\w*\s*)?\{/.test(text) && /["'](?:answer|used_memory)["']/.test(text)
}

/** Whatever is no yes or no says nothing. */
function statedOf(value: unknown): 'yes' | 'no' | '' {
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  return value === 'yes' || value === 'no' ? value : ''
}
