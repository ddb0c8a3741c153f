import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeFolder } from '../testing/cli.ts'
import { isPlainSystem, refuseOutside, type Surroundings } from './web-words.ts'

let folder: ReturnType<typeof makeFolder>
let around: Surroundings
beforeAll(() => {
  folder = makeFolder()
  writeFileSync(join(folder.path, 'predictions'), '{}')
  around = {
    sources: { env: {}, baseUrls: { lab: 'http://127.0.0.1:1/v1' }, keyCommands: {} },
    cwd: folder.path,
  }
})
afterAll(() => folder.remove())

describe('what a page may start', () => {
  it.each([
    'oracle',
    'baseline:empty',
    'baseline:*',
    'rules:first-person',
    'recorded:*',
    'recorded:Frontier-5',
    'recorded:gpt-4.1*',
    'openai/gpt-4.1-mini',
    'togetherai/meta-llama/Llama-3.3-70B-Instruct-Turbo',
    'lab/own-model',
    'compatible/perfect:429x1',
    'memory:*',
    'memory:bm25',
    'memory:last-7+openai/gpt-4.1',
    'memory:full:own-prompt+lab/own-model',
    'history:last-3+openai/gpt-4.1',
    'history:none+lab/own-model',
  ])('%s', (word) => {
    expect(isPlainSystem(word, around)).toBe(true)
  })
})

describe('and what not', () => {
  it.each([
    '',
    '*',
    '-',
    '--system',
    'program:sh',
    'PROGRAM:sh',
    ' program:sh',
    'recorded:predictions',
    'recorded:predictions.jsonl',
    'recorded:./predictions',
    'recorded:/etc/passwd',
    'recorded:a/b',
    'recorded:..',
    'memory:./mine.js',
    'memory:mine.mjs+openai/gpt-4.1',
    'memory:program:sh',
    'memory:http://127.0.0.1:9/',
    'memory:mem0',
    'memory:none-such',
    'history:last-3+unknown/model',
    'history:../x+openai/gpt-4.1',
    'history:near@local:x+openai/gpt-4.1',
    'unknown/model',
    'openai/../x',
    'oracle\u0000',
    'oracle\nprogram:sh',
    'oracle program:sh',
    'oracle,program:sh',
    'no-such-system',
  ])('%j', (word) => {
    expect(isPlainSystem(word, around)).toBe(false)
  })
})

it('data is one of the list, or of an earlier run', () => {
  const request = { tracks: ['alpsbench'], systems: ['oracle'] }
  const check = (data: string, used: string[] = []): void => refuseOutside({ ...request, data }, used, around)
  for (const data of ['sample', 'alpsbench-packets']) expect(() => check(data)).not.toThrow()
  expect(() => check('/data/own', ['/data/own'])).not.toThrow()
  for (const data of ['/data/own', '.', 'predictions', '']) expect(() => check(data)).toThrow('no data set')
  expect(() => check('-x', ['-x'])).toThrow('no data set')
})
