import { describe, expect, it } from 'vitest'
import type { ClaimFigure, ClaimTest } from '../../../core/claim.ts'
import { alpsbench } from '../benchmark.ts'
import { alpsbenchClaims } from './claims.ts'

const { claims, runs } = alpsbenchClaims

function figuresOf(test: ClaimTest): readonly ClaimFigure[] {
  switch (test.kind) {
    case 'order':
    case 'ahead':
    case 'above':
      return [test.of]
    case 'figure-above':
      return [test.high, test.low]
    case 'misses-dominate':
      return [test.missed, test.right]
    case 'falls':
      return test.steps
    case 'correlates':
      return [test.x, test.y]
    case 'near':
      return test.points.map(({ of }) => of)
    case 'memory-may-not-help':
      return test.of
    case 'print':
      return []
  }
}

describe('the claims of AlpsBench', () => {
  it('have ids of their own, a source, and a way to decide them', () => {
    expect(new Set(claims.map(({ id }) => id)).size).toBe(claims.length)
    for (const { id, source, says, needs, test } of claims) {
      expect(source, id).not.toBe('')
      expect(says, id).toMatch(/\.$/)
      if (test.kind !== 'print') expect(needs, id).not.toBe('')
    }
  })

  it('name figures that their tracks have', () => {
    for (const { id, test } of claims) {
      for (const { track: name, figure } of figuresOf(test)) {
        const track = alpsbench.tracks.find((one) => one.id === name)
        if (track === undefined) throw new Error(`${id}: no track ${name}`)
        if (figure === 'main') continue
        const scorer = track.scorer(figure.instrument, { matcher: 'greedy' })
        expect(
          scorer.metrics.map((metric) => metric.name),
          id,
        ).toContain(figure.metric)
        // Own runs score by default.
        expect(track.defaultScorers, id).toContain(figure.instrument)
      }
    }
  })

  it('name baselines that their tracks have', () => {
    const baselines = new Set(alpsbench.tracks.flatMap((track) => track.baselines.map(({ id }) => id)))
    const named = claims.flatMap(({ test }) =>
      test.kind === 'ahead'
        ? [test.leader, ...test.others]
        : test.kind === 'above' || test.kind === 'near'
          ? [test.system]
          : [],
    )
    for (const system of named) if ('system' in system) expect(baselines).toContain(system.system)
    for (const { systems } of runs)
      for (const word of systems) if (word !== 'recorded:*') expect(baselines).toContain(word)
  })

  it.each([
    ['retrieval/models-fall-at-every-step', 'contradicted', 2],
    ['retrieval/sharp-decline', 'contradicted', 4],
    ['utilization/memory-may-not-help-in-print', 'supported', 7],
    ['utilization/evermemos-80-percent', 'contradicted', 2],
    ['arithmetic/vra-column', 'contradicted', 7],
    ['arithmetic/cf-column', 'contradicted', 2],
    ['arithmetic/leaderboard-columns', 'supported', 14],
    ['arithmetic/emotion-composites', 'contradicted', 14],
    ['arithmetic/emotion-twice', 'contradicted', 1],
    ['arithmetic/correlation-twice', 'contradicted', 1],
    ['arithmetic/correlation-of-the-plot', 'supported', 2],
  ])('%s: %s by %i printed numbers', (id, verdict, count) => {
    const found = claims.find((claim) => claim.id === id)
    if (found?.test.kind !== 'print') throw new Error(`${id} is not about print`)
    const checks = found.test.checks()
    expect(checks.filter((check) => check.verdict === verdict)).toHaveLength(count)
  })
})
