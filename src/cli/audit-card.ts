import { existsSync } from 'node:fs'
import { auditReportSchema } from '../core/audit.ts'
import { checkShape } from '../core/check-shape.ts'
import type { DatasetDescriptor } from '../core/dataset.ts'
import { readJsonFile } from '../io/json-file.ts'
import type { AuditCard } from '../reports/html/page-facts.ts'
import type { CliContext } from './context.ts'
import { auditPath } from './overlays.ts'

/**
 * The newest audit of the data that a run was on.
 * @param tracks of the run; findings on others are left out
 * @returns null when the data was never audited here
 * @throws RapportError when the file is there and damaged
 */
export async function auditCardOf(
  descriptor: DatasetDescriptor,
  tracks: readonly string[],
  context: Pick<CliContext, 'env' | 'cwd'>,
): Promise<AuditCard | null> {
  const path = auditPath(descriptor, context)
  const { revision } = descriptor
  if (!existsSync(path)) return null
  const audit = checkShape(auditReportSchema, await readJsonFile(path), { file: path })
  const rows = audit.cases
    .filter(({ track }) => tracks.includes(track))
    .map(({ track, cases }) => `${track} ${cases}`)
  const moved =
    audit.dataset.revision === revision
      ? ''
      : ` It was of revision ${audit.dataset.revision ?? 'unknown'}, this run of ${revision ?? 'unknown'}.`
  return {
    about: `Cases looked at: ${rows.length === 0 ? 'none of these tracks' : rows.join(', ')}; content ${audit.hash.slice(0, 12)}.${moved}`,
    findings: audit.findings
      .filter(({ track }) => track === null || tracks.includes(track))
      .map(({ severity, rule, track, message, count, of }) => ({
        severity,
        rule,
        message: `${track === null ? '' : `${track}: `}${message}${of === null ? '' : ` (of ${of})`}`,
        count,
      })),
  }
}
