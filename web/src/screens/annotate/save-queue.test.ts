import { describe, expect, it } from 'vitest'
import type { Save, Saved } from '../../../../src/server/api-types.ts'
import { SaveQueue, unsavedItems, type SaveState } from './save-queue.ts'

const place = { project: 'p', item: 'i', annotator: 'ann' }
const body = (note: string): Save['body'] => ({ kind: 'causes', cause: null, note })

/** A server that answers when it is told to, a browser that keeps, and a clock that is pushed by hand. */
function harness(base: number | null = null, storage = new Map<string, string>()) {
  const states: SaveState[] = []
  const sent: Save[] = []
  const answers: { resolve: (saved: Saved) => void; reject: (error: unknown) => void }[] = []
  const timers = new Map<number, () => void>()
  let next = 0
  let ids = 0
  const queue = new SaveQueue(place, base, {
    send: (save) => {
      sent.push(save)
      return new Promise((resolve, reject) => answers.push({ resolve, reject }))
    },
    storage: {
      getItem: (key) => storage.get(key) ?? null,
      setItem: (key, value) => void storage.set(key, value),
      removeItem: (key) => void storage.delete(key),
    },
    newId: () => `id${storage.size}-${(ids += 1)}-${sent.length}`,
    setTimer: (work) => {
      timers.set((next += 1), work)
      return next
    },
    clearTimer: (timer) => void timers.delete(Number(timer)),
    onState: (state) => states.push(state),
  })
  const settle = async (): Promise<void> => {
    for (let turn = 0; turn < 5; turn += 1) await Promise.resolve()
  }
  return {
    queue,
    storage,
    states,
    sent,
    tick: async () => {
      const due = [...timers.values()]
      timers.clear()
      for (const work of due) work()
      await settle()
    },
    answer: async (seq: number) => {
      answers.shift()?.resolve({ seq, state: 'draft', body: null })
      await settle()
    },
    fail: async (status: number) => {
      answers.shift()?.reject({ status, message: 'no' })
      await settle()
    },
  }
}

describe('the save queue', () => {
  it('keeps the work in the browser at once, sends it after a pause, and forgets it when the server has it', async () => {
    const h = harness()
    h.queue.save({ state: 'draft', body: body('a') })
    h.queue.save({ state: 'draft', body: body('ab') })
    expect(h.sent).toEqual([])
    expect(h.storage.size).toBe(1)
    await h.tick()
    expect(h.sent.map((save) => [save.body, save.base])).toEqual([[body('ab'), null]])
    await h.answer(7)
    expect(h.storage.size).toBe(0)
    expect(h.states.at(-1)).toBe('saved')
  })

  it('has one request under way, and puts what was written meanwhile on top of it', async () => {
    const h = harness(3)
    h.queue.save({ state: 'draft', body: body('a') }, true)
    h.queue.save({ state: 'draft', body: body('b') })
    h.queue.save({ state: 'done', body: body('c') })
    await h.tick()
    expect(h.sent).toHaveLength(1)
    await h.answer(4)
    expect(h.sent.map((save) => [save.body, save.base, save.state])).toEqual([
      [body('a'), 3, 'draft'],
      [body('c'), 4, 'done'],
    ])
    await h.answer(5)
    expect(h.states.at(-1)).toBe('saved')
  })

  it('sends a lost request again under the same id and base, so that it counts once', async () => {
    const h = harness(1)
    h.queue.save({ state: 'draft', body: body('a') }, true)
    await h.fail(0)
    expect(h.states.at(-1)).toBe('waiting')
    expect(h.storage.size).toBe(1)
    await h.tick()
    expect(h.sent).toHaveLength(2)
    expect(h.sent[1]).toEqual(h.sent[0])
    await h.answer(2)
    expect(h.states.at(-1)).toBe('saved')
  })

  it('sends a lost request before what is newer: it may have arrived', async () => {
    const h = harness(1)
    h.queue.save({ state: 'draft', body: body('a') }, true)
    h.queue.save({ state: 'draft', body: body('b') })
    await h.fail(0)
    await h.tick()
    expect(h.sent[1]).toEqual(h.sent[0])
    await h.answer(2)
    expect(h.sent[2]).toMatchObject({ base: 2, body: body('b') })
    await h.answer(3)
    expect(h.states.at(-1)).toBe('saved')
  })

  it('shows a conflict and sends nothing more until it is decided', async () => {
    const h = harness(1)
    h.queue.save({ state: 'draft', body: body('mine') }, true)
    await h.fail(409)
    expect(h.states.at(-1)).toBe('conflict')
    await h.tick()
    expect(h.sent).toHaveLength(1)
    expect(h.storage.size).toBe(1)
    h.queue.rebase(9)
    h.queue.save({ state: 'draft', body: body('merged') }, true)
    expect(h.sent[1]).toMatchObject({ base: 9, body: body('merged') })
  })

  it('after a crash gives back what was not saved, and sends it as it was', async () => {
    const first = harness(4)
    first.queue.save({ state: 'draft', body: body('half') })
    const second = harness(4, first.storage)
    expect(second.queue.unsaved()).toEqual({ body: body('half'), state: 'draft', base: 4 })
    second.queue.sendUnsaved()
    expect(second.sent[0]).toMatchObject({ base: 4, body: body('half') })
    await second.answer(5)
    expect(second.storage.size).toBe(0)
    expect(harness(5, second.storage).queue.unsaved()).toBeNull()
  })

  it('flush waits for the server, also through an outage', async () => {
    const h = harness()
    h.queue.save({ state: 'draft', body: body('a') })
    let isDone = false
    const done = h.queue.flush().then(() => (isDone = true))
    await h.fail(0)
    expect(isDone).toBe(false)
    await h.tick()
    await h.answer(1)
    await done
    expect(isDone).toBe(true)
  })

  it('knows what one person left on which items', () => {
    const h = harness()
    h.queue.save({ state: 'draft', body: body('a') })
    const names = [...h.storage.keys(), 'rapport-unsaved {', 'rapport-unsaved 3', 'theme']
    expect(unsavedItems(names, 'p', 'ann')).toEqual(['i'])
    expect(unsavedItems(names, 'p', 'ben')).toEqual([])
    expect(unsavedItems(names, 'q', 'ann')).toEqual([])
  })

  it('what is kept in another form is left alone', () => {
    for (const text of [
      '{',
      'null',
      '{"id":1}',
      '[]',
      '{"id":"a","state":"draft","base":null,"body":null}',
    ]) {
      const storage = new Map([[`rapport-unsaved ${JSON.stringify(['p', 'ann', 'i'])}`, text]])
      expect(harness(null, storage).queue.unsaved()).toBeNull()
    }
  })
})
