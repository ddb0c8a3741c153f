import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { checkShape } from '../core/check-shape.ts'
import type { DatasetDescriptor } from '../core/dataset.ts'
import { hashJson } from '../core/hash.ts'
import { readJsonFile } from '../io/json-file.ts'
import type { AuditCard } from '../reports/html/page-facts.ts'
import { homeOf, type CliContext } from './context.ts'

/** What a page needs of an audit; `rapport audit` keeps more. */
const auditSchema = z.object({
  dataset: z.object({ revision: z.string().nullable() }),
  hash: z.string(),
  cases: z.array(z.object({ track: z.string(), cases: z.number() })),
  findings: z.array(
    z.object({
      severity: z.string(),
      rule: z.string(),
      track: z.string().nullable(),
      message: z.string(),
      count: z.number(),
      of: z.number().nullable(),
    }),
  ),
})

/**
 * The newest audit of the data that a run was on.
 * @param tracks of the run; findings on others are left out
 * @returns null when the data was never audited here
 * @throws RapportError when the file is there and damaged
 */
export async function auditCardOf(
  { id, benchmark, revision }: DatasetDescriptor,
  tracks: readonly string[],
  context: Pick<CliContext, 'env' | 'cwd'>,
): Promise<AuditCard | null> {
  const path = join(homeOf(context), 'audits', `${hashJson({ id, benchmark }).slice(0, 16)}.json`)
  if (!existsSync(path)) return null
  const audit = checkShape(auditSchema, await readJsonFile(path), { file: path })
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
