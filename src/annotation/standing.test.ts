import { describe, expect, it } from 'vitest'
import type { AnnotationEntry } from '../core/annotation.ts'
import { createRandom } from '../stats/random.ts'
import { beforeLast, nothingYet, standingOf } from './standing.ts'

function entry(seq: number, act: AnnotationEntry['act'], said: string | null): AnnotationEntry {
  const body = said === null ? null : ({ kind: 'causes', cause: null, note: said } as const)
  const state = said === null ? 'open' : said.startsWith('done') ? 'done' : 'draft'
  return { seq, id: `e${seq}`, at: seq, item: 'a', annotator: 'ada', act, state, body }
}

const noteOf = (body: AnnotationEntry['body']): string | null => body?.note ?? null

describe('where a person is', () => {
  it.each<[string, readonly AnnotationEntry[], string | null, number]>([
    ['nothing yet', [], null, 0],
    ['one save', [entry(1, 'save', 'a')], 'a', 1],
    ['the latest of two', [entry(1, 'save', 'a'), entry(2, 'save', 'b')], 'b', 2],
    ['undone once', [entry(1, 'save', 'a'), entry(2, 'save', 'b'), entry(3, 'undo', 'a')], 'a', 1],
    ['an adjudication is not their own', [entry(1, 'save', 'a'), entry(2, 'adjudicate', 'z')], 'a', 1],
  ])('%s', (_, entries, said, depth) => {
    const standing = standingOf(entries)
    expect([noteOf(standing.body), standing.depth]).toEqual([said, depth])
  })

  it('undo of the only save leaves nothing, and the next entry rests on the undo', () => {
    const entries = [entry(1, 'save', 'a'), entry(2, 'undo', null)]
    expect(standingOf(entries)).toEqual({ ...nothingYet, seq: 2, at: 2 })
    expect(beforeLast(entries)).toBeNull()
  })

  it('remembers what was said when it was first done, whatever came later', () => {
    const entries = [
      entry(1, 'save', 'a'),
      entry(2, 'save', 'done first'),
      entry(3, 'undo', 'a'),
      entry(4, 'save', 'done later'),
    ]
    expect(noteOf(standingOf(entries).first)).toBe('done first')
  })

  it('any sequence of saves and undos equals a stack of texts', () => {
    for (let seed = 0; seed < 300; seed += 1) {
      const random = createRandom(`undo ${seed}`)
      const model: string[] = []
      const entries: AnnotationEntry[] = []
      for (let step = 1; step <= 25; step += 1) {
        if (random.uniform() < 0.5) {
          const said = `${random.uniform() < 0.3 ? 'done' : 'draft'} ${step}`
          model.push(said)
          entries.push(entry(step, 'save', said))
        } else {
          const before = beforeLast(entries)
          if (model.length === 0) {
            expect(before).toBeNull()
            continue
          }
          model.pop()
          expect(noteOf(before?.body ?? null)).toBe(model.at(-1) ?? null)
          entries.push(entry(step, 'undo', model.at(-1) ?? null))
        }
        const standing = standingOf(entries)
        expect(noteOf(standing.body)).toBe(model.at(-1) ?? null)
        expect(standing.depth).toBe(model.length)
        expect(standing.state).toBe(
          model.length === 0 ? 'open' : model.at(-1)?.startsWith('done') === true ? 'done' : 'draft',
        )
        expect(standing.seq).toBe(step)
      }
    }
  })
})
