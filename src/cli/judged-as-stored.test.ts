import { describe, expect, it } from 'vitest'
import { instrumentKey, type Instrument } from '../core/scorer.ts'
import { MemoryStore } from '../testing/memory-store.ts'
import { sampleRun } from '../testing/store-rows.ts'
import { judgedAsStored, recordInstruments } from './judged-as-stored.ts'

const judged = (prompt: string, judge = 'x/a', version = '1') => ({
  name: 'judge-persona',
  version,
  options: { judge, prompt, temperature: 0 },
  judges: [{ role: 'judge', models: [judge] }],
  metrics: [
    {
      name: 'pass_rate',
      description: 'd',
      aggregate: 'mean' as const,
      direction: 'higher' as const,
      range: [0, 1] as const,
      binary: true,
    },
  ],
})

const harmonic = {
  name: 'f1',
  description: 'd',
  aggregate: 'harmonic' as const,
  of: ['precision', 'recall'] as const,
  direction: 'higher' as const,
  range: [0, 1] as const,
}

type Judged = Omit<ReturnType<typeof judged>, 'options' | 'metrics'> & Pick<Instrument, 'options' | 'metrics'>

async function stored(...recorded: readonly Judged[]) {
  const store = new MemoryStore()
  await store.createRun(sampleRun('r'))
  for (const one of recorded) {
    const instrument = { ...one, stages: [], bounds: () => ({}) }
    await recordInstruments(store, 'r', [{ track: { id: 't', stages: () => [] }, judged: [instrument] }], {
      clock: { now: () => 1, monotonic: () => 1 },
    })
  }
  return store
}

describe('judged instruments as a run stored them', () => {
  it.each([
    ['nothing stored: those of today', [], [judged('new')], [judged('new')]],
    ['other words since: the stored ones', [judged('old')], [judged('new', 'x/a', '2')], [judged('old')]],
    ['asked anew since: the last ones', [judged('old'), judged('new')], [judged('new')], [judged('new')]],
    [
      'another judge is another panel',
      [judged('p')],
      [judged('q', 'x/b')],
      [judged('q', 'x/b'), judged('p')],
    ],
    ['a rubric that is no more', [judged('old')], [], [judged('old')]],
  ])('%s', async (_, recorded, today, expected) => {
    const store = await stored(...recorded)
    const shown = await judgedAsStored(store, 'r', 't', today)
    expect(shown).toEqual(expected)
    expect(shown.map(instrumentKey)).toEqual(expected.map(instrumentKey))
    expect(await judgedAsStored(store, 'r', 'another track', [])).toEqual([])
  })

  it('can be chains: another decomposer makes another panel, other tries another wording', async () => {
    const chain = (decomposer: string, prompt: string) => ({
      ...judged(prompt),
      name: 'preference-match',
      options: { decomposer, matcher: 'x/m', prompt, temperature: 0 },
      judges: [
        { role: 'decomposer', models: [decomposer] },
        { role: 'matcher', models: ['x/m'] },
      ],
      metrics: [harmonic],
    })
    const store = await stored(chain('x/a', 'three tries'), chain('x/b', 'three tries'))
    const shown = await judgedAsStored(store, 'r', 't', [chain('x/a', 'one try')])
    expect(shown).toEqual([chain('x/a', 'three tries'), chain('x/b', 'three tries')])
  })

  it('are written once as long as they stay the same', async () => {
    const store = await stored(judged('p'), judged('p'), judged('q'))
    expect((await store.events('r', 0)).map(({ event }) => event.type)).toEqual(['instrument', 'instrument'])
  })
})
