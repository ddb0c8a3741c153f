import type { AuditSubject, AuditText } from '../../../core/audit.ts'
import type { Case } from '../../../core/case.ts'
import { cupidGoldSchema, cupidInputSchema } from '../shapes.ts'

/** Both tracks have one input, and one preference that applies. */
export function cupidAudit({ input, gold }: Case): AuditSubject {
  const { sessions, request } = cupidInputSchema.parse(input)
  const found = gold === null ? null : cupidGoldSchema.parse(gold)
  const target: AuditText | null =
    found === null
      ? null
      : { id: found.factor, value: found.preference, label: null, evidence: [], flaws: [] }
  return {
    conversation: sessions.flatMap(({ dialogue }) =>
      dialogue.map(({ role, content }) => ({ role, text: content })),
    ),
    query: request,
    gold: target === null ? [] : [target],
    target,
    targetFits: null,
    candidates: null,
  }
}
