import { describe, expect, it } from 'vitest'
import type { JudgeStage, Stage, SystemStage } from '../core/stage.ts'
import { tinyCase } from '../testing/tiny-track.ts'
import { fingerprint, type SampleIdentity } from './fingerprint.ts'

const stage: SystemStage = {
  kind: 'system',
  name: 'retrieve',
  version: '1',
  needs: ['ready'],
  settings: { k: 3 },
  eager: true,
  seen: ({ input }) => input,
  run: () => Promise.resolve(null),
}
const judge: JudgeStage = { ...stage, kind: 'judge', instrument: 'i' }
const one: SampleIdentity = { repeat: 0, fresh: null, asking: 1 }
const print = (of: Stage, sample: Partial<SampleIdentity> = {}, inputs = { ready: 'a' }, n = 1) =>
  fingerprint(of, tinyCase(n), 0, inputs, { ...one, ...sample })

describe('what makes two results of a stage different samples', () => {
  // The stage, and whether a repeat, the word of --fresh and another asking of a judge make another result.
  it.each([
    ['needs something', stage, [false, false, false]],
    ['needs something and draws', { ...stage, draws: true as const }, [true, true, false]],
    ['needs nothing', { ...stage, needs: [] }, [true, true, false]],
    ['asks a judge', judge, [true, true, true]],
  ] as const)('a stage that %s', (_, of, [repeat, fresh, asking]) => {
    expect(print(of, { repeat: 1 }) !== print(of)).toBe(repeat)
    expect(print(of, { fresh: 'word' }) !== print(of)).toBe(fresh)
    expect(print(of, { asking: 2 }) !== print(of)).toBe(asking)
    expect(print(of)).toBe(print(of))
  })

  it('drawing changes nothing else', () => {
    const drawing = { ...stage, draws: true as const }
    for (const of of [stage, drawing]) {
      expect(print({ ...of, settings: { k: 4 } })).not.toBe(print(of))
      expect(print({ ...of, version: '2' })).not.toBe(print(of))
      expect(print({ ...of, name: 'ready' })).not.toBe(print(of))
      expect(print(of, {}, { ready: 'b' })).not.toBe(print(of))
      expect(print(of, {}, { ready: 'a' }, 2)).not.toBe(print(of))
      expect(print({ ...of, eager: false })).toBe(print(of))
    }
  })
})
