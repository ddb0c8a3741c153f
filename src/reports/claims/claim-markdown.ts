import { figureText, intervalText, signed } from '../format.ts'
import { markdownCell } from '../markdown-cell.ts'
import type { ClaimPart, ClaimResult, ClaimsReport } from './claim-report.ts'
import {
  countsText,
  missingText,
  sentence,
  surelyText,
  formOf,
  INVENTED,
  needsText,
  partText,
  pText,
  round,
  sourceLines,
  verdictWords,
} from './claim-text.ts'

/** All claims as Markdown. */
export function claimMarkdown(report: ClaimsReport): string {
  const groups = [...new Set(report.claims.map(({ group }) => group))]
  return [
    `# ${markdownCell(report.citation)}: findings on the data at hand`,
    '',
    ...sourceLines(report).flatMap((text) => [markdownCell(text), '']),
    ...(report.invented ? [`**${markdownCell(INVENTED)}**`, ''] : []),
    `${report.claims.length} findings: ${countsText(report.claims)}.`,
    '',
    ...groups.flatMap((group) => [
      `## ${markdownCell(group)}`,
      '',
      ...report.claims.filter((claim) => claim.group === group).flatMap(claimOf),
    ]),
    `Intervals are ${100 * report.level} %. ${surelyText(report)}`,
    '',
  ].join('\n')
}

function claimOf(claim: ClaimResult): string[] {
  const needs = needsText(claim)
  const form = formOf(claim)
  const missing = missingText(claim)
  const notes = form === 'table' ? [...new Set(claim.parts.flatMap((part) => part.notes))] : []
  const instruments = [...new Set(claim.parts.flatMap((part) => part.instruments))]
  const evidence = evidenceOf(claim, form)
  const remarks = [
    ...(instruments.length === 0 ? [] : [`Instrument: ${instruments.join(', ')}.`]),
    ...notes.map((note) => `Note: ${note}.`),
    ...claim.caveats.map((caveat) => `Mind: ${caveat}`),
    ...(needs === null ? [] : [`To decide it: ${needs}`]),
  ]
  return [
    `### ${verdictWords[claim.verdict]}: ${markdownCell(claim.says)}`,
    '',
    `Source: ${markdownCell(claim.source)}. Id: \`${claim.id}\`.`,
    '',
    `Criterion: ${markdownCell(claim.criterion)}`,
    '',
    ...(evidence.length === 0 ? [] : [...evidence, '']),
    markdownCell(missing === null ? claim.because : `${claim.because} ${sentence(missing)}`),
    '',
    ...(remarks.length === 0 ? [] : [...remarks.map((remark) => `- ${markdownCell(remark)}`), '']),
  ]
}

function evidenceOf({ parts }: ClaimResult, form: ReturnType<typeof formOf>): string[] {
  switch (form) {
    case 'table':
      return tableOf(parts)
    case 'missing':
      return []
    case 'sentences':
    case 'arithmetic':
      return parts.map((part) => `- ${verdictWords[part.verdict]}: ${markdownCell(partText(part))}`)
  }
}

function tableOf(parts: readonly ClaimPart[]): string[] {
  const effect = parts.flatMap((part) => part.effect?.name ?? [])[0] ?? 'difference'
  const titles = ['part', 'figures', 'in print', effect, 'n', 'clusters', 'p', 'Holm', 'verdict']
  return [
    line(titles),
    `| ${titles.map(() => '---').join(' | ')} |`,
    ...parts.map((part) => line(cellsOf(part))),
  ]
}

function cellsOf({ about, decimals, figures, effect, p, adjusted, verdict }: ClaimPart): string[] {
  const own = verdict === 'contradicted' ? 'against' : 'for'
  const counted = effect ?? figures[0]?.figure
  return [
    about,
    figures
      .map(({ name, figure }) => (figure === null ? '' : `${name} ${figureText(figure, decimals)}`))
      .join('; '),
    figures.map(({ published }) => round(published)).join(' / '),
    effect === null ? '' : `${signed(effect.value, decimals)} ${intervalText(effect, decimals)}`,
    String(counted?.n ?? ''),
    String(counted?.clusters ?? ''),
    p === null ? '' : pText(p[own]),
    adjusted === null ? '' : pText(adjusted[own]),
    verdictWords[verdict],
  ]
}

function line(cells: readonly string[]): string {
  return `| ${cells.map(markdownCell).join(' | ')} |`
}
