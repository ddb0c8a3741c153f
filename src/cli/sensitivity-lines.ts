import {
  blamed,
  type FigureReaction,
  type SensitivityReport,
  type Verdict,
} from '../audit/sensitivity/index.ts'
import type { MetricDefinition } from '../core/metric.ts'
import { instrumentKey } from '../core/scorer.ts'
import type { Track } from '../core/track.ts'
import { decimalsOf, figureText, intervalText, signed } from '../reports/format.ts'
import { layoutTable, type Column, type TableRow } from '../reports/table.ts'
import { wrap } from '../reports/wrap.ts'

interface Told extends SensitivityReport {
  readonly track: string
  readonly data: string
  readonly seed: number
  readonly drawnFrom: number
}

/** Cells from which every figure stands with its interval. */
const WIDE = 170

const BLOCKS = '▁▂▃▄▅▆▇█'

const names: Partial<Record<Verdict, string>> = {
  rewards: 'rewards the error',
  ignores: 'ignores the error',
  punishes: 'punishes a harmless change',
}

/** Tables by change, with a plot of each figure, and at the end the figures that failed by name. */
export function sensitivityLines(
  told: Told,
  track: Pick<Track, 'scorerNames' | 'scorer' | 'headline'>,
  width: number,
): string[] {
  const metrics = metricsOf(track)
  const drawn = told.cases < told.drawnFrom ? ` of ${told.drawnFrom}` : ''
  return [
    `${told.track} · ${told.data} · ${told.cases}${drawn} cases in ${told.clusters} clusters · seed ${told.seed}`,
    '',
    ...told.perturbations.flatMap(({ id, description, harmful, places, changed }) => [
      ...wrap(
        `${id}: ${description} (${harmful ? 'an error' : 'harmless'}; ${places} places in ${changed.cases} cases)`,
        width,
        '  ',
      ),
      ...(changed.cases === 0
        ? ['  can be made nowhere in this data']
        : layoutTable(
            columnsOf(told.grades),
            rowsOf(
              told.reactions.filter(({ perturbation, verdict }) => perturbation === id && verdict !== 'free'),
              metrics,
              width,
            ),
            width,
          )),
      '',
    ]),
    ...blameLines(told, width),
    ...floorLines(told, track, width),
  ]
}

function metricsOf(track: Pick<Track, 'scorerNames' | 'scorer'>): ReadonlyMap<string, MetricDefinition> {
  return new Map(
    track.scorerNames.flatMap((name) => {
      const scorer = track.scorer(name, { matcher: 'greedy' })
      return scorer.metrics.map((metric) => [`${instrumentKey(scorer)} ${metric.name}`, metric] as const)
    }),
  )
}

function columnsOf(grades: readonly number[]): Column[] {
  return [
    { title: 'figure', align: 'left', droppable: 0, keep: true },
    { title: 'plot', align: 'left', droppable: 0, keep: true },
    ...grades.map((grade): Column => ({ title: `${grade} %`, align: 'right', droppable: 0, keep: true })),
    { title: 'change', align: 'right', droppable: 1, keep: true },
    { title: 'verdict', align: 'left', droppable: 0, keep: true },
  ]
}

function rowsOf(
  reactions: readonly FigureReaction[],
  metrics: ReadonlyMap<string, MetricDefinition>,
  width: number,
): TableRow[] {
  let instrument = ''
  return reactions.flatMap((reaction): TableRow[] => {
    const metric = metrics.get(nameOf(reaction))
    if (metric === undefined) return []
    const decimals = decimalsOf(metric)
    const { figures, change, verdict } = reaction
    const cells = [
      metric.name,
      figures.map((figure) => block(figure, metric)).join(''),
      ...figures.map((figure) => {
        if (figure === null) return '–'
        return width >= WIDE ? figureText(figure, decimals) : figure.value.toFixed(decimals)
      }),
      change === null ? '–' : `${signed(change.value, decimals)} ${intervalText(change, decimals)}`,
      verdict,
    ]
    const heading = reaction.instrument === instrument ? [] : [{ heading: reaction.instrument }]
    instrument = reaction.instrument
    return [...heading, { cells }]
  })
}

/** The height of a figure between the ends of its range. */
function block(figure: { readonly value: number } | null, { range: [low, high] }: MetricDefinition): string {
  if (figure === null) return '·'
  const share = Math.min(1, Math.max(0, (figure.value - low) / (high - low)))
  return BLOCKS[Math.round(share * (BLOCKS.length - 1))] ?? '·'
}

function nameOf({ instrument, metric }: Pick<FigureReaction, 'instrument' | 'metric'>): string {
  return `${instrument} ${metric}`
}

function blameLines({ reactions }: Told, width: number): string[] {
  return blamed.flatMap((verdict) => {
    const byFigure = new Map<string, string[]>()
    for (const reaction of reactions) {
      if (reaction.verdict !== verdict) continue
      const name = nameOf(reaction)
      byFigure.set(name, [...(byFigure.get(name) ?? []), reaction.perturbation])
    }
    return listed(
      names[verdict] ?? verdict,
      Array.from(byFigure, ([name, changes]) => `${name}: ${changes.join(', ')}`),
      width,
    )
  })
}

function floorLines({ floors }: Told, { headline }: Pick<Track, 'headline'>, width: number): string[] {
  return listed(
    'fails the floor test',
    floors.flatMap(({ instrument, metric, system, share, fails }) => {
      if (!fails) return []
      const isHeadline =
        'metric' in headline && headline.metric === metric && instrument.startsWith(`${headline.instrument}@`)
      return [
        `${instrument} ${metric}: ${system} gets ${(100 * share).toFixed(1)} % of oracle` +
          (isHeadline ? ', and it is the headline' : ''),
      ]
    }),
    width,
  )
}

function listed(title: string, lines: readonly string[], width: number): string[] {
  const told = (lines.length === 0 ? ['none'] : lines).flatMap((line) => wrap(line, width - 2, '  '))
  return [title, ...told.map((line) => `  ${line}`), '']
}
