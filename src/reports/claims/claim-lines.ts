import { createColors } from 'picocolors'
import type { ClaimVerdict } from '../../core/claim.ts'
import { figureText, intervalText, plainText, signed } from '../format.ts'
import { layoutTable, type Column } from '../table.ts'
import { wrap } from '../wrap.ts'
import type { ClaimPart, ClaimResult, ClaimsReport, PartFigure } from './claim-report.ts'
import {
  countsText,
  missingText,
  sentence,
  surelyText,
  formOf,
  INVENTED,
  needsText,
  partText,
  round,
  sourceLines,
  verdictWords,
} from './claim-text.ts'

/** Cells from which each figure stands with its interval. */
const WIDE = 150
const INDENT = '    '

type Colors = ReturnType<typeof createColors>

/** All claims for a terminal, no line wider than `width`. */
export function claimLines(
  report: ClaimsReport,
  { width, color }: { readonly width: number; readonly color: boolean },
): string[] {
  const colors = createColors(color)
  const groups = [...new Set(report.claims.map(({ group }) => group))]
  return [
    ...wrap(`${plainText(report.citation)}: findings on the data at hand`, width).map(colors.bold),
    ...sourceLines(report).flatMap((line) => wrap(plainText(line), width, '  ')),
    ...(report.invented ? wrap(INVENTED, width).map(colors.bold) : []),
    ...wrap(`${report.claims.length} findings: ${countsText(report.claims)}.`, width),
    ...groups.flatMap((group) => [
      '',
      ...wrap(`── ${group}`, width).map(colors.bold),
      ...report.claims
        .filter((claim) => claim.group === group)
        .flatMap((claim) => claimOf(claim, width, colors)),
    ]),
    '',
    ...wrap(
      `Intervals are ${100 * report.level} %. A finding is supported when all of its parts surely hold, contradicted when one surely does not. ${surelyText(report)}`,
      width,
    ).map(colors.dim),
  ]
}

function claimOf(claim: ClaimResult, width: number, colors: Colors): string[] {
  const paint = paintOf(claim.verdict, colors)
  const text = (words: string): string[] =>
    wrap(plainText(words), width - INDENT.length, '  ').map((line) => `${INDENT}${line}`)
  const needs = needsText(claim)
  const missing = missingText(claim)
  const notes = formOf(claim) === 'table' ? [...new Set(claim.parts.flatMap((part) => part.notes))] : []
  const instruments = [...new Set(claim.parts.flatMap((part) => part.instruments))]
  return [
    '',
    ...wrap(plainText(`${verdictWords[claim.verdict].toUpperCase()}: ${claim.says}`), width, '  ').map(
      (line, place) => (place === 0 ? paint(line) : line),
    ),
    ...text(`Source: ${claim.source}. [${claim.id}]`).map(colors.dim),
    ...text(`Criterion: ${claim.criterion}`).map(colors.dim),
    ...evidenceOf(claim, width, colors),
    ...text(missing === null ? claim.because : `${claim.because} ${sentence(missing)}`),
    ...(instruments.length === 0 ? [] : text(`Instrument: ${instruments.join(', ')}.`)),
    ...notes.flatMap((note) => text(`Note: ${note}.`)),
    ...claim.caveats.flatMap((caveat) => text(`Mind: ${caveat}`)),
    ...(needs === null ? [] : text(`To decide it: ${needs}`)),
  ]
}

function paintOf(verdict: ClaimVerdict, colors: Colors): (text: string) => string {
  switch (verdict) {
    case 'supported':
      return colors.green
    case 'contradicted':
      return colors.red
    case 'undecided':
      return colors.yellow
    case 'not-measurable':
      return colors.dim
  }
}

function evidenceOf(claim: ClaimResult, width: number, colors: Colors): string[] {
  const room = width - INDENT.length
  const indented = (lines: readonly string[]): string[] => lines.map((line) => `${INDENT}${line}`)
  switch (formOf(claim)) {
    case 'table':
      return indented(
        layoutTable(
          columnsOf(claim),
          claim.parts.map((part) => rowOf(part, width, colors)),
          room,
        ),
      )
    case 'missing':
      return []
    case 'sentences':
      return indented(claim.parts.flatMap((part) => wrap(plainText(`• ${partText(part)}`), room, '  ')))
    case 'arithmetic':
      return indented(
        claim.parts.flatMap((part) =>
          wrap(plainText(`• ${verdictWords[part.verdict]}: ${partText(part)}`), room, '  '),
        ),
      )
  }
}

function columnsOf({ parts }: ClaimResult): Column[] {
  const effect = parts.flatMap((part) => part.effect?.name ?? [])[0] ?? 'difference'
  const figure = (place: number, droppable: number): Column => {
    const names = new Set(parts.map(({ figures }) => figures[place]?.name ?? ''))
    const [only = ''] = names
    return {
      title: names.size === 1 ? only : (['first', 'second'][place] ?? ''),
      align: 'right',
      droppable,
      keep: true,
    }
  }
  return [
    { title: 'part', align: 'left', droppable: 0, readable: 40 },
    figure(0, 3),
    figure(1, 3),
    { title: 'in print', align: 'right', droppable: 4, keep: true },
    { title: effect, align: 'right', droppable: 0, keep: true },
    { title: 'n', align: 'right', droppable: 2, keep: true },
    { title: 'p', align: 'right', droppable: 1, keep: true },
    { title: 'Holm', align: 'right', droppable: 0, keep: true },
    { title: 'verdict', align: 'left', droppable: 0, keep: true },
  ]
}

function rowOf(
  part: ClaimPart,
  width: number,
  colors: Colors,
): { cells: string[]; style?: (text: string) => string } {
  const { about, decimals, figures, effect, p, adjusted, verdict } = part
  const own = verdict === 'contradicted' ? 'against' : 'for'
  const cell = (figure: PartFigure | undefined): string => {
    if (figure === undefined || figure.figure === null) return ''
    const full = width >= WIDE || effect === null
    return full ? figureText(figure.figure, decimals) : figure.figure.value.toFixed(decimals)
  }
  const inPrint = figures.every(({ published }) => published === null)
    ? ''
    : figures.map(({ published }) => (published === null ? '–' : round(published))).join(' / ')
  const cells = [
    about,
    cell(figures[0]),
    cell(figures[1]),
    inPrint,
    effect === null ? '' : `${signed(effect.value, decimals)} ${intervalText(effect, decimals)}`,
    String(effect?.n ?? figures[0]?.figure?.n ?? ''),
    p === null ? '' : shortP(p[own]),
    adjusted === null ? '' : shortP(adjusted[own]),
    verdictWords[verdict],
  ]
  return verdict === 'not-measurable' ? { cells, style: colors.dim } : { cells }
}

function shortP(p: number): string {
  return p < 0.001 ? '<0.001' : p.toFixed(3)
}
