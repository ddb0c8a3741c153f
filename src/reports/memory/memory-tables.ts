import { figureText } from '../format.ts'
import type { Figure } from '../measured-figure.ts'
import type { ReadingTable } from '../reading-tables.ts'
import type { TrackReport } from '../report.ts'
import type { Column } from '../table.ts'
import { costTable } from './cost-table.ts'
import { liftTable, type MemoryTableOptions } from './lift-table.ts'
import { memoryNames } from './memory-names.ts'
import type { MemoryReport, MemorySystemReport } from './memory-report.ts'
import { rankingTable } from './ranking-table.ts'
import { storageNotes } from './storage-notes.ts'

const memoryColumn: Column = { title: 'memory', align: 'left', droppable: 0, readable: 14 }

export function figureColumn(title: string, droppable = 0): Column {
  return { title, align: 'left', droppable, keep: true }
}

export function countColumn(title: string, droppable = 0): Column {
  return { title, align: 'right', droppable, keep: true }
}

/** Lift on the leading figure, or on all of them. */
export function liftTables(
  track: TrackReport,
  memory: MemoryReport,
  options: MemoryTableOptions & { readonly allFigures: boolean },
): ReadingTable[] {
  const figures = new Map(
    memory.lifts.map(({ instrument, metric }) => [`${instrument} ${metric}`, { instrument, metric }]),
  )
  return [...figures.values()]
    .slice(0, options.allFigures ? undefined : 1)
    .map((shown) => liftTable(track, memory, shown, options))
    .filter(({ rows }) => rows.length > 0)
}

/**
 * The tables below the flow: what is stored, with precision beside recall, and what it took; and the rates that the
 * flow counts, where all figures are asked for. Tables without a line are left out.
 */
export function memoryTables(
  track: Pick<TrackReport, 'rows'>,
  memory: MemoryReport,
  options: MemoryTableOptions & { readonly allFigures: boolean },
): ReadingTable[] {
  const tables = [rankingTable(track, memory, options), storageTable(memory, options), costTable(memory)]
  if (options.allFigures) tables.unshift(ledgerTable(memory, options))
  return tables.filter(({ rows }) => rows.length > 0)
}

function ledgerTable(memory: MemoryReport, { decimals }: MemoryTableOptions): ReadingTable {
  const { shortOf } = memoryNames(memory)
  const keys = memory.systems.flatMap(({ rates }) => [rates.instruments.ledger, rates.instruments.usage])
  const instruments = [...new Set(keys)].filter((key) => key !== null)
  const cell = cellWith(decimals)
  return {
    heading: `share of the evidence that is stored, retrieved, shown; answers that rest on it: ${instruments.join(', ')}`,
    columns: [
      memoryColumn,
      figureColumn('stored'),
      figureColumn('retrieved'),
      figureColumn('shown', 2),
      figureColumn('used', 1),
      countColumn('n'),
    ],
    rows: memory.systems.flatMap(({ system, rates }) => {
      const { stored, retrieved, shown, used } = rates
      const figures = [stored, retrieved, shown, used]
      if (figures.every((figure) => figure === null)) return []
      const whole = [stored, retrieved, shown].flatMap((figure) => figure?.n ?? [])
      const n = whole.length === 0 ? 0 : Math.max(...whole)
      // The usage test applies to fewer cases: those of which the evidence was shown.
      const usedText = used === null || used.n === n ? cell(used) : `${cell(used)} n ${used.n}`
      return [[shortOf(system), cell(stored), cell(retrieved), cell(shown), usedText, String(n)]]
    }),
  }
}

function storageTable(memory: MemoryReport, { decimals }: MemoryTableOptions): ReadingTable {
  const { shortOf } = memoryNames(memory)
  const cell = cellWith(decimals)
  // Where no model answers nothing is shown, which is no amount of 0.
  const isShown = memory.systems.some(({ retrieval }) => (retrieval?.tokensShown?.value ?? 0) > 0)
  const line = ({ system, storage, retrieval, rates, ...rest }: MemorySystemReport): string[] => [
    shortOf(system),
    storage === null ? '' : storage.items === null ? 'not shown' : String(storage.items),
    amountText(storage?.itemsPerSession ?? null),
    cell(rates.stored),
    cell(rates.evidenceShare),
    cell(storage?.keptShare ?? null),
    isShown ? amountText(retrieval?.tokensShown ?? null) : '',
    amountText(retrieval?.returned ?? null) + (retrieval?.k == null ? '' : ` of ${retrieval.k}`),
    storageNotes({ system, storage, retrieval, rates, ...rest }).join(', '),
  ]
  return {
    heading: `what is stored, and how much of it is evidence${ledgerText(memory)}${isShown ? '; what is shown (means over cases)' : ''}`,
    columns: [
      memoryColumn,
      countColumn('items'),
      countColumn('a session', 3),
      figureColumn('evidence stored'),
      figureColumn('items with evidence'),
      figureColumn('tokens kept of told', 1),
      countColumn('tokens shown', 2),
      countColumn('returned', 4),
      { title: 'notes', align: 'left', droppable: 5, readable: 12 },
    ],
    rows: memory.systems.filter(({ storage, retrieval }) => storage !== null || retrieval !== null).map(line),
  }
}

/** The instrument behind the shares of evidence. */
function ledgerText({ systems }: MemoryReport): string {
  const keys = new Set(systems.flatMap(({ rates }) => rates.instruments.ledger ?? []))
  return keys.size === 0 ? '' : ` (${[...keys].join(', ')})`
}

function cellWith(decimals: number): (figure: Figure | null) => string {
  return (figure) => (figure === null ? '' : figureText(figure, decimals))
}

/** A mean amount without its interval, which JSON has. */
function amountText(figure: Figure | null): string {
  if (figure === null) return ''
  return figure.value >= 100 ? figure.value.toFixed(0) : figure.value.toFixed(1)
}
