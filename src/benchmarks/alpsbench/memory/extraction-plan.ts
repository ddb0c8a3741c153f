import type { ListPlan } from '../../../core/memory-plan.ts'
import { parseOnce } from '../../../core/parse-once.ts'
import { itemsAt } from '../scoring/memory-lists.ts'
import { VALUE_ONLY } from '../scoring/value-only.ts'
import { extractionInputSchema } from '../shapes.ts'
import { carriesEvidence } from './carries.ts'
import { goldEvidence } from './gold-evidence.ts'
import { labelled, labelsPrompt, readLabels, toLabel } from './labels.ts'
import { toldSession } from './told-session.ts'

const inputOf = parseOnce(extractionInputSchema)

const SESSION = 'history'

/** Extraction with a memory system: it is told the dialogue, and all that it keeps is the prediction. */
export const extractionPlan: ListPlan = {
  use: 'list',
  version: '1',
  history: ({ input }) => ({ given: [], sessions: [toldSession(SESSION, inputOf(input).dialogue)] }),
  evidence: ({ gold }) =>
    itemsAt(gold, 'memory_items').flatMap((item, at) => goldEvidence(item, `m${at + 1}`, [SESSION])),
  carries: carriesEvidence,
  // What keeps plain text has no labels, which the published score asks for.
  scorers: [VALUE_ONLY],
  labels: labelsPrompt,
  toLabel: (_input, stored) => toLabel(stored),
  predict(_input, stored, reply) {
    const labelsOf = readLabels(reply)
    return { memory_items: stored.map((item, at) => labelled(item.id, item, labelsOf(at + 1))) }
  },
}
