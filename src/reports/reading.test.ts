import { describe, expect, it } from 'vitest'
import type { CaseSummary } from '../core/store.ts'
import { madeReport, rate, rowOf, trackId, type MadeCell, type MadeRun } from './fixtures/made-run.ts'
import { flatRows, reportJson } from './flat-rows.ts'
import { renderMarkdown } from './markdown.ts'
import { modelEnds, modelOf } from './placement.ts'
import type { TrackFacts } from './track-context.ts'
import { renderTerminal } from './terminal.ts'

const facts: TrackFacts = {
  id: trackId,
  title: 'Made up',
  headline: { instrument: 'made', metric: 'rate' },
  publishedFigure: null,
  publishedResults: [],
  scorers: [{ name: 'made', version: '1', options: {}, metrics: [rate] }],
  placement: { floor: 'history:none+', ceilings: ['history:best+', 'oracle'] },
  pairedTag: { tag: 'type', base: 'same' },
  sliceHints: ['length', 'unknown'],
  withheld: { tag: 'verified', value: 'no', reason: 'nobody checked the data' },
}

const types = ['same', 'new', 'other']

/** Personas of three cases, one of each type. */
function personas(count: number, tags: CaseSummary['tags'] = {}): Partial<CaseSummary>[] {
  return Array.from({ length: 3 * count }, (_, place) => ({
    cluster: `persona-${Math.floor(place / 3)}`,
    tags: { type: [types[place % 3] ?? ''], length: ['short'], ...tags },
  }))
}

/** The three values for every persona; the first persona is right on everything, so that figures vary. */
function cells(count: number, values: readonly [number, number, number]): MadeCell[] {
  return Array.from({ length: 3 * count }, (_, place) => (place < 3 ? 1 : (values[place % 3] ?? 0)))
}

const oracle = { id: 'oracle', kind: 'privileged' } as const
const blind = { id: 'baseline:constant', kind: 'input-blind' } as const

function run(
  values: MadeRun['values'],
  more: Partial<MadeRun> = {},
  changed: Partial<TrackFacts> = {},
): MadeRun {
  const kinds = [oracle, blind]
  return {
    systems: Object.keys(values).map((id) => kinds.find((one) => one.id === id) ?? { id }),
    values,
    cases: personas(8),
    ...more,
    options: { tracks: [{ ...facts, ...changed }], ...more.options },
  }
}

const whole = {
  'x/m': cells(8, [1, 0.5, 0]),
  'history:last-3+x/m': cells(8, [0.5, 0.5, 0.5]),
  'history:none+x/m': cells(8, [0, 0, 0]),
  oracle: cells(8, [1, 1, 1]),
  'baseline:constant': cells(8, [0, 0, 0]),
}

const options = { width: 80, color: false, allMetrics: false, overview: false }

async function reported(made: MadeRun) {
  const report = await madeReport(made)
  const [track] = report.tracks
  if (track === undefined) throw new Error('no track')
  return { report, track }
}

describe('which model a system asks', () => {
  it.each<[string, string | null]>([
    ['x/m', 'x/m'],
    ['ollama/qwen3:8b', 'ollama/qwen3:8b'],
    ['history:none+x/m', 'x/m'],
    ['history:embedding-3@y/e+x/m', 'x/m'],
    ['memory:notes+x/m', 'x/m'],
    ['x/m+tuned', 'x/m+tuned'],
    ['recorded:out/m.jsonl', null],
    ['program:./bin/a', null],
    ['baseline:constant', null],
    ['oracle', null],
  ])('%s: %s', (system, model) => {
    expect(modelOf(system)).toBe(model)
  })

  it('gives each model its ends', () => {
    expect(
      modelEnds(['x/m', 'history:last-3+x/m', 'oracle'], { floor: 'history:none+', ceilings: ['oracle'] }),
    ).toEqual([{ model: 'x/m', floor: 'history:none+x/m', ceilings: ['oracle'] }])
  })
})

describe('places between floor and ceiling', () => {
  it('are of a model and its settings, and never of the ends', async () => {
    const { track } = await reported(run(whole))
    // Floor 1/8, ceiling 1; the model (1/8 + 7/8 · 0.5), so half the way, and as much in the setting.
    const placement = rowOf(track, 'x/m').placement
    expect(placement).toMatchObject({ floor: 'history:none+x/m', ceiling: 'oracle', n: 24, clusters: 8 })
    expect(placement?.value).toBeCloseTo(0.5, 12)
    expect(rowOf(track, 'history:last-3+x/m').placement?.value).toBeCloseTo(0.5, 12)
    for (const end of ['history:none+x/m', 'oracle', 'baseline:constant'])
      expect(rowOf(track, end).placement).toBeUndefined()
  })

  it('take the first ceiling that was measured, on the cases of all three', async () => {
    const best: MadeCell[] = cells(8, [0.75, 0.75, 0.75]).map((cell, place) =>
      place >= 21 ? 'fault of infrastructure' : cell,
    )
    const { track } = await reported(run({ ...whole, 'history:best+x/m': best }))
    expect(rowOf(track, 'x/m').placement).toMatchObject({ ceiling: 'history:best+x/m', n: 21 })
    expect(rowOf(track, 'x/m').placement?.value).toBeCloseTo(0.5 / 0.75, 12)
    expect(rowOf(track, 'history:best+x/m').placement).toBeUndefined()
    const lost = best.map((): MadeCell => 'fault of infrastructure')
    const { track: without } = await reported(run({ ...whole, 'history:best+x/m': lost }))
    expect(rowOf(without, 'x/m').placement?.ceiling).toBe('oracle')
  })

  it('are given though the floor is high', async () => {
    const { track } = await reported(run({ ...whole, 'history:none+x/m': cells(8, [0.4, 0.4, 0.4]) }))
    expect(rowOf(track, 'x/m').placement?.value).toBeCloseTo(0.1 / 0.6, 12)
  })

  it.each<[string, string[], RegExp]>([
    ['both ends', ['x/m'], /add --system history:none\+x\/m,history:best\+x\/m\./],
    ['the floor', ['x/m', 'oracle'], /add --system history:none\+x\/m\./],
    ['the ceiling', ['x/m', 'history:none+x/m'], /add --system history:best\+x\/m\./],
  ])('lack %s: one sentence says what to add', async (_, ids, sentence) => {
    const values = Object.fromEntries(Object.entries(whole).filter(([id]) => ids.includes(id)))
    const { track } = await reported(run(values))
    expect(track.findings.filter((text) => text.includes('--system'))).toEqual([
      expect.stringMatching(sentence),
    ])
    expect(rowOf(track, 'x/m').placement).toBeUndefined()
  })

  it('are not there when the ceiling is no better than the floor', async () => {
    const { track } = await reported(run({ ...whole, oracle: cells(8, [0, 0, 0]) }))
    expect(rowOf(track, 'x/m').placement).toBeUndefined()
    expect(track.findings.join(' ')).toContain('the ceiling is not better than the floor')
  })

  it('are nobody’s business in a run without a chat model', async () => {
    const { oracle: best, 'baseline:constant': constant } = whole
    const { track } = await reported(run({ oracle: best, 'baseline:constant': constant }))
    expect(track.findings.join(' ')).not.toContain('--system')
  })
})

describe('differences of types', () => {
  it('are paired within clusters, with p adjusted over values and systems of a kind', async () => {
    const { track } = await reported(run(whole))
    expect(track.effects.map(({ system, value }) => `${system} ${value}`)).toEqual([
      'x/m new',
      'x/m other',
      'history:last-3+x/m new',
      'history:last-3+x/m other',
      'history:none+x/m new',
      'history:none+x/m other',
    ])
    const [half, none] = track.effects
    expect(half?.difference).toMatchObject({ n: 8, clusters: 8 })
    expect(half?.difference.value).toBeCloseTo(-7 / 16, 12)
    expect(none?.difference.value).toBeCloseTo(-7 / 8, 12)
    // Seven personas differ, all one way: 2 of 2^7 swaps; six comparisons.
    expect(half?.p).toBe(2 / 128)
    expect(half?.adjusted).toBeCloseTo((6 * 2) / 128, 12)
  })

  it('come with figures by type, which no one asked for and which are no table of slices', async () => {
    const { report, track } = await reported(run(whole))
    const own = track.rows.filter((row) => row.slice?.tag === 'type' && row.system === 'x/m')
    expect(own.map(({ slice, figure }) => [slice?.value, figure?.n])).toEqual([
      ['new', 8],
      ['other', 8],
      ['same', 8],
    ])
    expect(renderTerminal(report, options)).not.toContain('type=new')
  })

  it('leave the figures to the table of slices where that was asked for', async () => {
    const { report } = await reported(run(whole, { options: { slices: ['type'] } }))
    const text = renderTerminal(report, options)
    expect(text).toContain('type=new')
    expect(text).not.toContain('by type')
    expect(text).toContain('against same')
  })

  it('are not looked for where no case has the tag', async () => {
    const { track } = await reported(run(whole, { cases: [] }))
    expect(track).toMatchObject({ effects: [], pairedTag: null })
  })
})

describe('what is shown', () => {
  it.each([80, 100, 140])('at %s columns', async (width) => {
    const { report } = await reported(run(whole))
    const text = renderTerminal(report, { ...options, width })
    for (const line of text.split('\n')) expect(line.length).toBeLessThanOrEqual(width)
    expect(text).toMatchSnapshot()
  })

  it('in Markdown, JSON and flat rows', async () => {
    const { report } = await reported(run(whole))
    const markdown = renderMarkdown(report)
    expect(markdown).toContain('of the same model:')
    expect(markdown).toContain('| x/m | new | -0.438')
    const json = JSON.stringify(reportJson(report))
    expect(json).toContain('"placement":{"value":0.5')
    expect(json).toContain('"value":"new","base":"same","difference":{"value":-0.4375')
    const rows = flatRows(report)
    const [row] = rows.filter(({ system, slice_value }) => system === 'x/m' && slice_value === 'other')
    expect(row).toMatchObject({ slice_base: 'same', difference: -0.875, difference_pairs: 8 })
    expect(rows.find(({ system }) => system === 'x/m')).toMatchObject({
      placement: 0.5,
      placement_floor: 'history:none+x/m',
      placement_ceiling: 'oracle',
      difference: null,
    })
  })

  it('names slices that cases have and nobody asked for', async () => {
    const hint = 'For figures by length, add --slice length.'
    expect((await reported(run(whole))).track.findings).toContain(hint)
    const { track } = await reported(run(whole, { options: { slices: ['length'] } }))
    expect(track.findings).not.toContain(hint)
  })
})

describe('data that allows no headline', () => {
  it('has none, nor a place or a comparison, and says why', async () => {
    const cases = personas(8, { verified: ['no'] })
    const { report, track } = await reported(run(whole, { cases }))
    expect(track.headline).toEqual({ none: 'nobody checked the data' })
    expect(track).toMatchObject({ effects: [], mainFigures: [], floor: null, ceiling: null })
    expect(track.findings).toContain('No headline: nobody checked the data.')
    for (const row of track.rows) {
      expect(row.headline).toBeUndefined()
      expect(row.placement).toBeUndefined()
    }
    expect(renderTerminal(report, { ...options, allMetrics: true })).toContain('0.563 [')
  })

  it('has none by judges either', async () => {
    const scorers = facts.scorers.map((scorer) => ({
      ...scorer,
      judges: [{ role: 'judge', models: ['x/judge'] }],
    }))
    const cases = personas(8, { verified: ['no'] })
    const { track } = await reported(run(whole, { cases }, { scorers }))
    expect(track).toMatchObject({ effects: [], mainFigures: [] })
  })

  it('is decided by the cases', async () => {
    const { track } = await reported(run(whole, { cases: personas(8, { verified: ['yes'] }) }))
    expect(track.mainFigures).toHaveLength(1)
  })
})

describe('correlation across tracks', () => {
  const three = { 'x/a': cells(8, [0, 0, 0]), 'x/b': cells(8, [1, 0, 0]), 'x/c': cells(8, [1, 1, 0]) }

  async function twice(values: MadeRun['values']) {
    const made = run(values, {}, { correlatesWith: trackId })
    return madeReport(made)
  }

  it('is over the ranked systems of both, with its interval and a caution', async () => {
    const report = await twice({ ...three, oracle: cells(8, [1, 1, 1]) })
    const [correlation] = report.correlations
    expect(correlation?.systems).toEqual(['x/a', 'x/b', 'x/c'])
    expect(correlation?.found?.pearson?.value).toBeCloseTo(1, 12)
    const text = renderTerminal(report, options).replaceAll(/\s+/g, ' ')
    expect(text).toContain('over 3 systems: Pearson 1.00 [')
    expect(text).toContain('With fewer than 5 systems this says little')
    expect(renderMarkdown(report)).toContain('## Across tracks')
  })

  it('says how many systems it takes', async () => {
    const { 'x/a': a, 'x/b': b } = three
    const report = await twice({ 'x/a': a, 'x/b': b })
    expect(report.correlations[0]?.found).toBeNull()
    expect(renderTerminal(report, options).replaceAll(/\s+/g, ' ')).toContain('here are 2.')
  })

  it('is silent without ranked systems', async () => {
    const report = await twice({ oracle: cells(8, [1, 1, 1]) })
    expect(renderTerminal(report, options)).not.toContain('Across tracks')
  })
})
