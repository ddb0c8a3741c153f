import { describe, expect, it } from 'vitest'
import { madeTrack, rate, trackId, type MadeCell, type MadeRun } from './fixtures/made-run.ts'

const cycle = (...cells: MadeCell[]): MadeCell[] =>
  Array.from({ length: 60 }, (_, index) => cells[index % cells.length] ?? 0)

const won: MadeRun = {
  systems: [
    { id: 'recorded:x' },
    { id: 'oracle', kind: 'privileged' },
    { id: 'baseline:constant', kind: 'input-blind' },
  ],
  values: { 'recorded:x': cycle(0.4, 0.6, 0.5), oracle: cycle(1), 'baseline:constant': cycle(0.9, 0.8, 0.7) },
  published: [
    { track: trackId, system: 'X', instrument: 'made', metric: 'rate', value: 0.7, source: 'Table 2' },
    { track: trackId, system: 'Y', instrument: 'made', metric: 'rate', value: 0.6, source: 'Table 2' },
  ],
}

describe('findings', () => {
  it('say that a constant beats the best system and the published ones, and why there is no headline', async () => {
    expect((await madeTrack(won)).findings).toMatchInlineSnapshot(`
      [
        "baseline:constant reads nothing and is ahead of every system on made@1 rate: 0.800 [0.779, 0.822] against 0.500 [0.479, 0.522] of the best, recorded:x (difference +0.300 [0.267, 0.340] on 60 common cases, p < 0.001).",
        "baseline:constant reads nothing and stands at 0.800 [0.779, 0.822] on made@1 rate, above the point estimate of the best published system (X, 0.7; Table 2).",
        "The headline is made@1 rate; there the floor (the best system that reads nothing, baseline:constant) is at 0.800 [0.779, 0.822].",
        "No headline can be given: an input-blind system gets 80.0 % of the ceiling, more than 5.0 % (baseline:constant).",
      ]
    `)
  })

  it('say that a floor wins outright, counting cases and not weights', async () => {
    const track = await madeTrack({
      ...won,
      metric: { ...rate, binary: true },
      cases: [{ weight: 50 }],
      values: {
        'recorded:x': cycle(1, 0),
        oracle: cycle(1),
        'baseline:constant': [0, ...cycle(1)].slice(0, 60),
      },
      options: { policy: 'default' },
      headline: { none: 'nothing yet' },
    })
    expect(track.findings).toContain('No headline: nothing yet.')
    const outright = await madeTrack({
      ...won,
      metric: { ...rate, binary: true },
      cases: [{ weight: 50 }],
      values: { ...won.values, 'recorded:x': cycle(1, 0), 'baseline:constant': [...cycle(1).slice(1), 0] },
    })
    expect(outright.findings.join('\n')).toContain('is right in 59 of 60 cases')
  })

  it('say when a lead can be chance', async () => {
    const { findings } = await madeTrack({
      ...won,
      values: { ...won.values, 'recorded:x': cycle(0, 1), 'baseline:constant': cycle(1, 0, 0.6) },
    })
    expect(findings[0]).toMatch(
      /reads nothing and is ahead of every system .*; as small a lead can be chance\)\.$/,
    )
  })

  it('turn round where lower is better', async () => {
    const { findings } = await madeTrack({
      ...won,
      metric: { ...rate, direction: 'lower' },
      values: { ...won.values, oracle: cycle(0), 'baseline:constant': cycle(0.1, 0.2, 0.3) },
    })
    expect(findings[0]).toMatch(/^baseline:constant reads nothing and is ahead of every system on [^;]*\.$/)
    expect(findings[1]).toMatch(/below the point estimate of the best published system \(Y, 0.6;/)
  })

  it('say why the headline metric has no figure on this data', async () => {
    const { findings } = await madeTrack({
      ...won,
      values: {
        'recorded:x': cycle('unscored'),
        oracle: cycle('unscored'),
        'baseline:constant': cycle('unscored'),
      },
    })
    expect(findings).toEqual([
      'No headline: made@1 rate could not be measured on this data, because gold and answers are in different languages.',
    ])
  })
})
