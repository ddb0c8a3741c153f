import type { Store } from '../core/store.ts'
import type { StoreSuite } from './store-suite.ts'
import { sampleEntry, samplePinned, sampleProject } from './annotation-rows.ts'

const seating = { at: 1, people: ['ada', 'bo'], seats: { a: ['ada', 'bo'], b: ['bo'] } }

async function withProject(store: Store): Promise<void> {
  await store.createProject(sampleProject('p'), [samplePinned('b'), samplePinned('a')], seating)
}

/** Projects of people who annotate, and the log of what they say. */
export function annotationsSuite({ name, describe, expect, withStore, refused }: StoreSuite): void {
  describe(`${name}: annotation projects`, () => {
    withStore('keeps a project with its items in order, long texts too', async (store) => {
      expect(await store.annotationProject('p')).toBeUndefined()
      expect(await store.annotationProjects()).toEqual([])
      await withProject(store)
      await store.createProject(sampleProject('q', { createdAt: 2 }), [], { at: 2, people: [], seats: {} })
      expect(await store.annotationProject('p')).toEqual(sampleProject('p'))
      expect((await store.annotationProjects()).map(({ id }) => id)).toEqual(['q', 'p'])
      expect((await store.annotationItems('p'))[0]).toEqual({
        id: 'b',
        title: 'about b',
        flag: null,
        cluster: 'b',
        language: 'en',
      })
      expect((await store.annotationItems('p')).map(({ id }) => id)).toEqual(['b', 'a'])
      expect(await store.annotationItem('p', 'a')).toEqual(samplePinned('a'))
      expect(await store.annotationItem('p', 'c')).toBeUndefined()
      expect(await store.annotationItem('q', 'a')).toBeUndefined()
      expect(await store.annotationSeating('p')).toEqual({ ...seating, version: 1 })
      expect(await store.annotationSeating('none')).toBeUndefined()
    })

    withStore('takes a project whole or not at all, and once', async (store) => {
      await refused(store.createProject(sampleProject('p'), [samplePinned('a'), samplePinned('a')], seating))
      expect(await store.annotationProjects()).toEqual([])
      await withProject(store)
      await refused(withProject(store))
      expect(await store.annotationItems('p')).toHaveLength(2)
    })

    withStore('seats people anew, one after the other', async (store) => {
      await withProject(store)
      const next = { version: 2, at: 3, people: ['ada', 'bo', 'cy'], seats: { a: ['cy'] } }
      const both = await Promise.all([store.seatAnnotators('p', next), store.seatAnnotators('p', next)])
      expect(both.filter(Boolean)).toEqual([true])
      expect(await store.annotationSeating('p')).toEqual(next)
      await refused(store.seatAnnotators('none', next))
    })
  })

  describe(`${name}: annotation log`, () => {
    withStore('numbers entries of a project and gives them back in order', async (store) => {
      await withProject(store)
      await store.createProject(sampleProject('q'), [samplePinned('a')], seating)
      const first = await store.appendAnnotation('p', sampleEntry('one'), null)
      expect(first).toEqual({ kind: 'appended', entry: { ...sampleEntry('one'), seq: 1 } })
      await store.appendAnnotation('q', sampleEntry('one'), null)
      const undone = sampleEntry('two', { act: 'undo', state: 'open', body: null })
      await store.appendAnnotation('p', undone, 1)
      const other = sampleEntry('three', { item: 'b', annotator: 'bo' })
      await store.appendAnnotation('p', other, null)
      expect(await store.annotationEntries('p')).toEqual([
        { ...sampleEntry('one'), seq: 1 },
        { ...undone, seq: 2 },
        { ...other, seq: 3 },
      ])
      expect(await store.annotationEntries('p', { item: 'b' })).toEqual([{ ...other, seq: 3 }])
      expect(await store.annotationEntries('none')).toEqual([])
    })

    withStore('takes an entry that is sent twice once, whatever came between', async (store) => {
      await withProject(store)
      await store.appendAnnotation('p', sampleEntry('one'), null)
      await store.appendAnnotation('p', sampleEntry('two'), 1)
      const again = await store.appendAnnotation('p', sampleEntry('one'), null)
      expect(again).toEqual({ kind: 'there', entry: { ...sampleEntry('one'), seq: 1 } })
      const atOnce = await Promise.all(
        [1, 2, 3].map(() => store.appendAnnotation('p', sampleEntry('three'), 2)),
      )
      expect(atOnce.map(({ kind }) => kind).toSorted()).toEqual(['appended', 'there', 'there'])
      expect(await store.annotationEntries('p')).toHaveLength(3)
    })

    withStore('refuses what rests on another entry than the latest of that person', async (store) => {
      await withProject(store)
      const conflict = (latest: number | null) => ({
        kind: 'conflict',
        latest: latest === null ? null : expect.objectContaining({ seq: latest }),
      })
      expect(await store.appendAnnotation('p', sampleEntry('x'), 7)).toEqual(conflict(null))
      await store.appendAnnotation('p', sampleEntry('one'), null)
      expect(await store.appendAnnotation('p', sampleEntry('x'), null)).toEqual(conflict(1))
      // Neither another person nor an adjudication by the same one stands in the way.
      await store.appendAnnotation('p', sampleEntry('bo', { annotator: 'bo' }), null)
      await store.appendAnnotation('p', sampleEntry('adj', { act: 'adjudicate', state: 'done' }), undefined)
      const two = await store.appendAnnotation('p', sampleEntry('two'), 1)
      expect(two.kind).toBe('appended')
      const racing = await Promise.all(
        ['r1', 'r2', 'r3'].map((id) => store.appendAnnotation('p', sampleEntry(id), 4)),
      )
      expect(racing.map(({ kind }) => kind).toSorted()).toEqual(['appended', 'conflict', 'conflict'])
    })

    withStore('refuses entries of what is not there', async (store) => {
      await refused(store.appendAnnotation('p', sampleEntry('one'), null))
      await withProject(store)
      await refused(store.appendAnnotation('p', sampleEntry('one', { item: 'z' }), null))
      expect(await store.annotationEntries('p')).toEqual([])
    })

    withStore('has a mark that changes with every addition and with nothing else', async (store) => {
      const marks = [await store.annotationStamp()]
      await withProject(store)
      marks.push(await store.annotationStamp())
      await store.appendAnnotation('p', sampleEntry('one'), null)
      marks.push(await store.annotationStamp())
      await store.seatAnnotators('p', { ...seating, version: 2 })
      marks.push(await store.annotationStamp())
      expect(new Set(marks).size).toBe(4)
      await store.appendAnnotation('p', sampleEntry('one'), null)
      await store.annotationEntries('p')
      expect(await store.annotationStamp()).toBe(marks[3])
    })
  })
}
