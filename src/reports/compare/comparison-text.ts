import { decimalsOf, figureText, intervalText, signed } from '../format.ts'
import { pText } from './p-text.ts'
import type {
  ComparedFigure,
  ComparedGroup,
  ComparedPair,
  Comparison,
  ContenderFigure,
  SlicedPair,
} from './comparison.ts'

/** `Update of memories · alpsbench/update · protocol strict, view as-published`. */
export function groupText({ track, title, settings }: ComparedGroup): string {
  return `${track} · ${title} · ${settings}`
}

/** What is compared, on how many cases. */
export function figureTitle({ instrument, metric, role, n, clusters, direction }: ComparedFigure): string {
  const names = { headline: 'headline figure', published: 'published figure', judged: 'judged', asked: '' }
  const notes = [names[role], ...(direction === 'lower' ? ['lower is better'] : [])].filter(
    (text) => text !== '',
  )
  return `${instrument} ${metric}${notes.length === 0 ? '' : ` (${notes.join(', ')})`} · ${n} common cases in ${clusters} clusters`
}

/** `1-3`, or `2`, or nothing for what is not ranked. */
export function rankText({ rank }: ContenderFigure): string {
  if (rank === null) return ''
  return rank.best === rank.worst ? String(rank.best) : `${rank.best}-${rank.worst}`
}

/** The cells of a contender: label, figure, rank, letters, published. */
export function contenderCells(one: ContenderFigure, figure: ComparedFigure): string[] {
  const { label, letters, published } = one
  const beside = published === null ? '' : `${published.value}, ${published.place}`
  return [label, figureText(one.figure, decimalsOf(figure)), rankText(one), letters ?? '', beside]
}

/** The cells of a pair: names, difference, interval, p, adjusted p, wins/ties/losses, and the bounds where cases were lost. */
export function pairCells(pair: ComparedPair | SlicedPair, figure: ComparedFigure): string[] {
  const { a, b, difference, p, adjusted, differs, wins, ties, losses } = pair
  const decimals = decimalsOf(figure)
  const bounds = 'bounds' in pair && pair.bounds !== null ? intervalText(pair.bounds, decimals) : ''
  return [
    `${a} − ${b}`,
    `${signed(difference.value, decimals)} ${intervalText(difference, decimals)}`,
    pText(p),
    `${pText(adjusted)}${differs ? ' *' : ''}`,
    `${wins}/${ties}/${losses}`,
    bounds,
  ]
}

/** How to read the tables, and where the data is from. */
export function comparisonNotes({ runs, alpha, warnings, groups }: Comparison): string[] {
  const hasBounds = groups.some(({ figures }) =>
    figures.some(({ pairs }) => pairs.some(({ bounds }) => bounds !== null)),
  )
  const datasets = new Set(
    runs.map(({ dataset, licence, attribution }) => `Data: ${dataset}; licence ${licence}. ${attribution}`),
  )
  return [
    ...warnings,
    ...groups.flatMap(({ cases, common, track }) =>
      new Set(cases.map((one) => one.cases)).size > 1 || cases.some((one) => one.cases !== common)
        ? [
            `On ${track} the runs have ${cases.map(({ run, cases: n }) => `${n} cases (${run})`).join(', ')}; compared are the ${common} that all have.`,
          ]
        : [],
    ),
    `Differences are taken case by case on the cases valid for all, with 95 % intervals over clusters; p by swapping labels cluster by cluster, corrected by Holm over the pairs of a table; * is at most ${alpha}.`,
    'Systems that share a letter are not shown to differ. Ranks are those that the decisions leave open.',
    ...(hasBounds
      ? [
          '"if lost" is how far a difference could reach, had the cases that were lost been the worst or the best.',
        ]
      : []),
    ...datasets,
  ]
}
