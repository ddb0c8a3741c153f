import { expect, it } from 'vitest'
import { instrumentKey } from '../core/scorer.ts'
import { MemoryStore } from '../testing/memory-store.ts'
import { sampleReference, sampleResult, sampleRun } from '../testing/store-rows.ts'
import { newestVerdicts } from './stale-probes.ts'

const instrument = (judge: string) => ({
  name: 'judge-persona',
  version: '1',
  options: { judge },
  judges: [{ role: 'judge', models: [judge] }],
  stages: [
    { kind: 'judge' as const, name: 'judge' },
    { kind: 'instrument' as const, name: 'score' },
  ],
})
const one = instrument('x/a')
const other = instrument('x/b')

it('is the time of the newest verdict, whoever asked for it; reading one again is none', async () => {
  const store = new MemoryStore()
  await store.createRun(sampleRun('r'))
  const key = instrumentKey(one)
  // Case, instrument, stage, time of its result, and whether the run found it there.
  const rows = [
    ['a', key, 'judge', 300, false],
    ['b', key, 'judge', 500, true],
    ['c', key, 'judge', 400, false],
    ['c', key, 'score', 900, false],
    ['d', '', 'judge', 900, false],
    ['e', 'judge-persona@0', 'judge', 900, false],
  ] as const
  await store.commit({
    results: rows.map(([name, , stage, at], place) => ({
      ...sampleResult(`${place}`, name, stage),
      finishedAt: at,
    })),
    references: [
      ...rows.map(([name, instrumentName, stage, , reused], place) =>
        sampleReference({
          run: 'r',
          case: name,
          instrument: instrumentName,
          stage,
          fingerprint: `${place}`,
          reused,
        }),
      ),
      // A judge that could not be reached left no result.
      sampleReference({ run: 'r', case: 'f', instrument: key, stage: 'judge', fingerprint: 'none' }),
    ],
  })
  expect(await newestVerdicts(store, 'r', [one, other])).toEqual(new Map([[key, 500]]))
  expect(await newestVerdicts(store, 'r', [])).toEqual(new Map())
})
