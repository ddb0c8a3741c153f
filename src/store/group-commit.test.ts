import { describe, expect, it } from 'vitest'
import { GroupCommit } from './group-commit.ts'

/** A transaction over an array: what was pushed inside is taken back when the work throws. */
function journal(failCommit: (rows: readonly string[]) => boolean = () => false) {
  const rows: string[] = []
  let transactions = 0
  const group = new GroupCommit((work) => {
    transactions += 1
    const before = rows.length
    try {
      work()
      if (failCommit(rows.slice(before))) throw new Error('disk full')
    } catch (error) {
      rows.length = before
      throw error
    }
  })
  return { rows, group, count: () => transactions }
}

describe('group commit', () => {
  it('writes what is asked for at the same time in one transaction', async () => {
    const { rows, group, count } = journal()
    await Promise.all(['a', 'b', 'c'].map((row) => group.add(() => rows.push(row))))
    expect(rows).toEqual(['a', 'b', 'c'])
    expect(count()).toBe(1)
    await group.add(() => rows.push('d'))
    expect(count()).toBe(2)
  })

  it('gives each its own verdict when the common transaction fails', async () => {
    const { rows, group } = journal()
    const bad = () => {
      rows.push('half')
      throw new Error('bad')
    }
    const settled = await Promise.allSettled([
      group.add(() => rows.push('a')),
      group.add(bad),
      group.add(() => rows.push('c')),
    ])
    expect(settled.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
    expect(rows).toEqual(['a', 'c'])
  })

  it('acknowledges nothing that the commit itself lost', async () => {
    const { rows, group } = journal((added) => added.length > 1 || added.includes('b'))
    const settled = await Promise.allSettled(['a', 'b'].map((row) => group.add(() => rows.push(row))))
    expect(settled.map(({ status }) => status)).toEqual(['fulfilled', 'rejected'])
    expect(rows).toEqual(['a'])
  })

  it('takes what is asked for after a failure', async () => {
    const { rows, group } = journal()
    await expect(
      group.add(() => {
        throw new Error('bad')
      }),
    ).rejects.toThrow('bad')
    await group.add(() => rows.push('later'))
    expect(rows).toEqual(['later'])
  })

  it('writes at once when flushed', async () => {
    const { rows, group, count } = journal()
    const added = group.add(() => rows.push('a'))
    group.flush()
    expect(rows).toEqual(['a'])
    await added
    group.flush()
    expect(count()).toBe(1)
  })
})
