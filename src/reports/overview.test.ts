import stringWidth from 'string-width'
import { describe, expect, it } from 'vitest'
import { madeReport } from './fixtures/made-run.ts'
import { overviewLines } from './overview.ts'

const values = { 'recorded:x': [1, 0, 1, 1], oracle: [1, 1, 1, 1], 'baseline:constant': [0, 0, 0, 0] }
const systems = [
  { id: 'recorded:x' },
  { id: 'oracle', kind: 'privileged' },
  { id: 'baseline:constant', kind: 'input-blind' },
] as const

describe('overviewLines', () => {
  it('names the best system of a track with its headline, and what reading nothing gets', async () => {
    const { tracks } = await madeReport({ systems, values })
    const [, , line = ''] = overviewLines(tracks, 140)
    expect(line).toMatch(/recorded:x +0\.750 \[.*made@1 rate +0\.750 \[.*0\.000 \[.*\] +baseline:constant$/)
  })

  it('does not pick one of several that are level', async () => {
    const made = {
      systems: [...systems, { id: 'recorded:y' }, { id: 'recorded:z' }],
      values: { ...values, 'recorded:y': [1, 0, 1, 1], 'recorded:z': [0, 0, 1, 1] },
    }
    const { tracks } = await madeReport(made)
    expect(overviewLines(tracks, 160)[2]).toContain('recorded:x and 1 level with it')
  })

  it('says that no system ran', async () => {
    const { tracks } = await madeReport({ systems: systems.slice(1), values })
    expect(overviewLines(tracks, 140)[2]).toContain('none ran')
  })

  it('says that nothing measured what ran', async () => {
    const { tracks } = await madeReport({ systems, values })
    const bare = tracks.map((track) => ({ ...track, rows: [] }))
    expect(overviewLines(bare, 140)[2]).toContain('nothing measured')
  })

  it('cuts no name of a track in 80 cells or more', async () => {
    const { tracks } = await madeReport({ systems, values })
    const long = tracks.map((track) => ({ ...track, track: 'alpsbench/utilization/preference' }))
    for (const width of [80, 100, 120, 140])
      expect(overviewLines(long, width)[2]).toContain('alpsbench/utilization/preference ')
  })

  it.each([60, 80, 100])('fits into %d cells', async (width) => {
    const { tracks } = await madeReport({ systems, values })
    for (const line of overviewLines(tracks, width)) expect(stringWidth(line)).toBeLessThanOrEqual(width)
  })
})
