import { describe, expect, it } from 'vitest'
import type { RunSummary } from '../../../../src/server/api-types.ts'
import { filterRuns, standingOf, tracksText } from './filter.ts'

const worker = { pid: 1, host: 'h', since: 1, command: 'run', here: true }
const run = (id: string, changes: Partial<RunSummary> = {}): RunSummary => ({
  id,
  createdAt: 1,
  updatedAt: 1,
  state: 'done',
  worker: null,
  dataset: { word: 'sample', title: 'Sample', benchmark: 'alpsbench', invented: true },
  split: null,
  view: 'as-published',
  protocol: 'strict',
  selection: null,
  tracks: ['alpsbench/update'],
  systems: ['oracle'],
  judges: [],
  done: 1,
  total: 1,
  failures: 0,
  cost: null,
  ...changes,
})

describe('runs', () => {
  it('that nobody works on are interrupted, whatever is written down', () => {
    expect(standingOf({ state: 'running', worker: null })).toBe('interrupted')
    expect(standingOf({ state: 'planning', worker: null })).toBe('interrupted')
    expect(standingOf({ state: 'running', worker })).toBe('running')
    expect(standingOf({ state: 'done', worker: null })).toBe('done')
  })

  it('are found by all words, in any field', () => {
    const runs = [
      run('a'),
      run('b', { systems: ['openai/gpt-5'], judges: ['x/judge'] }),
      run('c', { state: 'failed' }),
    ]
    const found = (text: string, state = '', benchmark = ''): string[] =>
      filterRuns(runs, { text, state, benchmark }).map(({ id }) => id)
    expect(found('')).toEqual(['a', 'b', 'c'])
    expect(found('GPT judge')).toEqual(['b'])
    expect(found('gpt oracle')).toEqual([])
    expect(found('update', 'failed')).toEqual(['c'])
    expect(found('', '', 'cupid')).toEqual([])
  })

  it('name tracks by family', () => {
    expect(tracksText(['alpsbench/extraction', 'alpsbench/retrieval/d100', 'alpsbench/retrieval/d300'])).toBe(
      'alpsbench/extraction, alpsbench/retrieval ×2',
    )
    expect(tracksText(['alpsbench/retrieval/d100'])).toBe('alpsbench/retrieval/d100')
    expect(tracksText([])).toBe('')
  })
})
