import { Fault } from '../../../core/fault.ts'
import type { Response } from '../../../core/system.ts'
import type { Parsed } from '../../../core/track.ts'
import { isBareRefusal } from '../../../text/refusal.ts'
import { trimInvisible, withoutThinking } from '../../../text/reply-cleaning.ts'
import { MOST_WORDS, readEvidence, readPreference } from '../reading/preference.ts'
import { inferencePredictionSchema, type InferencePrediction } from '../shapes.ts'

/**
 * Reads a reply of the inference call: the preference in its section and, under `strict`, the sessions that it rests on.
 * More than 30 words are told as a repair and kept (spec 5.2).
 * @throws Fault `empty-reply`, `refusal` or `unusable-output`, all by the system
 */
export function parseInference(response: Response): Parsed {
  if (response.form === 'contract') {
    const checked = inferencePredictionSchema.safeParse(response.value)
    if (!checked.success) throw new Fault('unusable-output', 'system', 'the prediction lacks preference')
    return { prediction: checked.data, repairs: [] }
  }
  const isReference = response.meta?.['protocol'] === 'reference'
  const read = readPreference(response.text, isReference ? 'reference' : 'strict')
  if (read.status !== 'ok') throw unusable(response.text, read.status)
  const prediction: InferencePrediction = {
    preference: read.preference,
    evidence_sessions: isReference ? null : readEvidence(response.text),
  }
  return { prediction, repairs: read.overLimit ? [`over-${MOST_WORDS}-words`] : [] }
}

function unusable(reply: string, status: 'missing_section' | 'empty_section'): Fault {
  const said = trimInvisible(withoutThinking(reply).text)
  if (said === '') return new Fault('empty-reply', 'system', 'the reply is empty')
  if (isBareRefusal(said)) return new Fault('refusal', 'system', 'the model refused in words')
  const what = status === 'missing_section' ? 'has no section' : 'has nothing under the heading'
  return new Fault('unusable-output', 'system', `the reply ${what} "Most Likely Preference"`)
}
