import type { StoreSuite } from './store-suite.ts'
import { gather, sampleCase, sampleOutcome, sampleReference, sampleRun } from './store-rows.ts'

/** Runs and their events. */
export function runsSuite({ name, describe, expect, withStore, refused }: StoreSuite): void {
  describe(`${name}: runs`, () => {
    withStore('keeps a run and gives it back equal', async (store) => {
      const run = sampleRun('other', { provenance: { note: 'n'.repeat(5_000) } })
      await store.createRun(run)
      expect(await store.run('other')).toEqual(run)
      expect(await store.run('missing')).toBeUndefined()
    })

    withStore('lists the newest first', async (store) => {
      await store.createRun(sampleRun('old', { createdAt: 5 }))
      await store.createRun(sampleRun('new', { createdAt: 1_800_000_000_000 }))
      expect((await store.runs()).map((run) => run.id)).toEqual(['new', 'r', 'old'])
      const stamps = (await store.runs()).map(({ id, state, updatedAt }) => ({ id, state, updatedAt }))
      expect(await store.runStamps()).toEqual(stamps)
    })

    withStore('changes the state alone, and the specification alone', async (store) => {
      const before = sampleRun('r')
      await store.setState('r', 'done', before.updatedAt + 1)
      expect(await store.run('r')).toEqual({ ...before, state: 'done', updatedAt: before.updatedAt + 1 })
      const spec = { ...before.spec, repeats: 7 }
      await store.updateSpec('r', spec, before.updatedAt + 2)
      expect(await store.run('r')).toEqual({
        ...before,
        state: 'done',
        spec,
        updatedAt: before.updatedAt + 2,
      })
    })

    withStore('forgets a run that was never fully planned, with its cases, and no other', async (store) => {
      const cases = [{ ordinal: 0, subject: sampleCase('a') }]
      await store.createRun(sampleRun('half', { state: 'planning' }))
      await store.putCases('half', 't', cases)
      await store.putCases('r', 't', cases)
      await store.discardPlanning('half')
      await store.discardPlanning('r')
      await store.discardPlanning('none')
      expect((await store.runs()).map((run) => run.id)).toEqual(['r'])
      expect(await gather(store.cases('half', 't'))).toEqual([])
      expect(await gather(store.cases('r', 't'))).toHaveLength(1)
    })

    withStore('refuses a second run of the same id, and rows of a run that is not there', async (store) => {
      await refused(store.createRun(sampleRun('r', { state: 'failed' })))
      expect((await store.run('r'))?.state).toBe('running')
      await refused(store.setState('none', 'done', 1))
      await refused(store.updateSpec('none', sampleRun('r').spec, 1))
      await refused(store.putCases('none', 't', [{ ordinal: 0, subject: sampleCase('a') }]))
      await refused(store.commit({ outcomes: [sampleOutcome({ run: 'none', case: 'a' })] }))
      await refused(store.commit({ references: [sampleReference({ run: 'none', case: 'a' })] }))
      await refused(store.appendEvents('none', [{ at: 1, event: { type: 'warning', message: 'w' } }]))
    })

    withStore('lets one work on a run at a time, and says who does', async (store) => {
      const owner = { pid: 7, host: 'h', since: 5, command: 'resume' }
      const other = { ...owner, pid: 8 }
      const first = await store.claimRun('r', owner)
      expect('heldBy' in first).toBe(false)
      expect(await store.claimRun('r', other)).toEqual({ heldBy: owner })
      expect('heldBy' in (await store.claimRun('not planned yet', other))).toBe(false)
      if ('heldBy' in first) return
      await first.release()
      const second = await store.claimRun('r', other)
      expect('heldBy' in second).toBe(false)
      // A claim that was given back has no say in the next one.
      await first.release()
      expect(await store.claimRun('r', owner)).toEqual({ heldBy: other })
    })

    withStore('is of no use after it was closed', async (store) => {
      await store.close()
      await store.close()
      await refused(store.runs())
      await refused(store.claimRun('r', { pid: 1, host: 'h', since: 1, command: 'run' }))
      await refused(store.commit({ outcomes: [sampleOutcome({ run: 'r', case: 'a' })] }))
      await refused(gather(store.outcomes('r', {})))
    })
  })

  describe(`${name}: events`, () => {
    withStore('numbers events from 1 without gaps, for each run', async (store) => {
      await store.createRun(sampleRun('r2'))
      const event = (message: string) => ({ at: 5, event: { type: 'warning', message } }) as const
      await Promise.all([
        store.appendEvents('r', [event('a\0'), event('b')]),
        store.appendEvents('r2', [event('x')]),
        store.appendEvents('r', [event('c'.repeat(2_000))]),
        store.appendEvents('r', []),
      ])
      const all = await store.events('r', 0)
      expect(all.map(({ seq }) => seq)).toEqual([1, 2, 3])
      expect(all[0]).toEqual({ seq: 1, ...event('a\0') })
      expect((await store.events('r', 2)).map(({ seq }) => seq)).toEqual([3])
      expect((await store.events('r2', 0)).map(({ seq }) => seq)).toEqual([1])
    })
  })
}
