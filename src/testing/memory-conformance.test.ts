import { describe, expect, it } from 'vitest'
import { memoryCheckIds } from '../core/memory-checks.ts'
import { fakeMemories } from './fake-memories.ts'
import { memoryConformance, type MemoryConformanceOptions } from './memory-conformance.ts'

memoryConformance('the honest fake', fakeMemories.honest, { describe, it, expect })
memoryConformance(
  'a fake that keeps everything',
  fakeMemories['stores-everything'],
  { describe, it, expect },
  { known: { selects: 'noted' } },
)

/** Names of the tests that fail when the suite is run by a runner of our own. */
async function failing(make: typeof fakeMemories.honest, options: MemoryConformanceOptions = {}) {
  const tests: { title: string; test: () => Promise<void> }[] = []
  const collect = (title: string, test: () => Promise<void>) => void tests.push({ title, test })
  const collector = {
    describe: Object.assign((_: string, body: () => void) => body(), describe),
    it: Object.assign(collect, it),
    expect,
  }
  memoryConformance('subject', make, collector, options)
  const failed: string[] = []
  for (const { title, test } of tests) {
    await test().catch(() => failed.push(title.split(':')[0] ?? ''))
  }
  expect(tests).toHaveLength(memoryCheckIds.length)
  return failed
}

describe('the suite as tests', () => {
  it('fails the test of a failed check, of a noted one and of a known one that passes', async () => {
    expect(await failing(fakeMemories['leaks-users'])).toEqual(['isolation', 'starts-empty'])
    expect(await failing(fakeMemories['stores-everything'])).toEqual(['selects'])
    expect(await failing(fakeMemories.honest, { known: { selects: 'noted' } })).toEqual(['selects'])
    expect(await failing(fakeMemories['never-ready'])).toEqual(memoryCheckIds)
  })

  it('makes one system and closes it', async () => {
    let made = 0
    let closed = 0
    const make = () => {
      made += 1
      return { ...fakeMemories.honest(), close: async () => void (closed += 1) }
    }
    expect(await failing(make)).toEqual([])
    expect({ made, closed }).toEqual({ made: 1, closed: 1 })
  })
})
