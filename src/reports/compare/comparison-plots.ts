import { decimalsOf } from '../format.ts'
import { axisOver } from '../svg/axis.ts'
import { differencePlot } from '../svg/difference-plot.ts'
import { forestPlot } from '../svg/forest.ts'
import type { TabledPlot } from '../svg/plot.ts'
import type { ComparedFigure } from './comparison.ts'

/** The figures of all contenders on a common axis; null where there is none. */
export function contendersPlot(figure: ComparedFigure): TabledPlot | null {
  if (figure.contenders.length === 0) return null
  return forestPlot({
    title: `${figure.instrument} ${figure.metric}`,
    axisText: `${figure.metric}, ${figure.direction} is better`,
    axis: axisOver(
      figure.contenders.flatMap((one) => [one.figure.low, one.figure.high]),
      figure.range,
    ),
    decimals: decimalsOf(figure),
    marks: [],
    rows: figure.contenders.flatMap(({ label, rank, figure: { value, low, high, n }, published }) => [
      {
        name: label,
        kind: rank === null ? ('unranked' as const) : ('ranked' as const),
        value,
        interval: [low, high] as const,
        n,
        invalid: false,
      },
      ...(published === null
        ? []
        : [
            {
              name: label,
              kind: 'published' as const,
              value: published.value,
              interval: null,
              n: null,
              invalid: false,
            },
          ]),
    ]),
  })
}

/** Differences of all pairs around 0; null where there is no pair. */
export function differencesPlot(figure: ComparedFigure): TabledPlot | null {
  return figure.pairs.length === 0
    ? null
    : differencePlot('Differences', decimalsOf(figure), figure.pairs.map(differenceRow))
}

function differenceRow({ a, b, difference, differs, wins, ties, losses }: ComparedFigure['pairs'][number]) {
  const { value, low, high } = difference
  return { a, b, value, low, high, differs, wins, ties, losses }
}
