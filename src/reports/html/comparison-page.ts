import {
  comparisonNotes,
  contenderCells,
  figureTitle,
  groupText,
  pairCells,
} from '../compare/comparison-text.ts'
import { contendersPlot, differencesPlot } from '../compare/comparison-plots.ts'
import type { ComparedFigure, ComparedGroup, Comparison } from '../compare/comparison.ts'
import { decimalsOf } from '../format.ts'
import { element, fragment, type Markup } from '../svg/markup.ts'
import { anchor, factList, figures, folded, list, pageTable, section } from './blocks.ts'
import { dateText, htmlPage } from './page.ts'

/** Pairs in a table of slices; the other forms have all. */
const MOST_SLICES = 400

/** The comparison as one HTML file: differences drawn with their intervals, the tables, and the cases that changed. */
export function renderComparisonHtml(comparison: Comparison): string {
  const groups = comparison.groups.map((group, place) => ({ id: anchor('group', place), group }))
  return htmlPage(
    `Comparison of ${comparison.runs.map(({ label }) => label).join(', ')}`,
    element(
      'p',
      { class: 'dim' },
      `${comparison.runs.length} runs · differences at alpha ${comparison.alpha}`,
    ),
    [
      ['measured', 'What was compared'],
      ...groups.map(({ id, group }) => [id, group.track] as const),
      ['reading', 'How to read this page'],
    ],
    [
      section(
        'measured',
        'What was compared',
        comparison.warnings.map((warning) => element('p', { class: 'warn' }, warning)),
        factList([
          ...comparison.runs.map(
            ({ id, label, createdAt, dataset }) =>
              [label, `run ${id}, ${dateText(createdAt)}, ${dataset}`] as const,
          ),
          ['failures', comparison.policy],
          ['licence', [...new Set(comparison.runs.map(({ licence }) => licence))].join(', ')],
          ['attribution', [...new Set(comparison.runs.map(({ attribution }) => attribution))].join(' ')],
        ]),
      ),
      groups.map(({ id, group }) => groupSection(id, group)),
      section(
        'reading',
        'How to read this page',
        list([
          ...comparisonNotes({ ...comparison, warnings: [] }),
          'Filled: ranked. Hollow: an oracle or a baseline, not ranked. Outlined book: published, a point estimate of the literature. Under each difference a bar counts the cases that are better, the same and worse.',
        ]),
      ),
    ],
  )
}

function groupSection(id: string, group: ComparedGroup): Markup {
  return section(
    id,
    group.track,
    element('p', { class: 'dim' }, groupText(group)),
    group.figures.map((figure) => figurePart(figure)),
  )
}

function figurePart(figure: ComparedFigure): Markup {
  const decimals = decimalsOf(figure)
  return fragment(
    element('h3', {}, figureTitle(figure)),
    list([...figure.findings, ...figure.leftOut.map(({ label, why }) => `Left out: ${label}, ${why}.`)]),
    figures([contendersPlot(figure), differencesPlot(figure)]),
    pageTable(
      'Systems that share a letter are not shown to differ',
      [
        { title: 'system', kind: 'name' },
        { title: 'figure', kind: 'fig' },
        { title: 'rank', kind: 'num' },
        { title: 'letters', kind: 'words' },
        { title: 'published', kind: 'words' },
      ],
      figure.contenders.map((one) => ({ cells: contenderCells(one, figure) })),
    ),
    pageTable(
      'Differences, paired case by case',
      [
        { title: 'pair', kind: 'name' },
        { title: 'difference', kind: 'fig' },
        { title: 'p', kind: 'num' },
        { title: 'Holm', kind: 'num' },
        { title: 'better/equal/worse', kind: 'num' },
        { title: 'if lost', kind: 'fig' },
      ],
      figure.pairs.map((pair) => ({ cells: pairCells(pair, figure) })),
    ),
    slicesPart(figure),
    flipsPart(figure, decimals),
  )
}

function slicesPart(figure: ComparedFigure): Markup {
  const { slices } = figure
  if (slices.length === 0) return fragment()
  const shown = slices.slice(0, MOST_SLICES)
  return folded(
    `Slices (${slices.length}), exploratory`,
    pageTable(
      shown.length < slices.length
        ? `the first ${shown.length} of ${slices.length}; --format csv has all`
        : 'corrected by Benjamini and Hochberg over all slices of the figure',
      [
        { title: 'slice', kind: 'words' },
        { title: 'pair', kind: 'name' },
        { title: 'difference', kind: 'fig' },
        { title: 'p', kind: 'num' },
        { title: 'Benjamini-Hochberg', kind: 'num' },
        { title: 'better/equal/worse', kind: 'num' },
        { title: 'n', kind: 'num' },
      ],
      shown.map((pair) => ({
        cells: [
          `${pair.slice.tag}=${pair.slice.value}`,
          ...pairCells(pair, figure).slice(0, 5),
          String(pair.difference.n),
        ],
      })),
    ),
  )
}

function flipsPart(figure: ComparedFigure, decimals: number): Markup {
  return fragment(
    figure.pairs
      .filter(({ flips }) => flips.length > 0)
      .map(({ a, b, flips, flipped }) =>
        folded(
          `Changed cases of ${a} and ${b} (${flipped})`,
          pageTable(
            flips.length < flipped
              ? `the ${flips.length} largest changes of ${flipped}`
              : 'the largest changes first',
            [
              { title: 'case', kind: 'name' },
              { title: a, kind: 'num' },
              { title: b, kind: 'num' },
              { title: 'cluster', kind: 'name' },
            ],
            flips.map((one) => ({
              cells: [one.case, one.a.toFixed(decimals), one.b.toFixed(decimals), one.cluster],
            })),
          ),
        ),
      ),
  )
}
