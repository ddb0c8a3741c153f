import { describe, expect, it } from 'vitest'
import { madeTrack, rate, rowOf, type MadeCell } from './fixtures/made-run.ts'
import { coverageText, leaderboardOf } from './leaderboard.ts'

const lost: MadeCell = 'fault of infrastructure'

describe('leaderboardOf', () => {
  it.each([
    ['higher', ['good', 'bad', 'invalid', 'nothing']],
    ['lower', ['bad', 'good', 'invalid', 'nothing']],
  ] as const)('%s is better: best first, then invalid, then without a figure', async (direction, order) => {
    const track = await madeTrack({
      systems: [{ id: 'nothing' }, { id: 'invalid' }, { id: 'bad' }, { id: 'good' }],
      metric: { ...rate, direction },
      values: { good: [1, 1, 1], bad: [0, 0, 1], invalid: [1, 0, lost], nothing: [lost, lost, lost] },
    })
    expect(leaderboardOf(track).ranked.map(({ system }) => system)).toEqual(order)
  })

  it('ranks on common cases where they differ from the systems own', async () => {
    const track = await madeTrack({
      systems: [{ id: 'lucky' }, { id: 'better' }],
      values: { better: [0, 1, 1, 1, 1, 1], lucky: [lost, 1, 1, 1, 1, 0.5] },
    })
    expect(leaderboardOf(track).ranked.map(({ system }) => system)).toEqual(['better', 'lucky'])
  })

  it('says what happened to cases without a figure', async () => {
    const track = await madeTrack({
      systems: [{ id: 'a' }],
      values: { a: [1, lost, 'fault of system', 'unscored', 'skipped'] },
    })
    expect(coverageText(rowOf(track, 'a'), track.cases)).toBe(
      '2 of 5: 1 unscored, 1 failed, 1 lost, 1 skipped',
    )
  })
})
