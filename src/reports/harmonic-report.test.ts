import { describe, expect, it } from 'vitest'
import { fraction, harmonic, ratioMetric } from '../core/metric-kit.ts'
import type { MetricDefinition } from '../core/metric.ts'
import type { Outcome } from '../core/outcome.ts'
import type { OutcomeRow } from '../core/store.ts'
import type { SystemKind } from '../core/system.ts'
import { buildReport, type ReportOptions } from './build-report.ts'
import { runOf, trackId } from './fixtures/made-run.ts'
import { flatRows } from './flat-rows.ts'
import type { ResultRow, TrackReport } from './report.ts'

const f1: MetricDefinition = {
  name: 'f1',
  description: 'Harmonic mean of precision and recall.',
  aggregate: 'harmonic',
  of: ['precision', 'recall'],
  direction: 'higher',
  range: [0, 1],
}
const metrics = [ratioMetric('precision', 'p'), ratioMetric('recall', 'r'), f1]

/** One direction of a repeat: matched and all entries, or a word for what could not be measured. */
type Part = readonly [number, number] | 'unreadable' | 'system' | 'provider'
/** A repeat: precision and recall. */
type Repeat = readonly [Part, Part]

/** Gold entries of every case: a failure finds none of them. */
const GOLD = 4

function outcomeOf(part: Part): Outcome {
  if (part === 'unreadable') return { status: 'unscored', reason: 'judge-unreadable' }
  if (part === 'system')
    return { status: 'failed', stage: 'respond', reason: 'refusal', by: 'system', message: '' }
  if (part === 'provider') {
    return { status: 'failed', stage: 'respond', reason: 'provider', by: 'infrastructure', message: '' }
  }
  return part[1] === 0
    ? { status: 'unscored', reason: 'not-applicable' }
    : { status: 'scored', numerator: part[0], denominator: part[1] }
}

/** Of the case by itself, as the instrument returns it. */
function ownOutcome([precision, recall]: Repeat): Outcome {
  for (const part of [precision, recall]) if (typeof part === 'string') return outcomeOf(part)
  const value = (part: Part) => (typeof part === 'string' || part[1] === 0 ? 0 : part[0] / part[1])
  return { status: 'scored', ...fraction(harmonic(value(precision), value(recall))) }
}

const bounds = {
  precision: { worst: fraction(0, 0), best: fraction(1) },
  recall: { worst: fraction(0, GOLD), best: fraction(GOLD, GOLD) },
  f1: { worst: fraction(0), best: fraction(1) },
}

interface Made {
  readonly systems: Readonly<Record<string, readonly (readonly Repeat[])[]>>
  readonly options?: Partial<ReportOptions>
  readonly repeats?: number
}

const kinds: Readonly<Record<string, SystemKind>> = { oracle: 'privileged', blind: 'input-blind' }

async function report({ systems, options, repeats = 1 }: Made) {
  const ids = Object.keys(systems)
  const count = Math.max(...Object.values(systems).map((cases) => cases.length))
  const rows = Object.entries(systems).flatMap(([system, cases]) =>
    metrics.flatMap(({ name }) =>
      cases.flatMap((list, index) =>
        list.map((repeat, number): OutcomeRow => ({
          run: 'made-run',
          track: trackId,
          attempt: 1,
          system,
          case: `case-${index}`,
          repeat: number,
          instrument: 'made@1',
          metric: name,
          outcome: name === 'f1' ? ownOutcome(repeat) : outcomeOf(repeat[name === 'precision' ? 0 : 1]),
          bounds: name === 'f1' ? bounds.f1 : name === 'precision' ? bounds.precision : bounds.recall,
        })),
      ),
    ),
  )
  const named = { instrument: 'made', metric: 'f1' }
  return buildReport({
    store: {
      async *caseSummaries() {
        for (let index = 0; index < count; index += 1) {
          const id = `case-${index}`
          const tags = { half: [index * 2 < count ? 'first' : 'second'] }
          yield { id, hash: id, cluster: id, weight: 1, tags, ordinal: index }
        }
      },
      async *outcomes() {
        yield* rows
      },
      async *references() {},
      async lookup() {
        return new Map()
      },
    },
    run: runOf({ systems: ids.map((id) => ({ id, kind: kinds[id] ?? 'ranked' })), values: {}, repeats }),
    tracks: [
      {
        id: trackId,
        title: 'Made up',
        headline: named,
        publishedFigure: named,
        publishedResults: [],
        scorers: [{ name: 'made', version: '1', options: {}, metrics }],
      },
    ],
    citation: 'Nobody (2026)',
    judges: [],
    calls: [],
    policy: 'default',
    slices: [],
    ...options,
  })
}

async function track(made: Made): Promise<TrackReport> {
  const [first] = (await report(made)).tracks
  if (first === undefined) throw new Error('no track')
  return first
}

function rowOf(rows: readonly ResultRow[], system: string, slice?: string, metric = 'f1'): ResultRow {
  const row = rows.find((one) => one.system === system && one.metric === metric && one.slice?.value === slice)
  if (row === undefined) throw new Error(`no row of ${system}`)
  return row
}

const once = (repeats: readonly Repeat[]): Repeat[][] => repeats.map((repeat) => [repeat])

describe('a harmonic mean in a report', () => {
  it.each<[string, Repeat[][], number | undefined, number]>([
    [
      'sums of both parts',
      once([
        [
          [1.5, 2],
          [1.5, 3],
        ],
        [
          [0.5, 4],
          [2, 2],
        ],
      ]),
      14 / 31,
      2,
    ],
    [
      'a case without predictions counts',
      once([
        [
          [1, 2],
          [1, 2],
        ],
        [
          [0, 0],
          [0, 2],
        ],
      ]),
      harmonic(0.5, 0.25),
      2,
    ],
    [
      'a case with one part lost is left out',
      once([
        [
          [1, 2],
          [1, 2],
        ],
        ['unreadable', [2, 2]],
      ]),
      0.5,
      1,
    ],
    [
      'the other part lost',
      once([
        [
          [1, 2],
          [1, 2],
        ],
        [[2, 2], 'unreadable'],
      ]),
      0.5,
      1,
    ],
    [
      'a fault of the system is worst in both parts',
      once([
        [
          [1, 2],
          [2, 4],
        ],
        ['system', 'system'],
      ]),
      harmonic(0.5, 0.25),
      2,
    ],
    [
      'an outage is left out',
      once([
        [
          [1, 2],
          [2, 4],
        ],
        ['provider', 'provider'],
      ]),
      0.5,
      1,
    ],
    ['nothing left', once([['provider', 'provider']]), undefined, 0],
    [
      'repeats are averaged part by part',
      [
        [
          [
            [1, 1],
            [4, 4],
          ],
          [
            [0, 3],
            [0, 4],
          ],
        ],
        [
          [
            [1, 2],
            [2, 4],
          ],
        ],
      ],
      harmonic(3 / 8, 0.5),
      2,
    ],
    [
      'a repeat that lost one part gives the other',
      [
        [
          [
            [1, 1],
            [4, 4],
          ],
          ['unreadable', [0, 4]],
        ],
      ],
      harmonic(1, 0.5),
      1,
    ],
  ])('%s', async (_, cases, value, n) => {
    const { rows } = await track({ systems: { one: cases }, repeats: cases[0]?.length ?? 1 })
    const { figure } = rowOf(rows, 'one')
    expect(figure?.n ?? 0).toBe(n)
    if (value === undefined) expect(figure).toBeNull()
    else expect(figure?.value).toBeCloseTo(value, 12)
  })

  it('says how far left-out cases could move it: a part that was measured stays', async () => {
    const { rows } = await track({
      systems: {
        one: once([
          [
            [1, 2],
            [2, 4],
          ],
          [[2, 2], 'unreadable'],
        ]),
      },
    })
    const { bounds: found, unscored } = rowOf(rows, 'one')
    expect(unscored).toBe(1)
    expect(found?.worst).toBeCloseTo(harmonic(3 / 4, 2 / 8), 12)
    expect(found?.best).toBeCloseTo(harmonic(3 / 4, 6 / 8), 12)
  })

  it('is told slice by slice', async () => {
    const systems = {
      one: once([
        [
          [1, 2],
          [2, 4],
        ],
        [
          [0, 1],
          [1, 4],
        ],
        [
          [2, 2],
          [4, 4],
        ],
        [
          [1, 2],
          [0, 4],
        ],
      ]),
    }
    const { rows } = await track({ systems, options: { slices: ['half'] } })
    expect(rowOf(rows, 'one', 'first').figure?.value).toBeCloseTo(harmonic(1 / 3, 3 / 8), 12)
    expect(rowOf(rows, 'one', 'second').figure?.value).toBeCloseTo(harmonic(3 / 4, 4 / 8), 12)
  })

  it('is compared on common cases, and set between floor and oracle', async () => {
    const right: Repeat = [
      [2, 2],
      [4, 4],
    ]
    const nothing: Repeat = [
      [0, 0],
      [0, 4],
    ]
    const systems = {
      oracle: once([right, right, right]),
      blind: once([nothing, nothing, nothing]),
      one: once([
        [
          [1, 2],
          [2, 4],
        ],
        [
          [1, 4],
          [1, 4],
        ],
        [
          [2, 2],
          [4, 4],
        ],
      ]),
      two: once([
        [
          [1, 1],
          [1, 4],
        ],
        [
          [1, 1],
          [2, 4],
        ],
        ['provider', 'provider'],
      ]),
    }
    const { rows } = await track({ systems, options: { invalidShare: 0.5 } })
    expect(rowOf(rows, 'one').common?.value).toBeCloseTo(harmonic(2 / 6, 3 / 8), 12)
    expect(rowOf(rows, 'two').common?.value).toBeCloseTo(harmonic(1, 3 / 8), 12)
    expect(rowOf(rows, 'one').headline?.value).toBeCloseTo(harmonic(4 / 8, 7 / 12), 12)
    expect(rowOf(rows, 'two').headline).toMatchObject({ n: 2 })
    expect(rowOf(rows, 'blind')).toMatchObject({ figure: { value: 0 }, exact: 'zero' })
  })

  it('keeps the spread of its cases over repeats, by their own values', async () => {
    const cases: Repeat[][] = [
      [
        [
          [1, 1],
          [4, 4],
        ],
        [
          [0, 1],
          [0, 4],
        ],
      ],
      [
        [
          [1, 1],
          [4, 4],
        ],
        [
          [1, 1],
          [4, 4],
        ],
      ],
    ]
    const { rows } = await track({ systems: { one: cases }, repeats: 2 })
    // Within: (0.25 + 0.25) / 2 degrees of freedom.
    expect(rowOf(rows, 'one').repeats?.within).toBeCloseTo(0.25, 12)
  })

  it('has a flat row as any figure', async () => {
    const flat = flatRows(
      await report({
        systems: {
          one: once([
            [
              [1.5, 2],
              [1.5, 3],
            ],
            [
              [0.5, 4],
              [2, 2],
            ],
          ]),
        },
      }),
    )
    expect(flat.find((row) => row.metric === 'f1')?.value).toBeCloseTo(14 / 31, 12)
    expect(flat.map((row) => row.metric)).toEqual(['precision', 'recall', 'f1'])
  })
})
