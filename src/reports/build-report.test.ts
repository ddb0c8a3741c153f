import { describe, expect, it } from 'vitest'
import type { PublishedResult } from '../core/published.ts'
import { madeReport, madeRow, madeTrack, rate, rowOf, trackId, type MadeCell } from './fixtures/made-run.ts'
import type { FailurePolicy } from './report.ts'

const one = [{ id: 'a' }]
const lower = { ...rate, name: 'error', direction: 'lower' } as const
const many = (count: number, cell: MadeCell): MadeCell[] => Array.from({ length: count }, () => cell)

describe('failure policies', () => {
  // Three cases of 1, one of the kind named.
  it.each<[FailurePolicy, MadeCell, number | undefined, number]>([
    ['default', 'fault of system', 0.75, 4],
    ['default', 'fault of infrastructure', 1, 3],
    ['default', 'unscored', 1, 3],
    ['worst', 'fault of system', 0.75, 4],
    ['worst', 'fault of infrastructure', 0.75, 4],
    ['worst', 'unscored', 1, 3],
    ['exclude', 'fault of system', 1, 3],
    ['exclude', 'fault of infrastructure', 1, 3],
    ['exclude', 'unscored', 1, 3],
    ['worst', 'not-applicable', 1, 3],
    ['default', 'skipped', 1, 3],
  ])('%s: %s gives %s on %s cases', async (policy, cell, value, n) => {
    const row = await madeRow({ systems: one, values: { a: [1, 1, 1, cell] }, options: { policy } }, 'a')
    expect(row.figure?.value).toBeCloseTo(value ?? Number.NaN, 10)
    expect(row.figure?.n).toBe(n)
    expect(row.policy).toBe(policy)
  })

  it('counts a fault of a system as the largest error where lower is better', async () => {
    const row = await madeRow(
      { systems: one, metric: lower, values: { a: [0, 0, 0, 'fault of system'] } },
      'a',
    )
    expect(row.figure?.value).toBeCloseTo(0.25, 10)
  })

  it('counts each kind apart, and what does not apply not at all', async () => {
    const a: MadeCell[] = [1, 'fault of system', 'fault of infrastructure', 'fault of infrastructure']
    const row = await madeRow(
      { systems: one, values: { a: [...a, 'unscored', 'not-applicable', 'skipped'] } },
      'a',
    )
    expect(row).toMatchObject({
      unscored: 1,
      failed: 3,
      failedBy: { system: 1, infrastructure: 2 },
      notJudged: 0,
      skipped: 1,
    })
  })

  it.each<MadeCell>(['fault of infrastructure', 'unscored', 'not-applicable', 'skipped'])(
    'has no figure, never 0, when all cases are %s',
    async (cell) => {
      const row = await madeRow({ systems: one, values: { a: many(5, cell) } }, 'a')
      expect(row.figure).toBeNull()
      expect(row.exact).toBeUndefined()
    },
  )
})

describe('bounds', () => {
  it.each([
    ['higher', rate, 0.5, 0.75],
    ['lower', lower, 0.75, 0.5],
  ])('%s is better: the case left out counts as worst and as best', async (_, metric, worst, best) => {
    const a: MadeCell[] = [1, 0, 1, 'fault of infrastructure']
    const row = await madeRow({ systems: one, metric, values: { a } }, 'a')
    expect(row.bounds?.worst).toBeCloseTo(worst, 10)
    expect(row.bounds?.best).toBeCloseTo(best, 10)
  })

  it('are absent when nothing was left out', async () => {
    const row = await madeRow(
      { systems: one, values: { a: [1, 0, 'fault of system', 'not-applicable'] } },
      'a',
    )
    expect(row.bounds).toBeUndefined()
  })
})

describe('repeats', () => {
  it('are averaged and never raise n', async () => {
    const values = { a: [{ repeats: [1, 0] }, { repeats: [1, 1] }, { repeats: [0, 0] }] }
    const { figure } = await madeRow({ systems: one, values }, 'a')
    expect(figure).toMatchObject({ n: 3, clusters: 3 })
    expect(figure?.value).toBeCloseTo(0.5, 10)
  })

  it('average ratios for a mean and sums for a ratio', async () => {
    const values = { a: [{ repeats: [[1, 1] as const, [0, 3] as const] }, 0.5] }
    const mean = await madeRow({ systems: one, values }, 'a')
    expect(mean.figure?.value).toBeCloseTo(0.5, 10)
    const ratio = await madeRow({ systems: one, values, metric: { ...rate, aggregate: 'ratio' } }, 'a')
    expect(ratio.figure?.value).toBeCloseTo((0.5 + 0.5) / (2 + 1), 10)
  })

  it('lost in part are averaged over the rest and still counted', async () => {
    const values = { a: [{ repeats: [1, 'fault of infrastructure'] as const }, 0] }
    const row = await madeRow({ systems: one, values }, 'a')
    expect(row.figure).toMatchObject({ value: 0.5, n: 2 })
    expect(row.failedBy.infrastructure).toBe(1)
    expect(row.bounds).toBeUndefined()
  })

  it('do not make a run invalid sooner: the share is of outcomes', async () => {
    const lost: MadeCell = 'fault of infrastructure'
    const values = { a: Array.from({ length: 4 }, () => ({ repeats: [1, 1, 1, 1, lost] })) }
    expect((await madeRow({ systems: one, values }, 'a')).invalid).toBe(false)
  })
})

describe('weights, flags and thresholds', () => {
  it('weighs cases', async () => {
    const row = await madeRow({ systems: one, values: { a: [1, 0] }, cases: [{ weight: 3 }] }, 'a')
    expect(row.figure?.value).toBeCloseTo(0.75, 10)
  })

  it('is invalid above the threshold and not at it', async () => {
    const invalid = async (lost: number, share: number): Promise<boolean> =>
      (
        await madeRow(
          {
            systems: one,
            values: { a: [...many(10 - lost, 1), ...many(lost, 'unscored'), 'skipped'] },
            options: { invalidShare: share },
          },
          'a',
        )
      ).invalid
    expect(await invalid(2, 0.2)).toBe(false)
    expect(await invalid(3, 0.2)).toBe(true)
    expect(await invalid(3, 0.3)).toBe(false)
  })

  it.each([
    [0, 'zero'],
    [1, 'hundred'],
  ])('flags a figure of exactly %s, with an interval of some width', async (cell, exact) => {
    const row = await madeRow({ systems: one, values: { a: many(30, cell) } }, 'a')
    expect(row.exact).toBe(exact)
    expect((row.figure?.high ?? 0) - (row.figure?.low ?? 0)).toBeGreaterThan(0)
  })
})

const field = [
  { id: 'a' },
  { id: 'oracle', kind: 'privileged' },
  { id: 'floor-1', kind: 'input-blind' },
  { id: 'floor-2', kind: 'input-blind' },
] as const
const spread = (level: number): MadeCell[] =>
  Array.from({ length: 40 }, (_, index) => Math.min(1, Math.max(0, level + (index % 5) * 0.005)))

describe('headline', () => {
  const values = { a: spread(0.5), oracle: spread(0.98), 'floor-1': spread(0), 'floor-2': spread(0.02) }

  it('stands between the best floor and the oracle', async () => {
    const track = await madeTrack({ systems: field, values })
    expect(track).toMatchObject({ floor: 'floor-2', ceiling: 'oracle' })
    const { headline } = rowOf(track, 'a')
    const oracle = rowOf(track, 'oracle').figure?.value ?? 0
    expect(headline?.value).toBeCloseTo((0.51 - 0.03) / (oracle - 0.03), 6)
    expect(rowOf(track, 'oracle').headline).toBeUndefined()
  })

  it('takes the smallest error as floor where lower is better', async () => {
    const track = await madeTrack({
      systems: field,
      metric: lower,
      values: { a: spread(0.5), oracle: spread(0), 'floor-1': spread(0.98), 'floor-2': spread(0.96) },
    })
    expect(track.floor).toBe('floor-2')
    expect(rowOf(track, 'a').headline?.value).toBeCloseTo(0.48, 1)
  })

  it.each([
    ['no input-blind system was measured', [field[0], field[1]]],
    ['the oracle did not run', [field[0], field[2]]],
  ])('is missing because %s', async (reason, systems) => {
    const row = await madeRow({ systems, values }, 'a')
    expect(row.headline).toBeUndefined()
    expect(row.headlineMissing).toBe(reason)
  })

  it('is refused when a floor gets more than 5 % of the oracle', async () => {
    const row = await madeRow({ systems: field, values: { ...values, 'floor-2': spread(0.05) } }, 'a')
    expect(row.headline).toBeUndefined()
    expect(row.headlineMissing).toMatch(/^an input-blind system gets 6\.\d % of the ceiling.*\(floor-2\)$/)
  })

  it('is found when the track names its instrument with the version', async () => {
    const track = await madeTrack({
      systems: field,
      values,
      headline: { instrument: 'made@1', metric: 'rate' },
    })
    expect(rowOf(track, 'a').headline).toBeDefined()
  })

  it('says when its scorer did not run', async () => {
    const track = await madeTrack({
      systems: one,
      values: { a: [1] },
      headline: { instrument: 'other', metric: 'rate' },
    })
    expect(track.headline).toEqual({ none: 'other was not among the scorers of this run' })
  })
})

describe('common cases', () => {
  const two = [{ id: 'a' }, { id: 'b' }]

  it('rank systems whose own cases differ', async () => {
    const lost: MadeCell = 'fault of infrastructure'
    const a: MadeCell[] = [0, 1, 1, 1, 1, 1]
    const track = await madeTrack({ systems: two, values: { a, b: [lost, 1, 1, 1, 1, 0.5] } })
    expect(rowOf(track, 'a').figure?.value).toBeLessThan(rowOf(track, 'b').figure?.value ?? 0)
    expect(rowOf(track, 'a').common).toMatchObject({ value: 1, n: 5 })
    expect(rowOf(track, 'b').common?.value).toBeCloseTo(0.9, 10)
  })

  it('are not told apart when all systems have the same', async () => {
    const track = await madeTrack({ systems: two, values: { a: [1, 0], b: [0, 1] } })
    expect(rowOf(track, 'a').common).toBeUndefined()
  })

  it('are not taken away by an invalid system', async () => {
    const b: MadeCell[] = [1, ...many(3, 'fault of infrastructure')]
    const track = await madeTrack({ systems: two, values: { a: [1, 0, 1, 1], b } })
    expect(rowOf(track, 'b').invalid).toBe(true)
    expect(rowOf(track, 'a').common).toBeUndefined()
  })

  it('of a ratio include those where one system has nothing to count', async () => {
    const metric = { ...rate, aggregate: 'ratio' } as const
    const track = await madeTrack({
      systems: [...two.slice(0, 1), field[1], field[2]],
      metric,
      values: {
        a: [[1, 2], 'not-applicable'],
        oracle: [
          [2, 2],
          [2, 2],
        ],
        'floor-1': [
          [0, 1],
          [0, 1],
        ],
      },
    })
    expect(rowOf(track, 'a').figure?.n).toBe(1)
    expect(rowOf(track, 'a').headline?.n).toBe(2)
  })
})

describe('published figures', () => {
  const result: PublishedResult = {
    track: trackId,
    system: 'Model X',
    aliases: ['model-x'],
    instrument: 'made',
    metric: 'rate',
    value: 0.4,
    source: 'Table 1',
  }
  const systems = [{ id: 'recorded:model-x' }, { id: 'baseline:model-x', kind: 'input-blind' }] as const
  const values = { 'recorded:model-x': [1, 0], 'baseline:model-x': [0, 0] }

  it('stand beside the same model under the same instrument', async () => {
    const track = await madeTrack({ systems, values, published: [result] })
    expect(rowOf(track, 'recorded:model-x').published).toBe(result)
    expect(rowOf(track, 'baseline:model-x').published).toBeUndefined()
    expect(track.published).toEqual([result])
  })

  it.each<[string, Partial<PublishedResult>, Record<string, string>]>([
    ['another instrument', { instrument: 'judge' }, {}],
    ['another metric', { metric: 'f1' }, {}],
    ['a slice', { slice: { tag: 'type', value: 'x' } }, {}],
    ['options that differ', {}, { matcher: 'hungarian' }],
  ])('are not shown under %s', async (_, change, scorerOptions) => {
    const track = await madeTrack({ systems, values, published: [{ ...result, ...change }], scorerOptions })
    expect(rowOf(track, 'recorded:model-x').published).toBeUndefined()
    expect(track.published).toEqual([])
    expect(track.findings.join(' ')).not.toContain('published system')
  })
})

describe('slices and selection', () => {
  const cases = [{ tags: { lang: ['en'] } }, { tags: { lang: ['en', 'zh'] } }, { tags: { lang: ['zh'] } }]

  it('slices by a case tag, each metric once', async () => {
    const a: MadeCell[] = [1, 0, 'fault of infrastructure']
    const track = await madeTrack({ systems: one, values: { a }, cases, options: { slices: ['lang'] } })
    const sliced = track.rows.filter((row) => row.slice !== undefined)
    expect(sliced.map((row) => [row.slice?.value, row.figure?.n, row.failed])).toEqual([
      ['en', 2, 0],
      ['zh', 1, 1],
    ])
  })

  it('says that nothing has a tag', async () => {
    const track = await madeTrack({ systems: one, values: { a: [1] }, options: { slices: ['typo'] } })
    expect(track.findings).toContain('No case and no scored item has the tag typo.')
  })

  it('says which part of the data was run', async () => {
    const data = { limit: 5, where: [{ tag: 'lang', value: 'en' }] }
    const report = await madeReport({ systems: one, values: { a: [1] }, data })
    expect(report.run.selection).toBe('the first 5 cases, lang=en')
    expect((await madeReport({ systems: one, values: { a: [1] } })).run.selection).toBeNull()
  })
})

describe('exposed cases', () => {
  const exposed = { tags: { exposure: ['hidden-test'] } }

  it('are counted in words', async () => {
    const report = await madeReport({
      systems: one,
      values: { a: [1, 0, 1] },
      cases: [exposed, {}, exposed],
    })
    expect(report.tracks[0]?.findings).toContain(
      '2 of 3 cases are exposed: they are, or may be, in a hidden test.',
    )
  })

  it('are no subject where there are none', async () => {
    const report = await madeReport({ systems: one, values: { a: [1, 0, 1] } })
    expect(report.tracks[0]?.findings.join(' ')).not.toContain('exposed')
  })
})
