import type { AuditFinding, AuditReport } from '../../core/audit.ts'
import { plainText } from '../format.ts'
import { layoutTable, type Column } from '../table.ts'
import { wrap } from '../wrap.ts'
import { countText, leadingProbes, probeCells, scopeText, tallyText } from './audit-text.ts'

/** Ids that a finding shows on a terminal; JSON has all. */
const MOST_IDS = 5

/** An audit for a terminal: findings from the worst on, probes, counts, authors. */
export function auditLines(report: AuditReport, width: number): string[] {
  const { dataset, findings, probes, counts, authorship } = report
  return [
    ...wrap(plainText(`Audit of ${dataset.title} (${dataset.id}): ${tallyText(report)}`), width),
    ...wrap(plainText(scopeText(report)), width),
    '',
    ...findings.flatMap((finding) => findingLines(finding, width)),
    ...(leadingProbes(probes).length === 0
      ? []
      : ['Systems that read nothing, the best on each main figure', ...probeTable(report, width), '']),
    ...(Object.keys(counts).length === 0
      ? []
      : [
          ...wrap(
            `Counts: ${Object.entries(counts)
              .map(([name, count]) => `${name} ${count}`)
              .join(', ')}`,
            width,
            '  ',
          ),
          '',
        ]),
    ...authorship.flatMap(({ part, author }) => wrap(plainText(`${part}: ${author}`), width, '  ')),
    ...wrap(plainText(`Licence ${dataset.licence}. ${dataset.attribution}`), width),
  ]
}

function findingLines(finding: AuditFinding, width: number): string[] {
  const { rule, severity, track, message, effect, ids } = finding
  const more = ids.length > MOST_IDS ? `, and ${ids.length - MOST_IDS} more` : ''
  return [
    ...wrap(
      plainText(
        `${severity.toUpperCase().padEnd(7)} ${rule}${track === null ? '' : ` · ${track}`}: ${countText(finding)}`,
      ),
      width,
    ),
    ...indented(plainText(message), width),
    ...indented(plainText(`Effect: ${effect}.`), width),
    ...(ids.length === 0
      ? []
      : indented(plainText(`Such as ${ids.slice(0, MOST_IDS).join(', ')}${more}`), width)),
    '',
  ]
}

function indented(text: string, width: number): string[] {
  return wrap(text, Math.max(20, width - 8)).map((line) => `        ${line}`)
}

function probeTable({ probes }: AuditReport, width: number): string[] {
  const left = (title: string, droppable: number): Column => ({ title, align: 'left', droppable })
  const right = (title: string, droppable: number): Column => ({
    title,
    align: 'right',
    droppable,
    keep: true,
  })
  return layoutTable(
    [
      left('track', 0),
      left('figure', 1),
      left('system', 0),
      right('value', 0),
      right('n', 2),
      right('of the oracle', 0),
    ],
    leadingProbes(probes).map((probe) => ({ cells: probeCells(probe) })),
    width,
  )
}
