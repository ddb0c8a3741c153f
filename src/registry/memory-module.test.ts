import { expect, it } from 'vitest'
import { fakeMemories } from '../testing/index.ts'
import { fakeMemoryTools } from '../testing/memory-tools.ts'
import { moduleMemory } from './memory-module.ts'

const good = fakeMemories.honest()
const load = (value: unknown, paths: string[] = []) => ({
  load: (path: string) => {
    paths.push(path)
    return Promise.resolve(value)
  },
})
const made = (value: unknown) => moduleMemory('mine.mjs', fakeMemoryTools(), load(value))

it('takes a memory system, or what makes one, now or later', async () => {
  expect(await made({ default: good })).toBe(good)
  expect(await made({ default: () => good })).toBe(good)
  expect(await made({ default: async () => good, other: 1 })).toBe(good)
})

it('hands the tools to what makes one', async () => {
  const tools = fakeMemoryTools()
  const seen: unknown[] = []
  await moduleMemory('mine.mjs', tools, load({ default: (given: unknown) => (seen.push(given), good) }))
  expect(seen).toEqual([tools])
})

it('takes an instance of a class, whose methods stay its own', async () => {
  class Mine {
    readonly #inner = good
    readonly name = 'mine'
    readonly version = '1'
    readonly identity = {}
    readonly capabilities = good.capabilities
    readonly facts = good.facts
    readonly warnings: readonly string[] = []
    open(request: Parameters<typeof good.open>[0]) {
      return this.#inner.open(request)
    }
  }
  const memory = await made({ default: new Mine() })
  const sample = { repeat: 0, attempt: 1, fresh: null }
  const scope = await memory.open({ id: 'a', state: null, sample, signal: new AbortController().signal })
  expect(await scope.list()).toEqual([])
})

it.each([
  ['mine.mjs', './mine.mjs'],
  ['folder/mine.ts', './folder/mine.ts'],
  ['./mine.mjs', './mine.mjs'],
  ['../mine.mjs', '../mine.mjs'],
  ['/opt/mine.mjs', '/opt/mine.mjs'],
])('looks for %s at %s', async (path, asked) => {
  const paths: string[] = []
  await moduleMemory(path, fakeMemoryTools(), load({ default: good }, paths))
  expect(paths).toEqual([asked])
})

it.each([
  ['nothing', undefined],
  ['no default export', { memory: good }],
  ['a default export of another kind', { default: 'bm25' }],
])('%s is refused', async (_, value) => {
  await expect(made(value)).rejects.toMatchObject({
    exitCode: 2,
    message: 'mine.mjs has no default export that is a memory system, or makes one',
  })
})

it('a half one that is no function is refused by the field that it lacks', async () => {
  await expect(made({ default: { ...good, open: undefined } })).rejects.toMatchObject({
    exitCode: 2,
    message: 'mine.mjs is no memory system: open is missing or wrong',
  })
})

// What is made, and the field that is named.
it.each([
  ['nothing', undefined, 'it'],
  ['without a name', { ...good, name: '' }, 'name'],
  ['without a version', { ...good, version: undefined }, 'version'],
  [
    'with capabilities that lack one',
    { ...good, capabilities: { ...good.capabilities, list: undefined } },
    'capabilities.list',
  ],
  [
    'with dates of its own',
    { ...good, capabilities: { ...good.capabilities, dates: 'maybe' } },
    'capabilities.dates',
  ],
  ['without facts', { ...good, facts: undefined }, 'facts'],
  ['without warnings', { ...good, warnings: undefined }, 'warnings'],
  ['that can not be opened', { ...good, open: 1 }, 'open'],
])('one %s is refused, and %s named', async (_, value, field) => {
  await expect(made({ default: () => value })).rejects.toMatchObject({
    exitCode: 2,
    message: `mine.mjs is no memory system: ${field} is missing or wrong`,
    fix: expect.stringContaining('docs/memory-systems.md'),
  })
})

it('what the making throws is not covered up', async () => {
  const failing = () => Promise.reject(new Error('no licence'))
  await expect(made({ default: failing })).rejects.toThrow('no licence')
})
