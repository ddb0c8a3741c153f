import type { AuditSubject } from '../../core/audit.ts'
import type { Case } from '../../core/case.ts'
import { overuseGoldSchema, overuseInputSchema } from './shapes.ts'

/** A query for which a memory is due must not tell it. */
export function overuseAudit({ input, gold }: Case): AuditSubject {
  const { query } = overuseInputSchema.parse(input)
  const { condition, pair } = overuseGoldSchema.parse(gold)
  const target = { id: pair.id, value: pair.memory, label: null, evidence: [], flaws: [] }
  return {
    conversation: [],
    query: condition === 'due' ? query : null,
    gold: [],
    target: condition === 'due' ? target : null,
    targetFits: null,
    candidates: null,
  }
}
