import { existsSync } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { auditReportSchema, type AuditReport } from '../../core/audit.ts'
import { checkShape } from '../../core/check-shape.ts'
import type { RunRecord } from '../../core/run.ts'
import { readJsonFile } from '../../io/json-file.ts'
import type { AuditList } from '../../server/schemas/lab.ts'
import { auditFolder } from '../overlays.ts'
import type { WorkbenchContext } from './store-source.ts'

/** The audits that were written here, newest first. A file that was damaged is left out. */
export async function storedAudits(
  runs: readonly RunRecord[],
  context: WorkbenchContext,
): Promise<AuditList> {
  const folder = auditFolder(context)
  if (!existsSync(folder)) return { audits: [] }
  const audits: AuditList['audits'] = []
  for (const name of (await readdir(folder)).filter((one) => one.endsWith('.json'))) {
    const path = join(folder, name)
    const report = await readJsonFile(path)
      .then((json) => checkShape(auditReportSchema, json, { file: path }))
      .catch(() => null)
    if (report === null) continue
    const { mtimeMs } = await stat(path)
    audits.push({
      key: name.slice(0, -'.json'.length),
      at: Math.round(mtimeMs),
      report,
      runs: report.findings.map(({ track, ids }) => (ids.length === 0 ? null : runWith(runs, report, track))),
    })
  }
  return { audits: audits.toSorted((a, b) => b.at - a.at) }
}

/** The newest run of the same data that has the track: there its cases can be opened. */
function runWith(runs: readonly RunRecord[], { dataset }: AuditReport, track: string | null): string | null {
  const found = runs.find(
    ({ state, spec }) =>
      state !== 'planning' &&
      spec.descriptor.id === dataset.id &&
      spec.descriptor.revision === dataset.revision &&
      spec.tracks.some((record) => record.track === track),
  )
  return found?.id ?? null
}
