import type { AuditSubject, AuditText } from '../../core/audit.ts'
import type { Case } from '../../core/case.ts'
import { tagValues } from '../../core/case.ts'

/** A case with what an audit looks at. */
export interface AuditedCase extends AuditSubject {
  readonly track: string
  readonly id: string
  readonly hash: string
  readonly cluster: string
  /** The split that the data puts it in; null where it has none. */
  readonly split: string | null
  /** Whether it is, or may be, in a hidden test, with its gold open here. */
  readonly exposed: boolean
}

export function auditedCase(track: string, subject: Case, view: AuditSubject): AuditedCase {
  const { id, hash, cluster, tags, gold } = subject
  return {
    ...view,
    track,
    id,
    hash,
    cluster,
    split: tagValues(tags, 'split')[0] ?? null,
    exposed: gold !== null && tagValues(tags, 'exposure').includes('hidden-test'),
  }
}

/** What the user said, as one text. */
export function userText({ conversation }: Pick<AuditSubject, 'conversation'>): string {
  return conversation
    .filter(({ role }) => role === 'user')
    .map(({ text }) => text)
    .join('\n')
}

/** All gold texts of a case, the target among them once. */
export function goldTexts({ gold, target }: AuditedCase): readonly AuditText[] {
  return target === null || gold.some(({ value }) => value === target.value) ? gold : [...gold, target]
}
