import { intervalPlot } from '../interval-plot.ts'
import { decimalsOf } from '../format.ts'
import { layoutTable, type Column } from '../table.ts'
import { wrap } from '../wrap.ts'
import { plainText } from '../format.ts'
import { comparisonNotes, contenderCells, figureTitle, groupText, pairCells } from './comparison-text.ts'
import type { ComparedFigure, ComparedPair, Comparison } from './comparison.ts'

const PLOT = 21

/** The comparison for a terminal. @param flips changed cases to show for each pair, at most */
export function comparisonLines(comparison: Comparison, width: number, flips: number): string[] {
  return [
    ...comparison.groups.flatMap((group) => [
      ...wrap(plainText(groupText(group)), width, '  '),
      '',
      ...group.figures.flatMap((figure) => [...figureLines(figure, width, flips), '']),
    ]),
    ...comparisonNotes(comparison).flatMap((note) => wrap(plainText(note), width)),
  ]
}

function figureLines(figure: ComparedFigure, width: number, flips: number): string[] {
  const left = (title: string, droppable = 0): Column => ({ title, align: 'left', droppable })
  const right = (title: string, droppable = 0): Column => ({ title, align: 'right', droppable, keep: true })
  const hasPublished = figure.contenders.some(({ published }) => published !== null)
  const ranked = figure.contenders.some(({ rank }) => rank !== null)
  const hasBounds = figure.pairs.some(({ bounds }) => bounds !== null)
  return [
    ...wrap(plainText(figureTitle(figure)), width, '  '),
    ...figure.findings.flatMap((finding) => wrap(`• ${plainText(finding)}`, width, '  ')),
    ...figure.leftOut.flatMap(({ label, why }) =>
      wrap(plainText(`• Left out: ${label}, ${why}.`), width, '  '),
    ),
    '',
    ...layoutTable(
      [
        left('system'),
        right('figure'),
        ...(ranked ? [right('rank'), left('letters')] : []),
        ...(hasPublished ? [left('published', 1)] : []),
      ],
      figure.contenders.map((one) => {
        const [label = '', value = '', rank = '', letters = '', beside = ''] = contenderCells(one, figure)
        return {
          cells: [label, value, ...(ranked ? [rank, letters] : []), ...(hasPublished ? [beside] : [])],
        }
      }),
      width,
    ),
    '',
    ...layoutTable(
      [
        { ...left('pair'), readable: 30 },
        right('difference'),
        { ...left(axisTitle(figure), 4), keep: true },
        right('p', 3),
        right('Holm'),
        right('better/equal/worse', 2),
        ...(hasBounds ? [right('if lost', 1)] : []),
      ],
      figure.pairs.map((pair) => ({ cells: pairRow(pair, figure, hasBounds) })),
      width,
    ),
    ...sliceLines(figure, width),
    ...flipLines(figure, width, flips),
  ]
}

/** The axis of the plots: as far to both sides as any interval goes, 0 in the middle. */
function reach({ pairs }: Pick<ComparedFigure, 'pairs'>): number {
  return Math.max(1e-9, ...pairs.flatMap(({ difference: { low, high } }) => [Math.abs(low), Math.abs(high)]))
}

function axisTitle(figure: ComparedFigure): string {
  const end = reach(figure).toFixed(2)
  const gap = ' '.repeat(Math.max(1, Math.floor((PLOT - 3 - 2 * end.length) / 2)))
  return `-${end}${gap}0${gap}${end}`
}

function pairRow(pair: ComparedPair, figure: ComparedFigure, hasBounds: boolean): string[] {
  const [names = '', difference = '', p = '', adjusted = '', counts = '', bounds = ''] = pairCells(
    pair,
    figure,
  )
  const end = reach(figure)
  const plot = intervalPlot(pair.difference, [-end, end], PLOT)
  const middle = Math.floor(PLOT / 2)
  const marked = plot[middle] === '·' ? `${plot.slice(0, middle)}│${plot.slice(middle + 1)}` : plot
  return [names, difference, marked, p, adjusted, counts, ...(hasBounds ? [bounds] : [])]
}

function sliceLines(figure: ComparedFigure, width: number): string[] {
  if (figure.slices.length === 0) return []
  const tags = [...new Set(figure.slices.map(({ slice }) => slice.tag))]
  return tags.flatMap((tag) => [
    '',
    ...wrap(
      `by ${plainText(tag)} (exploratory; Benjamini and Hochberg over all slice tests of this figure)`,
      width,
    ),
    ...layoutTable(
      [
        { title: 'slice', align: 'left', droppable: 0, keep: true },
        { title: 'pair', align: 'left', droppable: 0, readable: 30 },
        { title: 'difference', align: 'right', droppable: 0, keep: true },
        { title: 'p', align: 'right', droppable: 2, keep: true },
        { title: 'BH', align: 'right', droppable: 0, keep: true },
        { title: 'better/equal/worse', align: 'right', droppable: 1, keep: true },
        { title: 'n', align: 'right', droppable: 0, keep: true },
      ],
      figure.slices
        .filter(({ slice }) => slice.tag === tag)
        .map((pair) => {
          const [names = '', difference = '', p = '', adjusted = '', counts = ''] = pairCells(pair, figure)
          return {
            cells: [pair.slice.value, names, difference, p, adjusted, counts, String(pair.difference.n)],
          }
        }),
      width,
    ),
  ])
}

function flipLines(figure: ComparedFigure, width: number, most: number): string[] {
  const decimals = decimalsOf(figure)
  return figure.pairs
    .filter(({ flipped }) => flipped > 0 && most > 0)
    .flatMap(({ a, b, flips, flipped }) => [
      '',
      ...wrap(
        plainText(`changed cases of ${a} and ${b}: ${flipped}, the largest changes first`),
        width,
        '  ',
      ),
      ...layoutTable(
        [
          { title: 'case', align: 'left', droppable: 0, readable: 40 },
          { title: 'a', align: 'right', droppable: 0, keep: true },
          { title: 'b', align: 'right', droppable: 0, keep: true },
          { title: 'cluster', align: 'left', droppable: 1 },
        ],
        flips.slice(0, most).map((one) => ({
          cells: [one.case, one.a.toFixed(decimals), one.b.toFixed(decimals), one.cluster],
        })),
        width,
      ),
    ])
}
