import type { GrowthPoint, GrowthResult } from '../memory/growth/index.ts'
import { figureText, plainText } from '../reports/format.ts'
import { layoutTable, type Column } from '../reports/table.ts'
import { estimate } from '../stats/estimate.ts'

const right = (title: string, droppable = 0): Column => ({ title, align: 'right', droppable, keep: true })

const columns: readonly Column[] = [
  right('sessions'),
  right('recall@1'),
  right('recall@k'),
  right('n'),
  right('search p50'),
  right('p95', 2),
  right('ingest mean', 1),
  right('p95', 3),
  right('ready after', 4),
  right('stored'),
  right('a session', 5),
  right('tokens', 6),
]

/** A table for each memory system: a line for each size of the history. Times are milliseconds. */
export function growthLines(results: readonly GrowthResult[], width: number): string[] {
  return results.flatMap(({ memory, version, k, seed, points, stopped }) => [
    plainText(
      `memory:${memory} ${version} · k ${k} · seed ${seed} · times in ms${stopped ? ' · stopped' : ''}`,
    ),
    ...layoutTable(
      columns,
      points.map((point) => ({ cells: cellsOf(point) })),
      width,
    ),
    ...points.flatMap(pointNotes).map((note) => `  ${note}`),
    '',
  ])
}

function cellsOf({ sessions, facts, search, ingest, waiting, readiness, ...kept }: GrowthPoint): string[] {
  return [
    String(sessions),
    recallText(facts.first, facts.asked),
    recallText(facts.within, facts.asked),
    String(facts.asked),
    timeText(search?.p50),
    timeText(search?.p95),
    timeText(ingest?.mean),
    timeText(ingest?.p95),
    readiness === 'ready' ? timeText(waiting) : readiness,
    kept.stored === null ? '?' : String(kept.stored),
    kept.storedPerSession === null ? '?' : kept.storedPerSession.toFixed(2),
    kept.storedTokens === null ? '?' : String(kept.storedTokens),
  ]
}

/** A share with its interval (Wilson). */
function recallText(found: number, asked: number): string {
  const cases = Array.from({ length: asked }, (_, at) => ({
    cluster: String(at),
    numerator: at < found ? 1 : 0,
    denominator: 1,
    weight: 1,
  }))
  const figure = estimate(cases, { aggregate: 'mean' })
  return figure === undefined ? 'none' : figureText(figure, 2)
}

function timeText(milliseconds: number | undefined): string {
  if (milliseconds === undefined) return '?'
  return milliseconds < 10 ? milliseconds.toFixed(2) : milliseconds.toFixed(0)
}

function pointNotes({ sessions, refused, facts }: GrowthPoint): string[] {
  return [
    ...(refused > 0 ? [`at ${sessions}: it threw on ${refused} sessions`] : []),
    ...(facts.lost > 0 ? [`at ${sessions}: ${facts.lost} questions could not be measured`] : []),
  ]
}
