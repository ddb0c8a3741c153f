import { describe, expect, it } from 'vitest'
import { instrumentKey } from '../../core/scorer.ts'
import { UsageError } from '../../core/errors.ts'
import { alpsbench } from './benchmark.ts'
import { alpsbenchTrackIds } from './shapes.ts'

const options = { matcher: 'greedy' } as const

describe('AlpsBench', () => {
  it('has its twelve tracks in the order of the memory lifecycle', () => {
    expect(alpsbench.tracks.map(({ id }) => id)).toEqual(alpsbenchTrackIds)
    expect(alpsbench.tracks).toHaveLength(12)
  })

  it.each(alpsbench.tracks.map((track) => [track.id, track] as const))(
    '%s names figures that its scorers have',
    (_, track) => {
      const figures = [track.headline, track.publishedFigure].flatMap((figure) =>
        figure === null || 'none' in figure ? [] : [figure],
      )
      expect(figures).toHaveLength(2)
      for (const { instrument, metric } of figures) {
        expect(track.defaultScorers).toContain(instrument)
        expect(track.scorer(instrument, options).metrics.map(({ name }) => name)).toContain(metric)
      }
      for (const name of track.scorerNames)
        expect(instrumentKey(track.scorer(name, options))).toContain(`${name}@`)
      expect(() => track.scorer('constructor', options)).toThrow(UsageError)
    },
  )

  it.each(alpsbench.tracks.map((track) => [track.id, track] as const))(
    '%s ships an oracle and at least two input-blind floors, each under its own id',
    (_, track) => {
      const ids = track.baselines.map(({ id }) => id)
      expect(new Set(ids).size).toBe(ids.length)
      expect(ids).toContain('oracle')
      expect(track.baselines.filter(({ kind }) => kind === 'input-blind').length).toBeGreaterThanOrEqual(2)
      for (const baseline of track.baselines) {
        const system = baseline.create({ seed: 1, states: [] })
        expect([system.id, system.kind]).toEqual([baseline.id, baseline.kind])
      }
    },
  )

  it('gives each system its own identity inside a track', () => {
    for (const track of alpsbench.tracks) {
      const identities = track.baselines.map((baseline) =>
        JSON.stringify(baseline.create({ seed: 1, states: [] }).identity),
      )
      expect(new Set(identities).size).toBe(identities.length)
    }
  })
})
