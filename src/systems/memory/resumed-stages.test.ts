import { describe, expect, it } from 'vitest'
import { retrieved, runStages, underTest } from './fixtures/run-stages.ts'
import { Shelf, shelfMemory } from './fixtures/shelf-memory.ts'
import { tinyMemoryCase } from './fixtures/tiny-plan.ts'

const told = ['red one', 'green two', 'blue three', 'black four']
const subject = tinyMemoryCase('a', told, ['green'])

describe('in another process', () => {
  // What the first process got to before it was killed; how often the second tells each session.
  it.each([
    ['state', 'ingest', 0],
    ['state', 'ready', 0],
    ['state', 'retrieve', 0],
    ['process', 'ingest', 1],
    ['process', 'ready', 1],
    ['process', 'retrieve', 0],
    ['service', 'ingest', 1],
    ['service', 'ready', 0],
    ['service', 'retrieve', 0],
  ] as const)('%s, killed after %s', async (keeps, last, times) => {
    const whole = await runStages(underTest(shelfMemory(keeps, new Shelf())), subject)
    const shelf = new Shelf()
    const first = underTest(shelfMemory(keeps, shelf))
    const at = first.stages.findIndex(({ name }) => name === last) + 1
    const known = await runStages({ stages: first.stages.slice(0, at) }, subject)
    shelf.calls.length = 0
    const outputs = await runStages(underTest(shelfMemory(keeps, shelf)), subject, { known })
    expect(shelf.of('ingest')).toHaveLength(times * told.length)
    expect(outputs).toEqual(whole)
    expect(shelf.items.size).toBe(0)
  })

  it('stopped in order, a service forgets, and what was stored as ready is told again', async () => {
    const shelf = new Shelf()
    const first = underTest(shelfMemory('service', shelf))
    const known = await runStages({ stages: first.stages.slice(0, 2) }, subject)
    await first.close?.()
    expect(shelf.items.size).toBe(0)
    shelf.calls.length = 0
    const outputs = await runStages(underTest(shelfMemory('service', shelf)), subject, { known })
    expect(shelf.of('ingest')).toHaveLength(told.length)
    expect(retrieved(outputs).returned).toBe(3)
  })

  it('a later run with another k finds what the first one found, whatever it keeps in', async () => {
    for (const keeps of ['state', 'process', 'service'] as const) {
      const shelf = new Shelf()
      const { ingest = null, ready: wasReady = null } = await runStages(
        underTest(shelfMemory(keeps, shelf)),
        subject,
      )
      const later = underTest(shelfMemory(keeps, shelf), { owner: 'run 2', terms: { k: 1 } })
      const outputs = await runStages(later, subject, { known: { ingest, ready: wasReady } })
      expect(retrieved(outputs).found.map(({ text }) => text)).toEqual(['black four'])
      expect(shelf.items.size).toBe(0)
    }
  })
})
