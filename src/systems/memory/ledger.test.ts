import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { MemoryPlan } from '../../core/memory-plan.ts'
import type { MemoryItem } from '../../core/memory.ts'
import type { MetricScore } from '../../core/scorer.ts'
import { carriers, memoryLedger } from './ledger.ts'
import { context } from './fixtures/run-stages.ts'
import { shelfItem } from './fixtures/shelf-memory.ts'
import { tinyAnswerPlan, tinyListPlan, tinyMemoryCase, tinySearchPlan } from './fixtures/tiny-plan.ts'

const items = (texts: readonly string[]): MemoryItem[] =>
  texts.map((text, at) => shelfItem(`${at} ${text}`, text))

/** What the ledger says of a case. @param stored null: it can't be listed */
async function ledger(
  evidence: readonly string[],
  at: {
    readonly stored: readonly string[] | null
    readonly found?: readonly string[]
    readonly shown?: readonly string[]
  },
  plan: MemoryPlan = tinyAnswerPlan,
) {
  const instrument = memoryLedger(plan, ['memory:a'])
  const [stage] = instrument.stages
  if (stage?.kind !== 'instrument') throw new Error('the ledger has one stage')
  const stored = at.stored === null ? null : items(at.stored).map((item) => ({ ...item, sources: [] }))
  const record = (texts: readonly string[]) => items(texts).map((item) => ({ ...item, sources: [] }))
  const { metrics, detail } = await stage.run({
    subject: tinyMemoryCase('a', [], evidence),
    fold: 0,
    upstream: {
      ready: { readiness: 'ready', lost: [], stored, storedTokens: null },
      ...(stage.needs.includes('retrieve')
        ? {
            retrieve: {
              query: 'q',
              k: 3,
              returned: 3,
              found: record(at.found ?? []),
              shown: record(at.shown ?? []),
              trimmed: false,
              tokens: 0,
              unlisted: null,
              deleted: null,
            },
          }
        : {}),
    },
    context: context(),
  })
  return {
    metrics: Object.fromEntries(Object.entries(metrics).map(([name, one]) => [name, short(one)])),
    detail,
  }
}

/** `1/2`, `n/a` for what does not apply. */
function short(score: MetricScore): string {
  return 'unscored' in score ? score.unscored : `${score.numerator}/${score.denominator}`
}

const NA = 'not-applicable'
const red = ['red']
const both = ['red', 'green']

describe('the loss ledger of an answer', () => {
  // Evidence; what is stored, found and shown; stored, retrieved, shown, share of what is stored that is evidence.
  it.each([
    [red, ['a red'], ['a red'], ['a red'], ['1/1', '1/1', '1/1', '1/1']],
    [red, ['a red', 'b'], ['b', 'a red'], ['b'], ['1/1', '1/1', '0/1', '1/2']],
    [red, ['a red', 'b'], ['b'], ['b'], ['1/1', '0/1', '0/1', '1/2']],
    [red, ['b'], ['b'], ['b'], ['0/1', '0/1', '0/1', '0/1']],
    [red, [], [], [], ['0/1', '0/1', '0/1', '0/0']],
    [both, ['red', 'green'], ['red'], [], ['2/2', '1/2', '0/2', '2/2']],
    // One item tells both; two tell the same.
    [both, ['red green'], ['red green'], ['red green'], ['2/2', '2/2', '2/2', '1/1']],
    [red, ['red 1', 'red 2', 'x'], ['red 1'], ['red 1'], ['1/1', '1/1', '1/1', '2/3']],
    // No known evidence: nothing applies.
    [[], ['a'], ['a'], ['a'], ['0/0', '0/0', '0/0', '0/0']],
    // It can't be listed: only what is stored is not known.
    [red, null, ['red'], ['red'], [NA, '1/1', '1/1', NA]],
    // Whether an item tells it can't be told: that is no zero, unless another one does tell it.
    [red, ['unsure'], ['unsure'], [], [NA, NA, '0/1', NA]],
    [red, ['unsure', 'red'], ['red'], ['red'], ['1/1', '1/1', '1/1', NA]],
    [both, ['red', 'unsure'], ['red'], ['red'], [NA, '1/2', '1/2', NA]],
  ])('%j, stored %j, found %j, shown %j', async (evidence, stored, found, shown, expected) => {
    const { metrics } = await ledger(evidence, { stored, found, shown })
    const [inStore, retrieved, isShown, share] = expected
    expect(metrics).toEqual({ stored: inStore, retrieved, shown: isShown, evidence_share: share })
  })

  it('says which evidence there is and which shown items tell it', async () => {
    const { detail } = await ledger(both, { stored: [], shown: ['x', 'green', 'red green'] })
    expect(detail).toEqual({ evidence: ['e1', 'e2'], shown: ['1 green', '2 red green'] })
  })

  it('a search is shown to nobody, a list is not searched', async () => {
    const found = await ledger(red, { stored: ['red'], found: [] }, tinySearchPlan)
    expect(found.metrics).toEqual({ stored: '1/1', retrieved: '0/1', evidence_share: '1/1' })
    const listed = await ledger(red, { stored: ['red'] }, tinyListPlan)
    expect(listed.metrics).toEqual({ stored: '1/1', evidence_share: '1/1' })
  })

  it.each([tinyAnswerPlan, tinySearchPlan, tinyListPlan])('$use: bounds are of its metrics', (plan) => {
    const instrument = memoryLedger(plan, ['memory:a'])
    const names = instrument.metrics.map(({ name }) => name)
    expect(instrument.only).toEqual(['memory:a'])
    const bounds = instrument.bounds(tinyMemoryCase('a', [], red))
    expect(Object.keys(bounds)).toEqual(names)
    expect(bounds['stored']).toEqual({
      worst: { numerator: 0, denominator: 1 },
      best: { numerator: 1, denominator: 1 },
    })
    for (const one of Object.values(instrument.bounds(tinyMemoryCase('a', [], [])))) {
      expect(one).toEqual({
        worst: { numerator: 0, denominator: 0 },
        best: { numerator: 0, denominator: 0 },
      })
    }
  })

  it('what is shown is among what is found, and that among what is stored: it only gets less', async () => {
    const words = fc.constantFrom('red', 'green', 'blue', 'x', 'red green')
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(fc.constantFrom('red', 'green', 'blue'), { minLength: 1 }),
        fc.array(words, { maxLength: 6 }),
        fc.nat(6),
        fc.nat(6),
        async (evidence, stored, k, fits) => {
          const found = stored.slice(0, k)
          const { metrics } = await ledger(evidence, { stored, found, shown: found.slice(0, fits) })
          const [all = -1, some = -1, few = -1] = ['stored', 'retrieved', 'shown'].map((name) =>
            Number(metrics[name]?.split('/', 1)),
          )
          expect(all).toBeGreaterThanOrEqual(some)
          expect(some).toBeGreaterThanOrEqual(few)
          expect(few).toBeGreaterThanOrEqual(0)
        },
      ),
      { numRuns: 200 },
    )
  })

  it('carriers are all items that tell any of the evidence; without them none does', () => {
    const evidence = tinyAnswerPlan.evidence({ input: {}, gold: { evidence: both } })
    const shown = items(['red', 'x', 'unsure', 'green red', 'red'])
    const ids = carriers(tinyAnswerPlan, shown, evidence)
    expect(ids).toEqual(['0 red', '3 green red', '4 red'])
    const left = shown.filter(({ id }) => !ids.includes(id))
    expect(carriers(tinyAnswerPlan, left, evidence)).toEqual([])
  })
})
