import { beforeEach, describe, expect, it } from 'vitest'
import type { CalibrationSample, HumanLabel } from '../../core/calibration.ts'
import { MemoryStore } from '../../testing/memory-store.ts'
import { sampleRun } from '../../testing/store-rows.ts'
import { keepLabels, keepSample, readCalibration } from './label-store.ts'

const sample: CalibrationSample = {
  id: 's1',
  track: 't',
  rubric: 'r@1',
  seed: 0,
  stratify: null,
  fields: ['pass_rate'],
  strata: [{ name: '["a"]', system: 'a', value: null, size: 3, drawn: 1 }],
  items: [{ id: 'i1', system: 'a', case: 'c1', repeat: 0, stratum: '["a"]', answer: 'h', language: null }],
}
const label = (annotator: string, value: number | null, at = 1): HumanLabel => ({
  item: 'i1',
  annotator,
  field: 'pass_rate',
  value,
  at,
  language: null,
})

let store: MemoryStore
beforeEach(async () => {
  store = new MemoryStore()
  await store.createRun(sampleRun('r1'))
  await store.createRun(sampleRun('r2'))
})

describe('labels of a run', () => {
  it('are kept by run, a sample once', async () => {
    await keepSample(store, 'r1', sample, 1)
    await keepSample(store, 'r1', sample, 2)
    expect(await store.events('r1', 0)).toHaveLength(1)
    expect((await readCalibration(store, 'r1')).samples).toEqual([sample])
    expect(await readCalibration(store, 'r2')).toEqual({ samples: [], labels: [], retests: [] })
  })

  it('the last label of a person counts, and says what it replaced', async () => {
    expect(await keepLabels(store, 'r1', [label('ada', 1), label('bo', 0)])).toEqual({
      added: 2,
      replaced: 0,
      same: 0,
    })
    expect(
      await keepLabels(store, 'r1', [label('ada', 0, 5), label('bo', 0, 5), label('cy', null, 5)]),
    ).toEqual({
      added: 1,
      replaced: 1,
      same: 1,
    })
    const { labels } = await readCalibration(store, 'r1')
    expect(labels.map(({ annotator, value, at }) => [annotator, value, at])).toEqual([
      ['ada', 0, 5],
      ['bo', 0, 1],
      ['cy', null, 5],
    ])
  })

  it('the same labels again write nothing', async () => {
    await keepLabels(store, 'r1', [label('ada', 1)])
    await keepLabels(store, 'r1', [label('ada', 1, 9)])
    expect(await store.events('r1', 0)).toHaveLength(1)
  })
})
