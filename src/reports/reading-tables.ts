import type { MetricDefinition } from '../core/metric.ts'
import { figureLabel } from './figure-label.ts'
import { decimalsOf, figureText, intervalText, signed } from './format.ts'
import { GROUPS, oneOrAll } from './judged-board.ts'
import { compareRows } from './ranking.ts'
import type { ResultRow, SliceEffect, TrackReport } from './report.ts'
import type { ShownFigure } from './shown-figure.ts'
import type { Column } from './table.ts'

/** A small table under a track's leaderboard. */
export interface ReadingTable {
  readonly heading: string
  readonly columns: readonly Column[]
  readonly rows: readonly (readonly string[])[]
}

export interface ReadingOptions {
  /** Most decimals of a figure; as many as its scale has when absent. */
  readonly decimals?: number
  /** Tell all main figures apart by the paired tag, not the leading one only. */
  readonly allFigures?: boolean
}

type DecimalsOf = (shown: ShownFigure) => number

/**
 * What a track shows beside its score: places between floor and ceiling, figures by its paired tag, differences within
 * clusters, and figures of instruments that ask something else. Tables without a figure are left out.
 */
export function readingTables(
  track: TrackReport,
  { decimals = 3, allFigures = false }: ReadingOptions = {},
): ReadingTable[] {
  const decimalsFor: DecimalsOf = (shown) => Math.min(decimals, decimalsOf(metricOf(track, shown)))
  const tables = [
    placementTable(track),
    ...track.mainFigures
      .slice(0, allFigures ? undefined : 1)
      .flatMap((shown) => [tagTable(track, shown, decimalsFor), effectTable(track, shown, decimalsFor)]),
    ...track.beyondScore.map((one) => beyondTable(track, one, decimalsFor)),
    signalTable(track),
    ...contrastTables(track),
  ]
  return tables.filter(({ rows }) => rows.length > 0)
}

const system: Column = { title: 'system', align: 'left', droppable: 0 }
const counted: Column = { title: 'n', align: 'right', droppable: 0, keep: true }

function figureColumn(title: string): Column {
  return { title, align: 'left', droppable: 0, keep: true }
}

function metricOf(track: TrackReport, { instrument, metric }: ShownFigure): MetricDefinition | undefined {
  return track.metrics.get(`${instrument} ${metric}`)
}

function isOf(row: ShownFigure, { instrument, metric }: ShownFigure): boolean {
  return row.instrument === instrument && row.metric === metric
}

function labelOf(track: TrackReport, { instrument, metric }: ShownFigure): string {
  return figureLabel(track, `${instrument} ${metric}`)
}

/** Rows of a figure over the whole track, in the order of a leaderboard; without systems that read nothing. */
function ordered(track: TrackReport, shown: ShownFigure): ResultRow[] {
  const order = compareRows(metricOf(track, shown)?.direction ?? 'higher')
  return track.rows
    .filter((row) => row.slice === undefined && row.kind !== 'input-blind' && isOf(row, shown))
    .toSorted((a, b) => GROUPS.indexOf(a.kind) - GROUPS.indexOf(b.kind) || order(a, b))
}

function placementTable(track: TrackReport): ReadingTable {
  const lines = new Map<string, (ResultRow['placement'] | undefined)[]>()
  for (const [place, shown] of track.mainFigures.entries()) {
    for (const row of ordered(track, shown)) {
      if (row.placement === undefined) continue
      const placements = lines.get(row.system) ?? track.mainFigures.map(() => undefined)
      placements[place] = row.placement
      lines.set(row.system, placements)
    }
  }
  return {
    heading: 'between the floor (0) and the ceiling (1) of the same model',
    columns: [
      system,
      ...track.mainFigures.map((shown) => figureColumn(labelOf(track, shown))),
      counted,
      { title: 'floor, ceiling', align: 'left', droppable: 1 },
    ],
    rows: [...lines].map(([id, placements]) => {
      const there = placements.filter((placement) => placement !== undefined)
      return [
        id,
        ...placements.map((placement) => (placement === undefined ? '' : figureText(placement, 3))),
        oneOrAll(there.map(({ n }) => String(n))),
        oneOrAll(there.map(({ floor, ceiling }) => `${floor}, ${ceiling}`)),
      ]
    }),
  }
}

/** A line per system, a column per value; where the slices were asked for, they have a table of their own. */
function tagTable(track: TrackReport, shown: ShownFigure, decimalsFor: DecimalsOf): ReadingTable {
  const { tag = '', base = '' } = track.pairedTag ?? {}
  const sliced = track.rows.filter((row) => row.slice?.tag === tag && isOf(row, shown))
  const others = new Set(sliced.flatMap(({ slice }) => slice?.value ?? []))
  // The others are read against the base.
  const values = others.delete(base) ? [base, ...others] : [...others]
  const isAsked = track.slices.includes(tag)
  return {
    heading: `by ${tag}: ${labelOf(track, shown)}`,
    columns: [system, ...values.map(figureColumn), counted],
    rows: (isAsked ? [] : ordered(track, shown)).flatMap((whole) => {
      const own = values.flatMap(
        (value) => sliced.find((row) => row.system === whole.system && row.slice?.value === value) ?? [],
      )
      return rowsOf(whole.system, own, decimalsFor)
    }),
  }
}

function beyondTable(
  track: TrackReport,
  { instrument, metrics }: TrackReport['beyondScore'][number],
  decimalsFor: DecimalsOf,
): ReadingTable {
  const [first = ''] = metrics
  return {
    heading: `beyond the score: ${track.labels.get(instrument) ?? instrument}`,
    columns: [system, ...metrics.map(figureColumn), counted],
    rows: ordered(track, { instrument, metric: first }).flatMap((whole) => {
      const own = metrics.flatMap(
        (metric) =>
          track.rows.find(
            (row) =>
              row.slice === undefined && row.system === whole.system && isOf(row, { instrument, metric }),
          ) ?? [],
      )
      return rowsOf(whole.system, own, decimalsFor)
    }),
  }
}

/** A system's line; none where nothing was measured. */
function rowsOf(id: string, rows: readonly ResultRow[], decimalsFor: DecimalsOf): string[][] {
  if (rows.every(({ figure }) => figure === null)) return []
  return [
    [
      id,
      ...rows.map((row) => (row.figure === null ? 'none' : figureText(row.figure, decimalsFor(row)))),
      oneOrAll(rows.map(({ figure }) => String(figure?.n ?? 0))),
    ],
  ]
}

function effectTable(track: TrackReport, shown: ShownFigure, decimalsFor: DecimalsOf): ReadingTable {
  const effects = track.effects.filter((effect) => isOf(effect, shown))
  const [first] = effects
  return {
    heading: `against ${first?.base ?? ''} in the same cluster: ${labelOf(track, shown)}`,
    columns: [
      system,
      figureColumn(first?.tag ?? ''),
      figureColumn('difference'),
      { title: 'p (Holm)', align: 'right', droppable: 0, keep: true },
      { title: 'pairs', align: 'right', droppable: 0, keep: true },
    ],
    rows: ordered(track, shown).flatMap((row) =>
      effects.filter((effect) => effect.system === row.system).map((one) => effectCells(one, decimalsFor)),
    ),
  }
}

function effectCells(effect: SliceEffect, decimalsFor: DecimalsOf): string[] {
  const { difference, adjusted } = effect
  const decimals = decimalsFor(effect)
  return [
    effect.system,
    effect.value,
    `${signed(difference.value, decimals)} ${intervalText(difference, decimals)}`,
    adjusted < 0.001 ? '< 0.001' : adjusted.toFixed(3),
    String(difference.n),
  ]
}

/** `1.43 [0.90, 1.96]`. */
function bounded({ value, low, high }: { value: number; low: number; high: number }): string {
  return figureText({ value, low, high, method: '', n: 0, clusters: 0 }, 2)
}

function signalTable({ signal }: TrackReport): ReadingTable {
  return {
    heading:
      'Telling occasions apart: d′ is 0 for whoever acts as often when it is not due; c below 0 acts too readily, above 0 holds back',
    columns: [
      system,
      figureColumn('d′'),
      figureColumn('c'),
      { ...figureColumn('hits'), droppable: 2 },
      { ...figureColumn('false alarms'), droppable: 2 },
      { ...figureColumn('hits − false alarms'), droppable: 1 },
      { ...counted, droppable: 3 },
    ],
    rows: signal.map(({ system: id, kind, found }) => {
      const name = kind === 'ranked' ? id : `${id} (${kind})`
      if (found === null) return [name, 'none', '', '', '', '', '']
      // The corrected rates are those that d′ rests on.
      const { hitRate, falseAlarmRate, due, irrelevant } = found
      return [
        name,
        bounded(found.dPrime),
        bounded(found.criterion),
        hitRate.toFixed(2),
        falseAlarmRate.toFixed(2),
        signed(hitRate - falseAlarmRate, 2),
        `${due} + ${irrelevant}`,
      ]
    }),
  }
}

function contrastTables({ contrasts }: TrackReport): ReadingTable[] {
  return [...new Set(contrasts.map(({ name }) => name))].map((name) => {
    const own = contrasts.filter((row) => row.name === name)
    return {
      heading: `${name}: ${own[0]?.description ?? ''}`,
      columns: [system, figureColumn('difference'), { ...figureColumn('p'), droppable: 1 }, counted],
      rows: own.flatMap(({ system: id, kind, difference, p }) =>
        difference === null
          ? []
          : [
              [
                kind === 'ranked' ? id : `${id} (${kind})`,
                `${signed(difference.value, 3)} ${intervalText(difference, 3)}`,
                p === null ? '' : p < 0.001 ? '<0.001' : p.toFixed(3),
                String(difference.n),
              ],
            ],
      ),
    }
  })
}
