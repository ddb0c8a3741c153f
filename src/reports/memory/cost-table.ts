import type { ReadingTable } from '../reading-tables.ts'
import type { Column } from '../table.ts'
import { memoryNames, timesText } from './memory-names.ts'
import { memoryPhases, type MemoryCalls, type MemoryReport } from './memory-report.ts'

/** Time by phase of a track, and calls of the whole run; the calls of a memory stand in its first line. */
export function costTable(memory: MemoryReport): ReadingTable {
  const { shortOf } = memoryNames(memory)
  const said = new Set<string>()
  const right = (title: string, droppable: number): Column => ({
    title,
    align: 'right',
    droppable,
    keep: true,
  })
  return {
    heading: `milliseconds a case (${timesText(memory)}); calls, tokens (in + out) and US dollars of the whole run, usage test and checks included`,
    columns: [
      { title: 'memory', align: 'left', droppable: 0, readable: 14 },
      ...memoryPhases.map((phase) => right(phase, phase === 'respond' ? 2 : 0)),
      right('n', 3),
      right('calls', 0),
      right('tokens', 1),
      right('USD', 0),
    ],
    rows: memory.systems.map(({ system, memory: name, latency }) => {
      const calls = said.has(name) ? null : sumOf(memory.calls.filter((one) => one.memory === name))
      said.add(name)
      const n = [...new Set(latency.map((one) => one.n))]
      return [
        shortOf(system),
        ...memoryPhases.map((phase) => {
          const time = latency.find((one) => one.phase === phase)
          if (time === undefined) return ''
          return time.median === null || time.p95 === null
            ? 'reused'
            : `${milliseconds(time.median)} / ${milliseconds(time.p95)}`
        }),
        n.length < 2 ? n.join('') : `${Math.min(...n)}–${Math.max(...n)}`,
        ...(calls === null ? ['as above', '', ''] : callCells(calls)),
      ]
    }),
  }
}

type Sum = Omit<MemoryCalls, 'memory' | 'phase'>

function sumOf(calls: readonly MemoryCalls[]): Sum {
  const tokens = (pick: 'inputTokens' | 'outputTokens') =>
    calls.reduce((sum, one) => sum + (one[pick] ?? 0), 0) || null
  return {
    calls: calls.reduce((sum, one) => sum + one.calls, 0),
    failed: calls.reduce((sum, one) => sum + one.failed, 0),
    inputTokens: tokens('inputTokens'),
    outputTokens: tokens('outputTokens'),
    cost: calls.reduce<number | null>(
      (sum, { cost }) => (sum === null || cost === null ? null : sum + cost),
      0,
    ),
  }
}

function callCells({ calls, failed, inputTokens, outputTokens, cost }: Sum): string[] {
  if (calls === 0) return ['0', '', '']
  return [
    failed === 0 ? String(calls) : `${calls} (${failed} failed)`,
    inputTokens === null && outputTokens === null
      ? 'unknown'
      : `${short(inputTokens)} + ${short(outputTokens)}`,
    cost === null ? 'unknown' : cost > 0 && cost < 0.0001 ? '< 0.0001' : cost.toFixed(4),
  ]
}

function short(tokens: number | null): string {
  if (tokens === null) return 'unknown'
  return tokens < 10_000 ? String(tokens) : `${(tokens / 1000).toFixed(0)}k`
}

/** `0.4`, `12`. */
function milliseconds(value: number): string {
  return value < 10 ? value.toFixed(1) : value.toFixed(0)
}
