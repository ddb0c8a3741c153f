import { describe, expect, it } from 'vitest'
import type { ItemRow } from '../core/scorer.ts'
import { madeTrack, type MadeRun } from './fixtures/made-run.ts'

const item = (type: string, numerator: number, metric = 'recall'): ItemRow => ({
  tags: { type },
  metric,
  numerator,
  denominator: 1,
})

const made: MadeRun = {
  systems: [{ id: 'a' }, { id: 'b' }],
  values: { a: [1, 1, 'fault of system'], b: [1, 1, 1] },
  cases: [{ cluster: 'x' }, { cluster: 'x' }, { cluster: 'y', weight: 2 }],
  items: {
    a: [[item('direct', 1), item('direct', 0), item('indirect', 0)], [item('direct', 1)]],
    b: [[], [item('direct', 1, 'precision')], [item('direct', 1), item('direct', 0)]],
  },
  options: { slices: ['type'] },
}

async function sliced(change: Partial<MadeRun> = {}) {
  const { rows } = await madeTrack({ ...made, ...change })
  return rows.filter((row) => row.slice !== undefined)
}

describe('item slices', () => {
  it('are ratios of sums of the items with a tag, clustered by case', async () => {
    const rows = await sliced()
    expect(
      rows.map(({ slice, system, metric, figure }) => [
        slice?.value,
        metric,
        system,
        figure?.value,
        figure?.n,
        figure?.clusters,
      ]),
    ).toEqual([
      ['direct', 'precision', 'b', 1, 1, 1],
      ['direct', 'recall', 'a', 2 / 3, 2, 1],
      ['direct', 'recall', 'b', 0.5, 1, 1],
      ['indirect', 'recall', 'a', 0, 1, 1],
    ])
  })

  it('say what was lost, and that lost cases have no items', async () => {
    const [, row] = await sliced()
    expect(row).toMatchObject({ system: 'a', failed: 1, invalid: true })
    expect(row?.note).toMatch(/no items/)
  })

  it('weigh cases', async () => {
    const rows = await sliced({
      systems: [{ id: 'b' }],
      items: { b: [[item('direct', 1)], [], [item('direct', 0)]] },
    })
    expect(rows[0]?.figure?.value).toBeCloseTo(1 / 3, 10)
  })

  it('give way to a case tag of the same name', async () => {
    const rows = await sliced({ cases: [{ tags: { type: ['of case'] } }] })
    expect(new Set(rows.map((row) => row.slice?.value))).toEqual(new Set(['of case']))
  })
})
