import { describe, expect, it } from 'vitest'
import type { PublishedResult } from '../core/published.ts'
import { importedText, publishedFindings, publishedText } from './published-text.ts'
import { isPublishedUnder } from './shown-figure.ts'

const printed: PublishedResult = {
  track: 't',
  system: 's',
  instrument: 'made',
  metric: 'rate',
  value: 0.41,
  source: 'a paper, Table 2',
}
const imported: PublishedResult = {
  ...printed,
  source: 'a report',
  imported: { table: 'Table 3', checker: 'R. Reader', date: '2026-11-30' },
}

describe('a figure of the literature', () => {
  it('is marked where a user brought it', () => {
    expect([printed, imported].map(publishedText)).toEqual(['0.41', '0.41 (imported)'])
    expect([printed, imported].map(importedText)).toEqual([
      'a paper, Table 2',
      'imported, checked by R. Reader on 2026-11-30, Table 3: a report',
    ])
  })

  it('has its checker named once among the findings', () => {
    expect(publishedFindings({ published: [imported, { ...imported, system: 'b' }, printed] }, 3)).toEqual([
      'Figures marked (imported): imported, checked by R. Reader on 2026-11-30, Table 3: a report.',
    ])
    expect(publishedFindings({ published: [printed] }, 1)).toEqual([])
    expect(publishedFindings({ published: [] }, 4)).toEqual([])
  })

  it('is missed where none is known', () => {
    expect(publishedFindings({ published: [] }, 0)).toEqual([expect.stringContaining('import-published')])
  })

  it.each([
    ['made', 'made@1', true],
    ['made', 'made@1?judge=a&setup=00', false],
    ['made@1?judge=a&setup=00', 'made@1?judge=a&setup=00', true],
    ['made@1?judge=b&setup=00', 'made@1?judge=a&setup=00', false],
    ['made@2', 'made@1', false],
  ])('of %s under %s: %j', (instrument, key, stands) => {
    expect(isPublishedUnder({ ...imported, instrument }, { instrument: key, metric: 'rate' })).toBe(stands)
  })
})
