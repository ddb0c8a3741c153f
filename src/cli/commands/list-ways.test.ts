import { expect, it } from 'vitest'
import { tracks } from '../../registry/benchmarks.ts'
import { systemRows } from './list-ways.ts'

const rowsOf = (names: readonly string[]) =>
  systemRows(tracks.filter(({ id }) => names.includes(id))).filter(([name]) => name?.startsWith('memory:'))

it('lists memory systems where a track takes them in, the ceiling where a model answers', () => {
  const words = 'a memory system and the model that answers: see rapport memory list'
  const ceiling = 'the evidence of the right answer and nothing else: the ceiling'
  expect(rowsOf(['alpsbench/extraction', 'alpsbench/retrieval/d100', 'cupid/inference'])).toEqual([
    ['memory:<name>+<model>', 'ranked', words, '3 tracks'],
    ['memory:gold-evidence+<model>', 'privileged', ceiling, 'cupid/inference'],
  ])
  expect(rowsOf(['alpsbench/update'])).toEqual([
    ['memory:<name>+<model>', 'ranked', words, 'alpsbench/update'],
  ])
  expect(rowsOf([])).toEqual([])
})
