import { describe, expect, it } from 'vitest'
import { selectTracks } from './select-tracks.ts'

const all = [
  'alpsbench/extraction',
  'alpsbench/update',
  'alpsbench/retrieval/d100',
  'alpsbench/retrieval/d300',
  'cupid/inference',
]
const here = ['alpsbench/extraction', 'alpsbench/update', 'alpsbench/retrieval/d100']
const select = (...words: string[]) => selectTracks(words, all, here, 'sample')

describe('selectTracks', () => {
  it.each([
    [['alpsbench/update'], ['alpsbench/update']],
    [['alpsbench'], here],
    [['alpsbench/retrieval/'], ['alpsbench/retrieval/d100']],
    [['alpsbench/*'], here],
    [['*'], here],
    [
      ['alpsbench/update', 'alpsbench/extraction', 'alpsbench/update'],
      ['alpsbench/extraction', 'alpsbench/update'],
    ],
  ])('%j', (words, expected) => expect(select(...words)).toEqual(expected))

  it('suggests the nearest track for an unknown word', () => {
    expect(() => select('alpsbench/extract')).toThrow(
      expect.objectContaining({ exitCode: 2, fix: 'did you mean alpsbench/extraction?' }),
    )
  })

  it('does not take the beginning of a name for a prefix', () => {
    expect(() => select('alps')).toThrow(expect.objectContaining({ exitCode: 2 }))
  })

  it('says what the data has instead', () => {
    expect(() => select('cupid/inference')).toThrow(
      expect.objectContaining({ exitCode: 2, message: 'the data sample has no rows for cupid/inference' }),
    )
  })
})
