import { expect, it } from 'vitest'
import type { ResultRow } from '../report.ts'
import type { MemoryReport, MemorySystemReport } from './memory-report.ts'
import { rankingTable } from './ranking-table.ts'

function memory(system: string, median: number | null): MemorySystemReport {
  return {
    system,
    kind: 'ranked',
    memory: system,
    ownPrompt: false,
    sheet: null,
    rates: {
      stored: null,
      retrieved: null,
      shown: null,
      evidenceShare: null,
      used: null,
      changedWithout: null,
      changedAgain: null,
      instruments: { ledger: null, usage: null },
    },
    flow: null,
    storage: null,
    retrieval: {
      searches: 4,
      returned: null,
      k: 100,
      tooMany: 0,
      tokensShown: null,
      trimmed: 0,
      unlisted: null,
      searchTime: median === null ? null : { median, p95: median * 2, n: 4 },
      deletion: null,
    },
    latency: [],
    faults: [],
  }
}

function row(system: string, metric: string, value: number, slice?: ResultRow['slice']): ResultRow {
  return {
    track: 't',
    system,
    kind: 'ranked',
    instrument: 'retrieval-rank@1',
    metric,
    policy: 'default',
    figure: { value, low: value - 0.1, high: value + 0.1, method: 'wilson', n: 4, clusters: 4 },
    asked: 4,
    unscored: 0,
    unscoredBy: {},
    failed: 0,
    failedBy: { system: 0, infrastructure: 0 },
    notJudged: 0,
    skipped: 0,
    invalid: false,
    ...(slice === undefined ? {} : { slice }),
  }
}

const report = (...systems: MemorySystemReport[]): MemoryReport => ({
  systems,
  lifts: [],
  floorsMissing: [],
  fairness: { agreed: [], differing: [], unfair: [] },
  checks: [],
  calls: [],
  published: [],
  concurrency: 1,
})

it('has all figures of a ranking and the time of a search in one line', () => {
  const systems = report(memory('memory:bm25', 12), memory('memory:hybrid', null), memory('memory:none', 1))
  const rows = [
    row('memory:bm25', 'recall@1', 0.2),
    row('memory:bm25', 'recall@1', 0.9, { tag: 'language', value: 'en' }),
    row('memory:bm25', 'recall@5', 0.3),
    row('memory:bm25', 'recall@10', 0.4),
    row('memory:bm25', 'ndcg@10', 0.35),
    row('memory:bm25', 'mrr', 0.3),
    row('memory:hybrid', 'recall@1', 0.5),
    row('memory:none', 'accuracy', 0),
  ]
  const { heading, rows: lines } = rankingTable({ rows }, systems, { decimals: 1 })
  expect(heading).toBe(
    'rankings: retrieval-rank@1; milliseconds a search (median / 95th percentile, one case at a time)',
  )
  expect(lines).toEqual([
    [
      'bm25',
      '0.2 [0.1, 0.3]',
      '0.3 [0.2, 0.4]',
      '0.4 [0.3, 0.5]',
      '0.3 [0.2, 0.4]',
      '0.3 [0.2, 0.4]',
      '12 / 24',
      '4',
    ],
    ['hybrid', '0.5 [0.4, 0.6]', '', '', '', '', '', '4'],
  ])
})

it('has no line where no ranking is measured', () => {
  expect(
    rankingTable({ rows: [row('memory:bm25', 'pass_rate', 1)] }, report(memory('memory:bm25', 1)), {
      decimals: 1,
    }).rows,
  ).toEqual([])
})
