import { describe, expect, it } from 'vitest'
import type { CallTotals } from '../core/store.ts'
import { madeReport } from './fixtures/made-run.ts'
import { reportJson } from './flat-rows.ts'
import { renderMarkdown } from './markdown.ts'
import { callsByModel, callsNote } from './model-calls.ts'
import { reportNotes } from './notes.ts'
import { renderTerminal } from './terminal.ts'

function totals(model: string, purpose: string, changes: Partial<CallTotals> = {}): CallTotals {
  const counts = { inputTokens: 100, outputTokens: 10, cachedTokens: 0, reasoningTokens: 0 }
  return {
    model,
    purpose,
    calls: 4,
    failed: 1,
    ...counts,
    cost: 0.25,
    spent: changes.cost ?? 0.25,
    unpriced: 0,
    ...changes,
  }
}

const paid = [
  totals('demo/a', 'judge:x'),
  totals('demo/a', 'respond', { calls: 2, failed: 0, cost: 0.5 }),
  totals('demo/b', 'respond', { cost: 0, inputTokens: 0, outputTokens: 0 }),
]

describe('callsByModel', () => {
  it('sums purposes, model by model', () => {
    expect(callsByModel(paid)).toEqual([
      {
        model: 'demo/a',
        calls: 6,
        failed: 1,
        inputTokens: 200,
        outputTokens: 20,
        cost: 0.75,
        spent: 0.75,
        unpriced: 0,
      },
      {
        model: 'demo/b',
        calls: 4,
        failed: 1,
        inputTokens: null,
        outputTokens: null,
        cost: 0,
        spent: 0,
        unpriced: 0,
      },
    ])
  })

  it.each([
    ['first', [null, 0.5]],
    ['last', [0.5, null]],
  ])('has no price for a model when the %s part of its calls has none', (_, [one = null, two = null]) => {
    const [sum] = callsByModel([
      totals('demo/a', 'judge:x', { cost: one }),
      totals('demo/a', 'respond', { cost: two }),
    ])
    expect(sum?.cost).toBeNull()
  })
})

describe('callsNote', () => {
  const note = (changes: Partial<CallTotals>): string[] =>
    callsByModel([totals('demo/a', 'respond', changes)]).map(callsNote)

  it('never writes a number for what is not known', () => {
    expect(note({})).toEqual(['Calls to demo/a: 4 (1 failed), 100 input and 10 output tokens, 0.2500 USD.'])
    const free = { cost: null, spent: 0, unpriced: 4 }
    expect(note({ ...free, inputTokens: 0, outputTokens: 0 })).toEqual([
      'Calls to demo/a: 4 (1 failed), no token counts, cost unknown (no price).',
    ])
    expect(note({ cost: null, spent: 0.5 })[0]).toMatch(
      /, at most 0\.5000 USD \(not every cost is known\)\.$/,
    )
    expect(note({ cost: null, spent: 0.5, unpriced: 1 })[0]).toMatch(
      /, at most 0\.5000 USD and an unknown amount for 1 without a price\.$/,
    )
  })

  it('does not round a price down to nothing', () => {
    expect(note({ cost: 0.00002 })[0]).toContain('less than 0.0001 USD')
    expect(note({ cost: 0 })[0]).toContain('0.0000 USD')
  })
})

describe('a report', () => {
  it('shows a line per model in every form', async () => {
    const report = await madeReport({
      systems: [{ id: 'a' }],
      values: { a: [1, 0] },
      options: { calls: paid },
    })
    const line = 'Calls to demo/a: 6 (1 failed), 200 input and 20 output tokens, 0.7500 USD.'
    expect(reportNotes(report)).toContain(line)
    const shown = { width: 100, color: false, allMetrics: false, overview: false }
    expect(renderTerminal(report, shown)).toContain(line)
    expect(renderMarkdown(report)).toContain('Calls to demo/a: 6')
    expect(reportJson(report)).toMatchObject({
      calls: [
        { model: 'demo/a', calls: 6, cost: 0.75 },
        { model: 'demo/b', inputTokens: null },
      ],
    })
  })

  it('says nothing of calls when there were none', async () => {
    const report = await madeReport({ systems: [{ id: 'a' }], values: { a: [1, 0] } })
    expect(reportNotes(report).join()).not.toContain('Calls to')
    expect(reportJson(report)).toMatchObject({ calls: [] })
  })
})
