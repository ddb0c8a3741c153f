import type { PrintCheck } from '../../../core/claim.ts'
import { pearson } from '../../../stats/correlation.ts'
import { createRandom } from '../../../stats/random.ts'
import type { FigureRow } from '../published-figures.ts'
import { gain, isAbove, isSame, isShareOf, percent, printed } from './printed.ts'

/** Rows of the released abilities VRA and CF (spec 6.1; of CF between 327 and 329 had results). */
const VRA_ROWS = [500]
const CF_ROWS = [327, 328, 329]

/** Each model's share at a place of its row against the rows that it is a share of. */
export function shares(rows: readonly FigureRow[], place: number, column: 'VRA' | 'CF'): PrintCheck[] {
  const of = column === 'VRA' ? VRA_ROWS : CF_ROWS
  return rows.flatMap(([about, ...values]) => {
    const value = values[place]
    if (value === undefined) return []
    const share = printed(value, 4)
    const verdict = isShareOf(share, of)
    const n = of.length === 1 ? String(of[0]) : `${of[0]} to ${of.at(-1)}`
    const can = verdict === 'supported' ? 'is a count' : 'is no count'
    return [{ about, text: `${share.text} ${can} of ${n} rows`, verdict }]
  })
}

/** Whether each step of a row is below the one before, model by model. */
export function fallsAtEveryStep(rows: readonly FigureRow[], steps: readonly string[]): PrintCheck[] {
  return rows.map(([about, ...values]) => {
    const answers = steps.slice(1).flatMap((step, place) => {
      const [from, to] = [values[place], values[place + 1]]
      if (from === undefined || to === undefined) return []
      const verdict = isAbove(printed(from, 4), printed(to, 4))
      return [{ verdict, text: `${steps[place]} ${from.toFixed(4)} to ${step} ${to.toFixed(4)}` }]
    })
    const rises = answers.filter(({ verdict }) => verdict === 'contradicted')
    const level = answers.filter(({ verdict }) => verdict === 'undecided')
    const shown = rises.length > 0 ? rises : level
    return {
      about,
      text:
        shown.length === 0
          ? 'falls at every step'
          : `${rises.length > 0 ? 'rises' : 'as good as level'}: ${shown.map(({ text }) => text).join('; ')}`,
      verdict: rises.length > 0 ? 'contradicted' : level.length > 0 ? 'undecided' : 'supported',
    }
  })
}

/** Whether a row loses at least a share of its first value until its last, model by model. */
export function losesAtLeast(share: number, rows: readonly FigureRow[]): PrintCheck[] {
  return rows.flatMap(([about, ...values]) => {
    const [first, last] = [values[0], values.at(-1)]
    if (first === undefined || last === undefined) return []
    const change = gain(printed(last, 4), printed(first, 4))
    return [
      {
        about,
        text: `${first.toFixed(4)} to ${last.toFixed(4)}, ${percent(last / first - 1)}`,
        verdict: isAbove({ low: -share, high: -share }, change),
      },
    ]
  })
}

/** Whether a system gains more than a share over a base, column by column. */
export function gainsOver(
  share: number,
  [system, ...values]: FigureRow,
  base: readonly number[],
  columns: readonly string[],
): PrintCheck[] {
  return columns.flatMap((column, place) => {
    const [value, from] = [values[place], base[place]]
    if (value === undefined || from === undefined) return []
    return [
      {
        about: `${system} on ${column}`,
        text: `${from.toFixed(4)} to ${value.toFixed(4)}, ${percent(value / from - 1)}`,
        verdict: isAbove(gain(printed(value, 4), printed(from, 4)), { low: share, high: share }),
      },
    ]
  })
}

/** Whether at least one memory system is below its backbone alone, column by column. */
export function someBelow(
  rows: readonly FigureRow[],
  base: readonly number[],
  columns: readonly { readonly name: string; readonly decimals: number }[],
): PrintCheck[] {
  return columns.flatMap(({ name, decimals }, place) => {
    const from = base[place]
    if (from === undefined) return []
    const below = rows.flatMap(([system, ...values]) => {
      const value = values[place]
      if (value === undefined) return []
      return isAbove(printed(from, decimals), printed(value, decimals)) === 'supported' ? [system] : []
    })
    const measured = rows.filter((row) => row[place + 1] !== undefined).length
    return [
      {
        about: name,
        text: `alone ${from.toFixed(decimals)}; below it ${below.length} of ${measured}${below.length === 0 ? '' : `: ${below.join(', ')}`}`,
        verdict: below.length > 0 ? ('supported' as const) : ('contradicted' as const),
      },
    ]
  })
}

/** Whether a composite is the mean of its three dimensions. */
export function compositeIsMean(
  composites: readonly FigureRow[],
  dimensions: readonly FigureRow[],
  { composite, first, language }: { composite: number; first: number; language: string },
): PrintCheck[] {
  return composites.flatMap(([system, ...values]) => {
    const value = values[composite]
    const own = dimensions.find(([name]) => name === system)?.slice(1 + first, 4 + first)
    const parts = (own ?? []).filter((part) => typeof part === 'number')
    if (value === undefined || parts.length !== 3) return []
    const mean = parts.reduce((sum, part) => sum + part, 0) / 3
    const above = value > Math.max(...parts) ? ', above all three' : ''
    return [
      {
        about: `${system}, ${language}`,
        text: `${value.toFixed(2)} against a mean of ${mean.toFixed(3)} (${parts.map((part) => part.toFixed(2)).join(', ')})${above}`,
        verdict: isSame(printed(value, 2), printed(mean, 2)),
      },
    ]
  })
}

/** Whether two places print the same number. */
export function printedTwice(
  about: string,
  places: readonly (readonly [place: string, value: number, decimals: number])[],
): PrintCheck[] {
  const [first, ...others] = places
  if (first === undefined) return []
  return others.map(([place, value, decimals]) => ({
    about,
    text: `${first[0]} ${first[1].toFixed(first[2])}, ${place} ${value.toFixed(decimals)}`,
    verdict: isSame(printed(first[1], first[2]), printed(value, decimals)),
  }))
}

/** How far a plot was read wrongly at most. */
const READING = 0.01
const READINGS = 2_000

/** Whether a printed correlation fits the points of its plot, as far as a plot can be read. */
export function correlationOfPlot(
  about: string,
  points: readonly (readonly [number, number])[],
  value: number,
): PrintCheck[] {
  const at = (moved: (value: number) => number): number | null =>
    pearson(
      points.map(([x]) => moved(x)),
      points.map(([, y]) => moved(y)),
    )
  const read = at((one) => one)
  if (read === null) return []
  const random = createRandom(1)
  let [low, high] = [read, read]
  for (let reading = 0; reading < READINGS; reading += 1) {
    const one = at((coordinate) => coordinate + READING * (2 * random.uniform() - 1)) ?? read
    low = Math.min(low, one)
    high = Math.max(high, one)
  }
  const isInside = isSame(printed(value, 3), { low, high })
  return [
    {
      about,
      text: `printed ${value.toFixed(3)}; from the plot ${read.toFixed(3)}, between ${low.toFixed(3)} and ${high.toFixed(3)} as it may be read`,
      verdict: isInside,
    },
  ]
}
