import { resolve } from 'node:path'
import type { AuditReport } from '../../core/audit.ts'
import { RapportError, UsageError } from '../../core/errors.ts'
import { writeTextFile } from '../../io/atomic-file.ts'
import { writeCsv } from '../../io/csv.ts'
import { plainText } from '../../reports/format.ts'
import { layoutTable } from '../../reports/table.ts'
import { auditLines } from '../../reports/audit/audit-lines.ts'
import { renderAuditMarkdown } from '../../reports/audit/audit-markdown.ts'
import { createRandom } from '../../stats/random.ts'
import { auditDataset, type Audited } from '../audit-dataset.ts'
import type { AuditChoices } from '../audit-choices.ts'
import { widthOf, type CliContext } from '../context.ts'
import { datasetWord, overlayOf, overlays, saveAudit, saveOverlay } from '../overlays.ts'
import { openDatasets } from '../prepare-run.ts'

/**
 * `rapport audit <dataset>`.
 * @throws RapportError with exit code 3 when a finding is as bad as `--fail-on` says
 */
export async function auditCommand(word: string, choices: AuditChoices, context: CliContext): Promise<void> {
  if (choices.rules.length > 0 && choices.overlay === undefined)
    throw new UsageError('--rules says what an overlay leaves out', 'name the overlay with --overlay')
  const audited: Audited[] = []
  for (const dataset of await openDatasets(word, context)) {
    const found = await auditDataset(word, dataset, choices, context)
    // The sample has a part for each benchmark, and a choice of tracks may leave one of them out.
    if (found !== null) audited.push(found)
  }
  if (audited.length === 0)
    throw new UsageError(`no track of ${word} fits ${choices.track.join(', ')}`, 'see: rapport list tracks')
  const reports = audited.map(({ report }) => report)
  // A part of an audit would stand in reports as if it were the whole.
  if (choices.track.length === 0 && choices.probes)
    for (const report of reports) await saveAudit(report, context)
  if (choices.overlay !== undefined) {
    const path = await saveOverlay(
      overlayOf(choices.overlay, datasetWord(word, context), reports, choices.rules),
      context,
    )
    context.stderr.write(`overlay written: ${path}\n`)
  }
  if (choices.sample !== undefined) await writeSample(choices.sample, audited, choices, context)
  const text = reports.map((report) => render(report, choices, context)).join('\n')
  const whole = choices.format === 'json' ? `${JSON.stringify({ audits: reports }, null, 2)}\n` : text
  if (choices.out === undefined) context.stdout.write(whole)
  else await writeTextFile(resolve(context.cwd, choices.out), whole)
  refuseFindings(reports, choices.failOn)
}

function render(report: AuditReport, { format, out }: AuditChoices, context: CliContext): string {
  if (format === 'json') return ''
  if (format === 'markdown') return renderAuditMarkdown(report)
  return `${auditLines(report, out === undefined ? widthOf(context) : 120).join('\n')}\n`
}

/** Distractors that may answer too, in a random order, with a column for a person's answer. */
async function writeSample(
  file: string,
  audited: readonly Audited[],
  { sampleSize, seed }: AuditChoices,
  context: CliContext,
): Promise<void> {
  const all = audited.flatMap(({ doubtful }) => doubtful)
  const drawn = createRandom(`audit ${seed}`).sample(all, Math.min(sampleSize, all.length))
  const path = resolve(context.cwd, file)
  await writeCsv(
    path,
    ['track', 'case', 'query', 'target', 'distractor', 'similarity', 'also_answers'],
    drawn.map((one) => [one.track, one.case, one.query, one.target, one.distractor, one.similarity, null]),
  )
  context.stderr.write(`${drawn.length} of ${all.length} doubtful distractors written: ${path}\n`)
}

function refuseFindings(reports: readonly AuditReport[], failOn: AuditChoices['failOn']): void {
  if (failOn === undefined) return
  const bad = failOn === 'error' ? ['error'] : ['error', 'warning']
  const met = new Set(
    reports.flatMap(({ findings }) =>
      findings.filter(({ severity }) => bad.includes(severity)).map(({ rule }) => rule),
    ),
  )
  if (met.size > 0)
    throw new RapportError(`the audit found what --fail-on ${failOn} names: ${[...met].join(', ')}`, {
      exitCode: 3,
    })
}

/** `rapport audit --list`. */
export async function overlayListCommand(context: CliContext): Promise<void> {
  const found = await overlays(context)
  if (found.length === 0) {
    context.stdout.write('no overlay yet; write one with: rapport audit <dataset> --overlay <name>\n')
    return
  }
  const columns = ['overlay', 'data', 'cases left out', 'rules'].map((title, i) => ({
    title,
    align: i === 2 ? ('right' as const) : ('left' as const),
    droppable: i === 3 ? 1 : 0,
  }))
  const rows = found.map(({ name, dataset, cases, rules }) => ({
    cells: [name, plainText(dataset), String(cases.length), rules.join(', ')],
  }))
  context.stdout.write(`${layoutTable(columns, rows, widthOf(context)).join('\n')}\n`)
}
