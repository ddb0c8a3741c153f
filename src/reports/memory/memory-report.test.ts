import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { madeTrack, type MadeCell } from '../fixtures/made-run.ts'
import { madeMemories } from './fixtures/expected.ts'
import { madeMemoryTrack, type MadeMemoryRun } from './fixtures/made-memory.ts'
import type { FlowStep } from './memory-report.ts'

const track = await madeMemoryTrack(madeMemories)
const { memory } = track
const idOf = (name: string): string => `memory:${name}+made/model`

function systemOf(name: string) {
  const found = memory.systems.find(({ system }) => system === idOf(name))
  if (found === undefined) throw new Error(`no ${name}`)
  return found
}

describe('lift and harm against none', () => {
  it.each([
    // memory            gained lost same net  n  failed of the possible
    ['bm25', 3, 1, 4, 2 / 8, 8, 1, 0.4],
    ['cloud', 3, 0, 4, 3 / 7, 7, 0, 3 / 5],
    ['bm25:own-prompt', 5, 1, 2, 4 / 8, 8, 0, 0.8],
    ['gold-evidence', 5, 0, 3, 5 / 8, 8, 0, null],
  ] as const)('%s', (name, gained, lost, same, net, n, failed, possible) => {
    const lift = memory.lifts.find(({ system }) => system === idOf(name))
    expect(lift).toMatchObject({ gained, lost, same, failed, floor: idOf('none'), instrument: 'made@1' })
    expect(lift?.net?.value).toBeCloseTo(net)
    expect(lift?.net).toMatchObject({ n, clusters: n })
    expect(lift?.net?.method).not.toBe('')
    if (possible === null) expect(lift?.ofPossible).toBeNull()
    else expect(lift?.ofPossible?.value).toBeCloseTo(possible)
  })

  it('is of no floor against itself', () => {
    expect(memory.lifts.find(({ system }) => system === idOf('none'))).toMatchObject({ net: null, p: null })
  })

  it('is no number where none did not run, and one sentence says what to add', async () => {
    const { 'memory:none+made/model': _none, ...systems } = madeMemories.systems
    const without = await madeMemoryTrack({ ...madeMemories, systems })
    expect(without.memory.lifts.every(({ net, floor }) => net === null && floor === null)).toBe(true)
    expect(without.memory.floorsMissing).toEqual([idOf('none')])
    expect(without.findings.filter((text) => text.includes('--system memory:none+made/model'))).toHaveLength(
      1,
    )
  })

  it('gained less lost over n is net, and a failure is the worst value', async () => {
    const cell = fc.constantFrom<MadeCell>(0, 1, 'fault of system')
    const pairs = fc.array(fc.tuple(cell, cell), { minLength: 2, maxLength: 12 })
    await fc.assert(
      fc.asyncProperty(pairs, async (cells) => {
        const made: MadeMemoryRun = {
          systems: {
            'memory:none+made/model': { right: cells.map(([none]) => none) },
            'memory:x+made/model': { right: cells.map(([, own]) => own) },
          },
        }
        const [, lift] = (await madeMemoryTrack(made)).memory.lifts
        const { gained = 0, lost = 0, same = 0, net, failed } = lift ?? {}
        expect(gained + lost + same).toBe(cells.length)
        expect(net?.value).toBeCloseTo((gained - lost) / cells.length)
        const isRight = (one: MadeCell) => one === 1
        expect(gained).toBe(cells.filter(([none, own]) => !isRight(none) && isRight(own)).length)
        expect(failed).toBe(cells.filter(([, own]) => own === 'fault of system').length)
      }),
      { numRuns: 30 },
    )
  })

  it('a lower figure is a gain where lower is better', async () => {
    const made = await madeMemoryTrack({
      metric: { name: 'errors', description: '', aggregate: 'mean', direction: 'lower', range: [0, 4] },
      systems: {
        'memory:none+made/model': { right: [4, 4, 2] },
        'memory:x+made/model': { right: [1, 'fault of system', 2] },
      },
    })
    expect(made.memory.lifts[1]).toMatchObject({ gained: 1, lost: 0, same: 2, failed: 1 })
    expect(made.memory.lifts[1]?.net?.value).toBeCloseTo(1)
  })
})

describe('loss ledger', () => {
  it.each([
    // memory evidence stored retrieved shown used right; unshown, right of them; no evidence, no outcome
    ['bm25', [6, 4, 3, 3, 2, 2], 3, 0, 2, 0],
    ['cloud', [5, null, 4, 3, null, 2], 2, 2, 2, 1],
  ] as const)('%s', (name, cases, unshown, rightUnshown, notApplicable, noOutcome) => {
    const { flow } = systemOf(name)
    expect(flow?.steps.map((step) => step.cases)).toEqual(cases)
    expect(flow).toMatchObject({ unshown, rightUnshown, unfollowed: { notApplicable, noOutcome } })
  })

  it('takes its rates from the rows, with interval, n and instrument', () => {
    const { rates } = systemOf('bm25')
    expect(rates.instruments).toEqual({ ledger: 'memory-ledger@1', usage: 'memory-usage@1' })
    expect(rates.stored?.value).toBeCloseTo(4 / 6)
    expect(rates.stored?.n).toBe(6)
    expect(rates.evidenceShare?.value).toBeCloseTo(4 / 10)
    expect(rates.used).toMatchObject({ n: 3 })
    expect(systemOf('cloud').rates.stored).toBeNull()
  })

  it('counts never grow along the chain, and cases without evidence are in none', async () => {
    const value = fc.constantFrom<MadeCell>(0, 0.5, 1, 'fault of system', 'not-applicable')
    const cell = fc.record({
      known: fc.boolean(),
      right: fc.constantFrom<MadeCell>(0, 1, 'fault of system', 'fault of infrastructure'),
      stored: value,
      retrieved: value,
      shown: value,
      used: fc.constantFrom<MadeCell>(-1, 0, 1, 'not-applicable'),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(cell, { minLength: 1, maxLength: 10 }), async (cells) => {
        const of = (step: 'stored' | 'retrieved' | 'shown') =>
          cells.map((one): MadeCell => (one.known ? one[step] : 'not-applicable'))
        const made = await madeMemoryTrack({
          systems: {
            'memory:x+made/model': {
              right: cells.map(({ right }) => right),
              ledger: { stored: of('stored'), retrieved: of('retrieved'), shown: of('shown') },
              used: cells.map(({ used }) => used),
            },
          },
        })
        const flow = made.memory.systems[0]?.flow ?? null
        if (flow === null) return
        const counts = flow.steps.flatMap(({ cases }) => cases ?? [])
        expect(counts).toEqual(counts.toSorted((a, b) => b - a))
        expect(counts[0]).toBeLessThanOrEqual(cells.filter(({ known }) => known).length)
        const { notApplicable, noOutcome } = flow.unfollowed
        expect((counts[0] ?? 0) + notApplicable + noOutcome).toBe(cells.length)
        const there = (step: FlowStep) => flow.steps.find((one) => one.step === step)?.cases ?? null
        const shown = there('shown')
        if (shown !== null) expect(flow.unshown).toBeLessThanOrEqual((counts[0] ?? 0) - shown)
      }),
      { numRuns: 60 },
    )
  })
})

describe('storage and retrieval', () => {
  it('sums what a memory was told and kept', () => {
    const { storage, retrieval } = systemOf('bm25')
    expect(storage).toMatchObject({
      scopes: 8,
      sessions: 16,
      toldTokens: 800,
      items: 14,
      thrownOn: 0,
      neverFound: 0,
      // `ok` is a word of many languages.
      language: { same: 7, other: 1, unknown: 6 },
    })
    expect(storage?.keptShare).toMatchObject({ value: 0.5, n: 7 })
    expect(storage?.itemsPerSession).toMatchObject({ value: 1, n: 7 })
    expect(retrieval).toMatchObject({
      searches: 7,
      k: 2,
      tooMany: 1,
      trimmed: 1,
      unlisted: 1,
      deletion: null,
    })
    expect(retrieval?.tokensShown).toMatchObject({ value: 40, n: 7 })
  })

  it('knows nothing of what a memory can’t show, and counts proofs of deletion', () => {
    const { storage, retrieval } = systemOf('cloud')
    expect(storage).toMatchObject({
      items: null,
      keptShare: null,
      itemsPerSession: null,
      readinessUnknown: 8,
    })
    expect(retrieval).toMatchObject({ unlisted: null, deletion: { proven: 7, of: 8 } })
  })
})

describe('time, calls, faults, checks and fairness', () => {
  it('leaves out stages that were there already', () => {
    const [ingest] = systemOf('bm25').latency
    expect(ingest).toMatchObject({ phase: 'ingest', median: 40, n: 7, reused: 1 })
    expect(ingest?.p95).toBeCloseTo(67)
  })

  it('sums calls by phase; an unknown cost stays unknown', () => {
    expect(memory.calls).toEqual([
      {
        memory: 'bm25',
        phase: 'answer',
        calls: 9,
        failed: 0,
        inputTokens: 900,
        outputTokens: 90,
        cost: null,
      },
      {
        memory: 'bm25',
        phase: 'usage-test',
        calls: 6,
        failed: 0,
        inputTokens: 600,
        outputTokens: 60,
        cost: 0.02,
      },
      {
        memory: 'cloud',
        phase: 'answer',
        calls: 8,
        failed: 0,
        inputTokens: null,
        outputTokens: null,
        cost: null,
      },
    ])
  })

  it('tells a memory that was never ready', () => {
    expect(systemOf('bm25').faults).toEqual([{ stage: 'ready', reason: 'timeout', by: 'system', cases: 1 }])
    expect(track.findings).toContain('memory:bm25 was never ready in 1 case: the worst value.')
  })

  it('shows one card per memory, also of one that was not checked', () => {
    expect(memory.checks.map(({ memory: name, ran }) => [name, ran])).toEqual([
      ['none', false],
      ['bm25', true],
      ['cloud', false],
    ])
    expect(memory.checks[1]).toMatchObject({
      passed: 1,
      notApplicable: 1,
      failed: [{ check: 'dated-fact' }],
      noted: [{ check: 'selects' }],
    })
    expect(track.findings.join(' ')).toContain('memory:bm25 failed 1 check: dated-fact (the date was')
  })

  it('names a waived difference, and folds what agrees', () => {
    expect(memory.fairness.differing.map(({ field }) => field)).toEqual(['k'])
    expect(memory.fairness.agreed).toContainEqual({ field: 'budget', value: '1024' })
    expect(track.findings.join(' ')).toContain('Memory systems differ in k (waived): 20 (bm25')
  })

  it('keeps a memory under its own prompt out of the ranking', () => {
    const own = track.rows.filter(({ ownPrompt }) => ownPrompt === true)
    expect(new Set(own.map(({ system }) => system))).toEqual(new Set([idOf('bm25:own-prompt')]))
    expect(track.findings.join(' ')).not.toMatch(/Best headline: memory:bm25:own-prompt|is ahead of the next/)
  })

  it('is null on a track without memory systems', async () => {
    expect((await madeTrack({ systems: [{ id: 'a' }], values: { a: [1, 0] } })).memory).toBeNull()
  })
})
