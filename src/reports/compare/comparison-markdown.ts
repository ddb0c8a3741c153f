import { markdownCell as cell } from '../markdown-cell.ts'
import { decimalsOf } from '../format.ts'
import { comparisonNotes, contenderCells, figureTitle, groupText, pairCells } from './comparison-text.ts'
import type { ComparedFigure, Comparison } from './comparison.ts'

/** The comparison as Markdown. */
export function renderComparisonMarkdown(comparison: Comparison): string {
  return [
    ...comparison.groups.flatMap((group) => [
      `## ${cell(groupText(group))}`,
      '',
      ...group.figures.flatMap(figureMarkdown),
    ]),
    ...comparisonNotes(comparison).map((note) => `- ${cell(note)}`),
    '',
  ].join('\n')
}

function table(titles: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const line = (cells: readonly string[]): string => `| ${cells.map(cell).join(' | ')} |`
  return [line(titles), `| ${titles.map(() => '---').join(' | ')} |`, ...rows.map(line), '']
}

function figureMarkdown(figure: ComparedFigure): string[] {
  const decimals = decimalsOf(figure)
  return [
    `### ${cell(figureTitle(figure))}`,
    '',
    ...figure.findings.map((finding) => `- ${cell(finding)}`),
    ...figure.leftOut.map(({ label, why }) => `- ${cell(`Left out: ${label}, ${why}.`)}`),
    '',
    ...table(
      ['system', 'figure', 'rank', 'letters', 'published'],
      figure.contenders.map((one) => contenderCells(one, figure)),
    ),
    ...table(
      ['pair', 'difference', 'p', 'Holm', 'better/equal/worse', 'if lost'],
      figure.pairs.map((pair) => pairCells(pair, figure)),
    ),
    ...(figure.slices.length === 0
      ? []
      : table(
          ['slice (exploratory)', 'pair', 'difference', 'p', 'Benjamini-Hochberg', 'better/equal/worse', 'n'],
          figure.slices.map((pair) => {
            const { slice, difference } = pair
            return [
              `${slice.tag}=${slice.value}`,
              ...pairCells(pair, figure).slice(0, 5),
              String(difference.n),
            ]
          }),
        )),
    ...figure.pairs
      .filter(({ flips }) => flips.length > 0)
      .flatMap(({ a, b, flips, flipped }) => [
        cell(`Changed cases of ${a} and ${b}: ${flipped}, the largest changes first.`),
        '',
        ...table(
          ['case', 'a', 'b', 'cluster'],
          flips.map((one) => [one.case, one.a.toFixed(decimals), one.b.toFixed(decimals), one.cluster]),
        ),
      ]),
  ]
}
