import type { AuditReport } from '../../core/audit.ts'
import { markdownCell as cell } from '../markdown-cell.ts'
import { countText, leadingProbes, probeCells, scopeText, tallyText } from './audit-text.ts'

/** Ids that a finding shows; JSON has all. */
const MOST_IDS = 20

/** An audit as Markdown. */
export function renderAuditMarkdown(report: AuditReport): string {
  const { dataset, findings, probes, counts, authorship } = report
  const table = (titles: readonly string[], rows: readonly (readonly string[])[]): string[] => {
    const line = (cells: readonly string[]): string => `| ${cells.map(cell).join(' | ')} |`
    return rows.length === 0
      ? []
      : [line(titles), `| ${titles.map(() => '---').join(' | ')} |`, ...rows.map(line), '']
  }
  return [
    `## ${cell(`Audit of ${dataset.title}: ${tallyText(report)}`)}`,
    '',
    cell(scopeText(report)),
    '',
    ...table(
      ['severity', 'rule', 'track', 'count', 'what', 'effect', 'such as'],
      findings.map((finding) => [
        finding.severity,
        finding.rule,
        finding.track ?? '',
        countText(finding),
        finding.message,
        finding.effect,
        finding.ids.slice(0, MOST_IDS).join(', '),
      ]),
    ),
    ...table(
      ['track', 'figure', 'reads nothing', 'value', 'n', 'of the oracle'],
      leadingProbes(probes).map(probeCells),
    ),
    ...table(
      ['count', 'number'],
      Object.entries(counts).map(([name, count]) => [name, String(count)]),
    ),
    ...table(
      ['part', 'author'],
      authorship.map(({ part, author }) => [part, author]),
    ),
    cell(`Licence ${dataset.licence}. ${dataset.attribution}`),
    '',
  ].join('\n')
}
