import { expect, it } from 'vitest'
import type { ResultRow } from '../../reports/report.ts'
import { cellView, costsBySystem } from './board-view.ts'

const row: ResultRow = {
  track: 't',
  system: 's',
  kind: 'ranked',
  instrument: 'i@1',
  metric: 'm',
  policy: 'default',
  figure: { value: 0.5, low: 0.4, high: 0.6, method: 'wilson', n: 8, clusters: 7 },
  asked: 12,
  unscored: 2,
  unscoredBy: { language: 2 },
  failed: 4,
  failedBy: { system: 1, infrastructure: 3 },
  notJudged: 1,
  skipped: 5,
  invalid: true,
}

it('the outcomes of a cell add up to what was asked for', () => {
  expect(cellView(row)).toMatchObject({
    figure: { value: 0.5, low: 0.4, high: 0.6, level: 0.95, n: 8, clusters: 7, method: 'wilson' },
    counts: {
      asked: 12,
      scored: 6,
      unscored: 2,
      failedSystem: 1,
      failedInfrastructure: 3,
      skipped: 5,
      unscoredBy: { language: 2 },
    },
    invalid: true,
    common: null,
    headline: null,
    slice: null,
    published: null,
  })
})

it('what could not be measured is no number', () => {
  const cell = cellView({ ...row, figure: null, common: null, headlineMissing: 'no floor ran' })
  expect(cell).toMatchObject({ figure: null, common: null, headline: null, headlineMissing: 'no floor ran' })
})

it('costs go to the system that was asked for; one unknown cost makes a sum unknown', () => {
  const about = (track: string, system: string) => ({ track, system, case: 'c', repeat: 0 })
  const costs = costsBySystem([
    { cost: 1, about: about('t', 'b') },
    { cost: 0.5, about: about('t', 'b') },
    { cost: 2, about: about('t', 'a') },
    { cost: null, about: about('t', 'a') },
    { cost: 4, about: about('u', 'a') },
    // A probe of a judge: for no case.
    { cost: 8 },
  ])
  expect([...costs]).toEqual([
    [
      't',
      [
        { system: 'a', calls: 2, cost: null },
        { system: 'b', calls: 2, cost: 1.5 },
      ],
    ],
    ['u', [{ system: 'a', calls: 1, cost: 4 }]],
  ])
})
