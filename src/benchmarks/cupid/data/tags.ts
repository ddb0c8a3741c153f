import type { Case } from '../../../core/case.ts'
import { messageCount, type Instance } from './instance-shape.ts'
import { wordCount, wordLimit } from './instance-flaws.ts'
import type { Rivals } from './rivals.ts'

/** Whether people checked the instances; `unknown` for anybody's own data. */
export type Verified = 'yes' | 'no' | 'unknown'

/** A number of messages as a slice. */
export function messagesBucket(messages: number): string {
  if (messages < 32) return 'under 32'
  if (messages < 48) return '32-47'
  if (messages < 64) return '48-63'
  return messages < 96 ? '64-95' : '96+'
}

/** A number of words as a slice. */
export function wordsBucket(words: number): string {
  if (words < 15) return 'under 15'
  if (words < 20) return '15-19'
  if (words < 25) return '20-24'
  return words <= wordLimit ? `25-${wordLimit}` : `over ${wordLimit}`
}

/** Sessions after the last one that shows the gold preference for the current factor; `none` when none shows it. */
export function evidenceDistance(instance: Instance): string {
  const last = instance.prior_interactions.findLastIndex(
    ({ context_factor, contextual_preference }) =>
      context_factor === instance.current_context_factor &&
      contextual_preference === instance.current_contextual_preference,
  )
  return last < 0 ? 'none' : String(instance.prior_interactions.length - 1 - last)
}

/** Slices of an instance. */
export function tagsOf(instance: Instance, rivals: Rivals, verified: Verified): Case['tags'] {
  return {
    persona: [instance.persona_id],
    type: [instance.instance_type],
    sessions: [String(instance.prior_interactions.length)],
    messages: [messagesBucket(messageCount(instance))],
    evidence_distance: [evidenceDistance(instance)],
    preference_words: [wordsBucket(wordCount(instance.current_contextual_preference))],
    checklist_size: [String(instance.current_checklist.length)],
    rival: [rivals.tag],
    verified: [verified],
  }
}
