import { expect, it } from 'vitest'
import { applyOperations } from './apply.ts'
import type { Operation } from './operations.ts'

const note = (id: string, text: string, ...sources: string[]) => ({
  id,
  speaker: null,
  text,
  saidAt: null,
  sources,
})
const memory = { notes: [note('g', 'likes tea', 'g'), note('m1', 'plays cello', 's1')], next: 2, ignored: 0 }
const shown = new Set(['g', 'm1'])
const origin = { session: 's2', saidAt: null }

const cases: {
  name: string
  operations: Operation[]
  after: string[]
  changed: string[]
  ignored: number
}[] = [
  {
    name: 'adds',
    operations: [{ event: 'add', id: null, text: ' has a parrot ' }],
    after: ['g likes tea (g)', 'm1 plays cello (s1)', 'm2 has a parrot (s2)'],
    changed: ['m2'],
    ignored: 0,
  },
  {
    name: 'rewrites, which makes it the newest',
    operations: [{ event: 'update', id: 'g', text: 'likes milk' }],
    after: ['m1 plays cello (s1)', 'g likes milk (g,s2)'],
    changed: ['g'],
    ignored: 0,
  },
  {
    name: 'deletes, even what it just rewrote',
    operations: [
      { event: 'update', id: 'g', text: 'likes milk' },
      { event: 'delete', id: 'g', text: null },
    ],
    after: ['m1 plays cello (s1)'],
    changed: [],
    ignored: 0,
  },
  {
    name: 'leaves alone',
    operations: [{ event: 'none', id: 'g', text: null }],
    after: ['g likes tea (g)', 'm1 plays cello (s1)'],
    changed: [],
    ignored: 0,
  },
  {
    name: 'counts what can not be done',
    operations: [
      { event: 'update', id: 'x', text: 'y' },
      { event: 'update', id: 'g', text: ' ' },
      { event: 'delete', id: '__proto__', text: null },
      { event: 'delete', id: null, text: null },
      { event: 'add', id: null, text: null },
    ],
    after: ['g likes tea (g)', 'm1 plays cello (s1)'],
    changed: [],
    ignored: 5,
  },
]

it.each(cases)('$name', ({ operations, after, changed, ignored }) => {
  const applied = applyOperations(memory, operations, shown, origin)
  expect(applied.notes.map(({ id, text, sources }) => `${id} ${text} (${sources.join()})`)).toEqual(after)
  expect(applied.changed.map(({ id }) => id)).toEqual(changed)
  expect(applied.ignored).toBe(ignored)
})

it('changes no item that the model was not shown, and gives no id twice', () => {
  const given = { ...memory, notes: [...memory.notes, note('m2', 'given', 'm2')] }
  const operations: Operation[] = [
    { event: 'delete', id: 'm1', text: null },
    { event: 'add', id: 'm1', text: 'new' },
  ]
  const applied = applyOperations(given, operations, new Set(['g']), origin)
  expect(applied.notes.map(({ id }) => id)).toEqual(['g', 'm1', 'm2', "m2'"])
  expect(applied.ignored).toBe(1)
})
