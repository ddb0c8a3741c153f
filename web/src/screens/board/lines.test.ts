import { describe, expect, it } from 'vitest'
import type { BoardCell, BoardFigure } from '../../../../src/server/api-types.ts'
import { boardLines, chosenColumns, HEADLINE, isDescendingFirst, publishedLines } from './lines.ts'

const figureOf = (value: number) => ({
  value,
  low: value - 0.1,
  high: value + 0.1,
  level: 0.95,
  n: 9,
  clusters: 3,
  method: 'm',
})
const counts = {
  asked: 9,
  scored: 9,
  unscored: 0,
  failedSystem: 0,
  failedInfrastructure: 0,
  skipped: 0,
  unscoredBy: {},
}

function cell(system: string, value: number | null, changes: Partial<BoardCell> = {}): BoardCell {
  return {
    system,
    kind: 'ranked',
    ownPrompt: false,
    instrument: 'i@1',
    metric: 'f1',
    slice: null,
    figure: value === null ? null : figureOf(value),
    counts,
    invalid: false,
    exact: null,
    note: null,
    covers: null,
    bounds: null,
    common: null,
    headline: value === null ? null : figureOf(1 - value),
    headlineMissing: null,
    published: null,
    ...changes,
  }
}

const headline = { instrument: 'i@1', metric: 'f1' }

describe('lines of a board', () => {
  const cells = [
    cell('b', 0.2),
    cell('a', 0.9),
    cell('lost', null),
    cell('own', 0.99, { ownPrompt: true }),
    cell('oracle', 1, { kind: 'privileged' }),
    cell('constant', 0, { kind: 'input-blind' }),
    cell('a', 0.1, { slice: { tag: 'language', value: 'zh' } }),
  ]
  const names = (column: string, descending: boolean, slice: string | null = null) =>
    boardLines({ cells, headline }, slice, { column, descending }).ranked.map(({ system }) => system)

  it('are sorted within their groups, unmeasured ones last either way', () => {
    expect(names('i@1 f1', true)).toEqual(['a', 'b', 'lost'])
    expect(names('i@1 f1', false)).toEqual(['b', 'a', 'lost'])
    expect(names(HEADLINE, true)).toEqual(['b', 'a', 'lost'])
    expect(names('system', false)).toEqual(['a', 'b', 'lost'])
    const groups = boardLines({ cells, headline }, null, { column: 'system', descending: false })
    expect(groups.ownPrompt.map(({ system }) => system)).toEqual(['own'])
    expect(groups.privileged.map(({ system }) => system)).toEqual(['oracle'])
    expect(groups.inputBlind.map(({ system }) => system)).toEqual(['constant'])
  })

  it('are of one slice, or of all cases', () => {
    expect(names('i@1 f1', true, 'zh')).toEqual(['a'])
    expect(names('i@1 f1', true, 'none')).toEqual([])
  })
})

describe('columns', () => {
  const figure = (
    metric: string,
    role: BoardFigure['role'],
    direction: 'higher' | 'lower' = 'higher',
  ): BoardFigure => ({
    instrument: 'i@1',
    metric,
    label: metric,
    description: '',
    direction,
    range: [0, 1],
    decimals: 3,
    role,
    judged: false,
  })
  const figures = [figure('f1', 'headline'), figure('score', 'published'), figure('miss', 'other', 'lower')]

  it('come from the address as far as the board has them', () => {
    expect(chosenColumns(figures, undefined)).toEqual(['i@1 f1', 'i@1 score'])
    expect(chosenColumns(figures, 'i@1 miss|<script>|constructor')).toEqual(['i@1 miss'])
    expect(chosenColumns(figures, 'nothing')).toEqual(['i@1 f1', 'i@1 score'])
    expect(chosenColumns([figure('x', 'other')], undefined)).toEqual(['i@1 x'])
  })

  it('know which end is better', () => {
    expect(isDescendingFirst(figures, 'i@1 f1')).toBe(true)
    expect(isDescendingFirst(figures, 'i@1 miss')).toBe(false)
    expect(isDescendingFirst(figures, 'system')).toBe(false)
  })

  it('have the published figures of their own instrument and metric', () => {
    const one = { system: 'm', instrument: 'i@1', metric: 'score', value: 0.5, source: 's', note: null }
    const found = publishedLines([one, { ...one, metric: 'other' }], ['i@1 score'])
    expect(found.map(({ system, values }) => [system, [...values.keys()]])).toEqual([['m', ['i@1 score']]])
  })
})
