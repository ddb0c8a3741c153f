import { figureText } from '../format.ts'
import type { ReadingTable } from '../reading-tables.ts'
import type { TrackReport } from '../report.ts'
import type { Column } from '../table.ts'
import { memoryNames, timesText } from './memory-names.ts'
import type { MemoryReport } from './memory-report.ts'

/** What a ranking is measured by, in the order of the table. */
const METRICS = ['recall@1', 'recall@5', 'recall@10', 'ndcg@10', 'mrr'] as const

/**
 * Where the answer stands in what each memory finds, and how long one search takes; without a line on tracks where no
 * ranking is measured. The time is that of the search alone; it is the first one of its scope, so that it builds the
 * index that it needs.
 */
export function rankingTable(
  { rows }: Pick<TrackReport, 'rows'>,
  memory: MemoryReport,
  { decimals }: { readonly decimals: number },
): ReadingTable {
  const { shortOf } = memoryNames(memory)
  const figures = rows.filter(
    ({ metric, slice }) => slice === undefined && METRICS.some((name) => name === metric),
  )
  const instruments = new Set(figures.map(({ instrument }) => instrument))
  const column = (title: string, droppable = 0): Column => ({ title, align: 'left', droppable, keep: true })
  return {
    heading: `rankings: ${[...instruments].join(', ')}; milliseconds a search (${timesText(memory)})`,
    columns: [
      { title: 'memory', align: 'left', droppable: 0, readable: 14 },
      ...METRICS.map((name) => column(name, name === 'mrr' ? 2 : name === 'recall@5' ? 1 : 0)),
      { ...column('ms a search'), align: 'right' },
      { ...column('n'), align: 'right' },
    ],
    rows: memory.systems.flatMap(({ system, retrieval }) => {
      const own = METRICS.map((name) => figures.find((row) => row.system === system && row.metric === name))
      if (own.every((row) => row?.figure == null)) return []
      const time = retrieval?.searchTime ?? null
      return [
        [
          shortOf(system),
          ...own.map((row) => (row?.figure == null ? '' : figureText(row.figure, decimals))),
          time === null ? '' : `${milliseconds(time.median)} / ${milliseconds(time.p95)}`,
          String(Math.max(...own.map((row) => row?.figure?.n ?? 0))),
        ],
      ]
    }),
  }
}

function milliseconds(value: number): string {
  return value < 10 ? value.toFixed(1) : value.toFixed(0)
}
