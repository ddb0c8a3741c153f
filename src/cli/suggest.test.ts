import { describe, expect, it } from 'vitest'
import { nearest, suggestion } from './suggest.ts'

const tracks = [
  'alpsbench/extraction',
  'alpsbench/update',
  'alpsbench/retrieval/d100',
  'alpsbench/retrieval/d1000',
]

describe('nearest', () => {
  it.each([
    ['alpsbench/extracton', ['alpsbench/extraction']],
    ['ALPSBENCH/UPDATE', ['alpsbench/update']],
    ['extraction', ['alpsbench/extraction']],
    ['alpsbench/retrieval/d10', ['alpsbench/retrieval/d100', 'alpsbench/retrieval/d1000']],
    ['zebra', []],
    ['', []],
  ])('%j', (typed, expected) => expect(nearest(typed, tracks)).toEqual(expected))

  it('gives at most three', () => expect(nearest('aaaa', ['aaab', 'aaac', 'aaad', 'aaae'])).toHaveLength(3))
})

describe('suggestion', () => {
  it('names what is near, or where the names are listed', () => {
    expect(suggestion('updat', ['update'], 'rapport list tracks')).toBe('did you mean update?')
    expect(suggestion('zzzzzz', ['update'], 'rapport list tracks')).toBe('see them with: rapport list tracks')
  })
})
