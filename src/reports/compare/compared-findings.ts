import { decimalsOf, intervalText, signed } from '../format.ts'
import { pText } from './p-text.ts'
import type { ComparedFigure, ComparedPair } from './comparison.ts'

/** Pairs that are told one by one; more are only counted. */
const MOST_SENTENCES = 3

/** What a comparison came to, in sentences; the surest first. */
export function comparedFindings(figure: Omit<ComparedFigure, 'findings'>): string[] {
  const { pairs, contenders, slices } = figure
  const [first] = pairs
  const told = pairs.length === 1 && first !== undefined ? [pairText(first, figure)] : leaders(figure)
  const published = contenders.flatMap(({ label, published: found }) => {
    if (found === null) return []
    const words = {
      above: 'is above the point estimate of the published mean',
      below: 'is below the point estimate of the published mean',
      inside: 'has an interval that holds the published mean',
    }[found.place]
    return [`${label} ${words}, ${found.value} (${found.source}; no interval was published).`]
  })
  const found = slices.filter(({ differs }) => differs)
  const exploratory =
    slices.length === 0
      ? []
      : [
          `Slices are exploratory: ${found.length} of ${slices.length} tests are below alpha after Benjamini and Hochberg's correction.`,
        ]
  return [...told, ...published, ...exploratory]
}

/** `x is surely ahead of y: difference +0.12 [0.05, 0.19], p = 0.004; better on 12 cases, equal on 5, worse on 3.` */
function pairText(pair: ComparedPair, figure: Pick<ComparedFigure, 'direction' | 'range'>): string {
  const { a, b, difference, adjusted, differs, wins, ties, losses, flipped } = pair
  const decimals = decimalsOf(figure)
  const amount = `difference ${signed(difference.value, decimals)} ${intervalText(difference, decimals)}, p ${adjusted < 0.001 ? '' : '= '}${pText(adjusted)}`
  const counts = `better on ${wins} cases, equal on ${ties}, worse on ${losses}`
  if (differs) return `${a} is surely ahead of ${b}: ${amount}; ${counts}.`
  const same = flipped === 0 ? 'have the same score on every case' : "can't be told apart"
  return `${a} and ${b} ${same}: ${amount}; ${counts}.`
}

function leaders({ contenders, pairs, direction, range }: Omit<ComparedFigure, 'findings'>): string[] {
  const ranked = contenders.filter(({ rank }) => rank !== null)
  const [best] = ranked
  const count = pairs.filter(({ differs }) => differs).length
  const counted = `${count} of ${pairs.length} pairs differ after Holm's correction.`
  if (best === undefined || ranked.length < 2)
    return pairs.length > MOST_SENTENCES
      ? [counted]
      : pairs.map((pair) => pairText(pair, { direction, range }))
  const beside = ranked.filter(
    ({ label }) =>
      label !== best.label &&
      pairs.some(({ a, b, differs }) => !differs && [a, b].includes(label) && [a, b].includes(best.label)),
  )
  return [
    beside.length === 0
      ? `${best.label} is surely ahead of all others.`
      : `${best.label} has the best figure and can't be told from ${beside.map(({ label }) => label).join(', ')}.`,
    counted,
  ]
}
