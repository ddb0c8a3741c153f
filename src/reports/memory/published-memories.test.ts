import { expect, it } from 'vitest'
import { publishedMemoryLines } from './published-memories.ts'

const shared = { track: 't', instrument: 'judge', metric: 'pass_rate', source: 'Table 3', backbone: 'B' }

it('gives one line a figure, the best system first', () => {
  const published = [
    { ...shared, system: 'x', value: 0.2 },
    { ...shared, system: 'y', value: 0.7 },
    { track: 't', instrument: 'judge', metric: 'pass_rate', source: 'Table 2', system: 'B', value: 0.4 },
    { ...shared, system: 'x', value: 2.1, metric: 'score', slice: { tag: 'language', value: 'zh' } },
  ]
  expect(publishedMemoryLines({ published })).toEqual([
    'judge pass_rate, on B (Table 3; Table 2): y 0.7, B (no memory) 0.4, x 0.2',
    'judge score language zh, on B (Table 3): x 2.1',
  ])
  expect(publishedMemoryLines({ published: [] })).toEqual([])
})
