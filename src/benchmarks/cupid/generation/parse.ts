import { Fault } from '../../../core/fault.ts'
import type { Response } from '../../../core/system.ts'
import type { Parsed } from '../../../core/track.ts'
import { pythonStrip } from '../../../text/python-whitespace.ts'
import { isBareRefusal } from '../../../text/refusal.ts'
import { trimInvisible, withoutThinking } from '../../../text/reply-cleaning.ts'
import { generationPredictionSchema } from '../shapes.ts'

/**
 * The whole reply is the answer (spec 2.4). `strict` takes out what a model thought aloud and tells a bare refusal
 * apart; `reference` strips white space and nothing else.
 * @throws Fault `empty-reply`, `refusal` or `unusable-output`, all by the system
 */
export function parseGeneration(response: Response): Parsed {
  if (response.form === 'contract') {
    const checked = generationPredictionSchema.safeParse(response.value)
    if (!checked.success) throw new Fault('unusable-output', 'system', 'the prediction lacks answer')
    return { prediction: checked.data, repairs: [] }
  }
  if (response.meta?.['protocol'] === 'reference') {
    const answer = pythonStrip(response.text)
    if (answer === '') throw new Fault('empty-reply', 'system', 'the reply is empty')
    return { prediction: { answer }, repairs: [] }
  }
  const { text, repairs, isCut } = withoutThinking(response.text)
  const answer = trimInvisible(text)
  if (isCut || answer === '') throw new Fault('empty-reply', 'system', 'the reply holds no answer')
  if (isBareRefusal(answer)) throw new Fault('refusal', 'system', 'the model refused in words')
  return { prediction: { answer }, repairs }
}
