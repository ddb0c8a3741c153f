import { expect, it } from 'vitest'
import { systemName } from './system-name.ts'

it.each([
  ['memory:./examples/broken-memories/leaks-users.mjs+a/b', 'memory:…/leaks-users.mjs+a/b'],
  ['memory:/abs/own.ts:own-prompt+a/b', 'memory:…/own.ts:own-prompt+a/b'],
  ['memory:own.mjs+a/b', 'memory:own.mjs+a/b'],
  ['memory:bm25+openai/gpt-4.1-mini', 'memory:bm25+openai/gpt-4.1-mini'],
  ['memory:bm25+compatible/x.js', 'memory:bm25+compatible/x.js'],
  ['memory:http://127.0.0.1:80/x/own.js', 'memory:http://127.0.0.1:80/x/own.js'],
  ['memory:program:node a/own.mjs', 'memory:program:node a/own.mjs'],
  ['program:node a/own.mjs', 'program:node a/own.mjs'],
])('%s stands as %s', (id, name) => {
  expect(systemName(id)).toBe(name)
})
