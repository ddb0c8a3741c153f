import { expect, it } from 'vitest'
import { systemWords } from './system-words.ts'

it.each([
  [['oracle'], ['oracle']],
  [
    ['oracle,baseline:constant', 'bm25:reference'],
    ['oracle', 'baseline:constant', 'bm25:reference'],
  ],
  [[' a , b ,, '], ['a', 'b']],
  [['program:node x.mjs --list a,b'], ['program:node x.mjs --list a,b']],
  [['oracle,program:node x,y'], ['oracle', 'program:node x,y']],
  [['recorded:a,b.jsonl'], ['recorded:a,b.jsonl']],
  [['history:last-3+openai/a,openai/b'], ['history:last-3+openai/a', 'openai/b']],
  [[], []],
])('%j means %j', (words, expected) => {
  expect(systemWords(words)).toEqual(expected)
})
