import { describe, expect, it } from 'vitest'
import type { Case } from '../core/case.ts'
import { tinyCase } from '../testing/tiny-track.ts'
import { selectCases } from './select-cases.ts'

const none = { limit: null, ids: null, where: [] }

async function select(
  change: Partial<Parameters<typeof selectCases>[1]>,
  onRead?: () => void,
  drawn?: ReadonlySet<string>,
): Promise<string[]> {
  async function* stream(): AsyncGenerator<Case> {
    for (let n = 0; n < 6; n += 1) {
      onRead?.()
      yield tinyCase(n)
    }
  }
  const ids: string[] = []
  for await (const subject of selectCases(stream(), { ...none, ...change }, 't', drawn)) ids.push(subject.id)
  return ids
}

describe('selectCases', () => {
  it('keeps all, the first n, some ids in the order of the data, or a tag', async () => {
    expect(await select({})).toHaveLength(6)
    expect(await select({ limit: 2 })).toEqual(['case-0', 'case-1'])
    expect(await select({ ids: ['case-4', 'case-1'] })).toEqual(['case-1', 'case-4'])
    expect(await select({ where: [{ tag: 'parity', value: 'odd' }], limit: 2 })).toEqual(['case-1', 'case-3'])
  })

  it('reads no further than it must', async () => {
    let read = 0
    await select({ limit: 2 }, () => (read += 1))
    expect(read).toBe(2)
  })

  it('keeps what was drawn, in the order of the data, and stops after the last', async () => {
    let read = 0
    expect(await select({}, () => (read += 1), new Set(['case-3', 'case-1']))).toEqual(['case-1', 'case-3'])
    expect(read).toBe(4)
    expect(await select({ ids: ['case-4', 'case-1'] }, undefined, new Set(['case-4']))).toEqual(['case-4'])
  })

  it('refuses an id that is not there, and a selection without cases', async () => {
    await expect(select({ ids: ['case-1', 'nope'] })).rejects.toMatchObject({
      exitCode: 2,
      message: 't has no case "nope"',
    })
    await expect(select({ where: [{ tag: 'constructor', value: 'x' }] })).rejects.toMatchObject({
      exitCode: 2,
    })
    await expect(select({ where: [{ tag: 'parity', value: 'prime' }] })).rejects.toMatchObject({
      exitCode: 2,
    })
  })
})
