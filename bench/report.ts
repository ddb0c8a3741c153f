// Time and memory of a report over many cases:
//   npx rolldown bench/report.ts --platform node -f esm -o dist-bench/report.mjs && node dist-bench/report.mjs [cases]
import type { MetricDefinition } from '../src/core/metric.ts'
import type { OutcomeRow } from '../src/core/store.ts'
import { runOf, trackId } from '../src/reports/fixtures/made-run.ts'
import { buildReport } from '../src/reports/build-report.ts'

const cases = Number(process.argv[2] ?? 100_000)
const systems = [
  { id: 'a' },
  { id: 'b' },
  { id: 'oracle', kind: 'privileged' },
  { id: 'floor', kind: 'input-blind' },
] as const
const levels: Readonly<Record<string, number>> = { a: 0.6, b: 0.5, oracle: 0.99, floor: 0.01 }
const metrics: MetricDefinition[] = ['x', 'y', 'z'].map((name) => ({
  name,
  description: name,
  aggregate: 'mean',
  direction: 'higher',
  range: [0, 1],
}))
const zero = { numerator: 0, denominator: 1 }
const one = { numerator: 1, denominator: 1 }

async function* outcomes(): AsyncGenerator<OutcomeRow> {
  for (const { id: system } of systems)
    for (let index = 0; index < cases; index += 1)
      for (const { name: metric } of metrics) {
        const numerator = ((index * 7919) % 1000) / 1000 < (levels[system] ?? 0) ? 1 : 0
        yield {
          run: 'r',
          track: trackId,
          system,
          case: `case-${index}`,
          repeat: 0,
          attempt: 1,
          instrument: 'made@1',
          metric,
          outcome: { status: 'scored', numerator, denominator: 1 },
          bounds: { worst: zero, best: one },
        }
      }
}

let peak = 0
const watch = setInterval(() => (peak = Math.max(peak, process.memoryUsage().rss)), 20)
const started = performance.now()
const report = await buildReport({
  judges: [],
  calls: [],
  store: {
    async *caseSummaries() {
      for (let index = 0; index < cases; index += 1) {
        const id = `case-${index}`
        yield {
          id,
          hash: `hash-${index}`,
          cluster: `cluster-${index % 40_000}`,
          weight: 1,
          tags: {},
          ordinal: index,
        }
      }
    },
    outcomes,
    async *references() {},
    async lookup() {
      return new Map()
    },
  },
  run: runOf({ systems, values: {} }),
  tracks: [
    {
      id: trackId,
      title: 'bench',
      headline: { instrument: 'made', metric: 'x' },
      publishedFigure: { instrument: 'made', metric: 'y' },
      publishedResults: [],
      scorers: [{ name: 'made', version: '1', options: {}, metrics }],
    },
  ],
  citation: '',
  policy: 'default',
  slices: [],
})
clearInterval(watch)
const rows = report.tracks.flatMap((track) => track.rows).length
const most = Math.max(peak, process.resourceUsage().maxRSS * 1024)
console.log(
  `${cases} cases x ${metrics.length} metrics x ${systems.length} systems, ${rows} rows: ${((performance.now() - started) / 1000).toFixed(1)} s, peak ${(most / 2 ** 20).toFixed(0)} MB`,
)
