import { describe, expect, it } from 'vitest'
import type { MetricDefinition } from '../../core/metric.ts'
import type { SystemKind } from '../../core/system.ts'
import { meanMetric } from '../../core/metric-kit.ts'
import { TrackBook } from '../track-book.ts'
import type { TrackContext } from '../track-context.ts'
import { compareFigure, type CompareOptions, type Entry } from './compare-figure.ts'

const shown = { instrument: 'exact@1', metric: 'hit' }
const metric: MetricDefinition = meanMetric('hit', 'hits')
const scorer = { name: 'exact', version: '1', options: {}, metrics: [metric] }
const options: CompareOptions = {
  alpha: 0.05,
  against: null,
  slices: [],
  flips: 5,
  includeInvalid: false,
  objection: () => null,
}

/** What a system got: a number, or `lost` (infrastructure). */
type Score = number | 'lost'

interface Made {
  readonly run?: string
  readonly kind?: SystemKind
  /** By content; the run's own ids differ from it. */
  readonly scores: Readonly<Record<string, Score>>
  readonly tags?: Readonly<Record<string, string>>
  readonly published?: number
}

function entry(label: string, made: Made): Entry {
  const { run = 'r', kind = 'ranked', tags = {}, published } = made
  const book = new TrackBook()
  for (const [ordinal, [hash, score]] of Object.entries(made.scores).entries()) {
    const id = `${run}-${ordinal}`
    const kept = tags[hash]
    book.addCase({
      id,
      hash,
      cluster: hash,
      weight: 1,
      ordinal,
      tags: kept === undefined ? {} : { kind: [kept] },
    })
    book.addOutcome({
      run,
      track: 't',
      system: label,
      case: id,
      repeat: 0,
      attempt: 1,
      instrument: 'exact@1',
      metric: 'hit',
      outcome:
        score === 'lost'
          ? { status: 'failed', stage: 'respond', reason: 'provider', by: 'infrastructure', message: '' }
          : { status: 'scored', numerator: score, denominator: 1 },
      bounds: { worst: { numerator: 0, denominator: 1 }, best: { numerator: 1, denominator: 1 } },
    })
  }
  const context: TrackContext = {
    book,
    record: { track: 't', version: '1', systems: [], instruments: [], judged: [] },
    facts: {
      id: 't',
      title: 'T',
      headline: { instrument: 'exact', metric: 'hit' },
      publishedFigure: null,
      publishedResults:
        published === undefined
          ? []
          : [
              {
                track: 't',
                system: label,
                instrument: 'exact',
                metric: 'hit',
                value: published,
                source: 'a paper',
              },
            ],
      scorers: [scorer],
    },
    metrics: new Map([['exact@1 hit', metric]]),
    repeats: 1,
    policy: 'default',
    invalidShare: 0.2,
  }
  return { contender: { label, run, system: label, kind }, context }
}

/** `c0` … with the given scores. */
function scores(...values: readonly Score[]): Record<string, Score> {
  return Object.fromEntries(values.map((value, i) => [`c${i}`, value]))
}

const twelve = (value: (i: number) => Score): Record<string, Score> =>
  scores(...Array.from({ length: 12 }, (_, i) => value(i)))

function compare(entries: readonly Entry[], more: Partial<CompareOptions> = {}) {
  const found = compareFigure(entries, shown, 'headline', { ...options, ...more })
  if (found === null) throw new Error('nothing to compare')
  return found
}

describe('a comparison', () => {
  it('pairs cases by their content, whatever their order and ids', () => {
    const values = { x: 1, y: 0, z: 1, w: 0 }
    const turned = { w: 0, z: 1, y: 0, x: 1 }
    const { pairs } = compare([entry('a', { scores: values }), entry('b', { run: 's', scores: turned })])
    expect(pairs[0]).toMatchObject({ wins: 0, ties: 4, losses: 0, flipped: 0 })
    // By place they would have differed twice each way.
    expect(pairs[0]?.difference).toMatchObject({ value: 0, n: 4 })
  })

  it('is on the cases valid for all of them', () => {
    const { n, contenders } = compare([
      entry('a', { scores: scores(1, 1, 1, 1, 0, 0) }),
      entry('b', { scores: scores(1, 1, 1, 1, 0, 'lost') }),
      entry('c', { run: 's', scores: scores(0, 0, 1, 1, 1) }),
    ])
    expect(n).toBe(5)
    expect(contenders.map(({ label, figure }) => [label, figure.value])).toEqual([
      ['a', 0.8],
      ['b', 0.8],
      ['c', 0.6],
    ])
  })

  it('corrects over all pairs of the table by Holm', () => {
    const entries = [
      entry('a', { scores: twelve(() => 1) }),
      entry('b', { scores: twelve((i) => (i < 7 ? 0 : 1)) }),
      entry('c', { scores: twelve((i) => (i < 1 ? 0 : 1)) }),
    ]
    const { pairs } = compare(entries)
    const of = (a: string, b: string) => pairs.find((pair) => pair.a === a && pair.b === b)
    // Seven clusters differ: 2 of 128 swaps are as extreme; times three, the smallest of three.
    expect(of('a', 'b')?.p).toBeCloseTo(2 / 128, 12)
    expect(of('a', 'b')?.adjusted).toBeCloseTo(6 / 128, 12)
    expect(of('a', 'b')?.differs).toBe(true)
    // Six differ: 2 of 64, the second smallest, times two, and not below the first.
    expect(of('c', 'b')?.adjusted).toBeCloseTo(4 / 64, 12)
    expect(of('c', 'b')?.differs).toBe(false)
    expect(compare(entries.slice(0, 2)).pairs[0]?.adjusted).toBeCloseTo(2 / 128, 12)
  })

  it('gives letters and ranks to the ranked ones alone', () => {
    const { contenders } = compare([
      entry('low', { scores: twelve(() => 0) }),
      entry('mid', { scores: twelve((i) => (i < 6 ? 1 : 0)) }),
      entry('high', { scores: twelve(() => 1) }),
      entry('oracle', { kind: 'privileged', scores: twelve(() => 1) }),
    ])
    expect(contenders.map(({ label, letters, rank }) => [label, letters, rank])).toEqual([
      ['high', 'a', { best: 1, worst: 2 }],
      ['oracle', null, null],
      ['mid', 'ab', { best: 1, worst: 3 }],
      ['low', 'b', { best: 2, worst: 3 }],
    ])
  })

  it('against one has a pair for each other, and no ranks', () => {
    const found = compare(
      [
        entry('a', { scores: twelve(() => 1) }),
        entry('b', { scores: twelve(() => 0) }),
        entry('c', { scores: twelve(() => 1) }),
      ],
      { against: 'b' },
    )
    expect(found.pairs.map(({ a, b }) => [a, b])).toEqual([
      ['a', 'b'],
      ['c', 'b'],
    ])
    expect(found.contenders.every(({ rank }) => rank === null)).toBe(true)
  })

  it('lists changed cases, the largest changes first, by the id of the first run', () => {
    const { pairs } = compare([
      entry('a', { run: 'before', scores: scores(1, 0.5, 0, 1) }),
      entry('b', { run: 'after', scores: scores(1, 0, 1, 0.75) }),
    ])
    const [pair] = pairs
    const first = pair?.a === 'a' ? 'before' : 'after'
    expect(pair?.flipped).toBe(3)
    expect(pair?.flips.map(({ case: id, hash }) => [id, hash])).toEqual([
      [`${first}-2`, 'c2'],
      [`${first}-1`, 'c1'],
      [`${first}-3`, 'c3'],
    ])
  })

  it('leaves out invalid figures unless they are wanted, with the reason', () => {
    const entries = [
      entry('a', { scores: twelve(() => 1) }),
      entry('b', { scores: twelve(() => 0) }),
      entry('c', { scores: twelve((i) => (i < 4 ? 'lost' : 1)) }),
    ]
    const { leftOut, contenders, n } = compare(entries)
    expect(leftOut).toEqual([{ label: 'c', why: 'its figure is invalid (0 outcomes unscored, 4 failed)' }])
    expect([contenders.length, n]).toEqual([2, 12])
    const all = compare(entries, { includeInvalid: true })
    expect([all.contenders.length, all.n]).toEqual([3, 8])
    // The four lost cases could have been misses or hits.
    const pair = all.pairs.find(({ a, b }) => [a, b].includes('c') && [a, b].includes('b'))
    expect(pair?.bounds?.low).toBeCloseTo(8 / 12, 12)
    expect(pair?.bounds?.high).toBe(1)
  })

  it('leaves out what a judge that moved measured', () => {
    const { leftOut } = compare(
      [
        entry('a', { scores: twelve(() => 1) }),
        entry('b', { scores: twelve(() => 0) }),
        entry('c', { run: 'new', scores: twelve(() => 0) }),
      ],
      { objection: ({ contender }) => (contender.run === 'new' ? 'its judge moved' : null) },
    )
    expect(leftOut).toEqual([{ label: 'c', why: 'its judge moved' }])
  })

  it('is above a point estimate of the literature, and never significantly better', () => {
    const { findings, contenders } = compare([
      entry('a', { scores: twelve((i) => (i < 10 ? 1 : 0)), published: 0.2 }),
      entry('b', { scores: twelve((i) => (i < 2 ? 1 : 0)), published: 0.99 }),
      entry('c', { scores: twelve((i) => (i < 6 ? 1 : 0)), published: 0.5 }),
    ])
    expect(contenders.map(({ published }) => published?.place)).toEqual(['above', 'inside', 'below'])
    expect(findings).toContain(
      'a is above the point estimate of the published mean, 0.2 (a paper; no interval was published).',
    )
    expect(findings.join(' ')).not.toMatch(/signific/i)
  })

  it('corrects slices over all their tests by Benjamini and Hochberg, and calls them exploratory', () => {
    const tags = Object.fromEntries(Array.from({ length: 12 }, (_, i) => [`c${i}`, i < 7 ? 'x' : 'y']))
    const { slices, findings } = compare(
      [
        entry('a', { scores: twelve(() => 1), tags }),
        entry('b', { scores: twelve((i) => (i < 7 ? 0 : 1)), tags }),
      ],
      { slices: ['kind'] },
    )
    expect(slices.map(({ slice, p, adjusted }) => [slice.value, p, adjusted])).toEqual([
      ['x', 2 / 128, 4 / 128],
      ['y', 1, 1],
    ])
    expect(findings.at(-1)).toBe(
      "Slices are exploratory: 1 of 2 tests are below alpha after Benjamini and Hochberg's correction.",
    )
  })

  it('is nothing with one system, or without a case in common', () => {
    const one = entry('a', { scores: twelve(() => 1) })
    expect(compareFigure([one], shown, 'headline', options)).toBeNull()
    const other = entry('b', { scores: { z: 1 } })
    expect(compareFigure([one, other], shown, 'headline', options)).toBeNull()
  })
})
