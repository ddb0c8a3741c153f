import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { PassageFinder } from './find-passage.ts'

const texts = [
  'I moved to Leeds in March. My dad walks with a cane since his hip.',
  'No pickpocket warnings, please; “dad” reads that stuff out loud.',
  '我在医院的眼科病房做护士，夜班很多。你有什么建议？',
  'أعمل ممرضة في قسم العيون منذ ثلاث سنوات',
]

/** Passage, text it is found in, words found, similarity; null: nowhere. */
const table: [string, [number, string, number] | null][] = [
  ['My dad walks with a cane', [0, 'My dad walks with a cane', 1]],
  ['my dad   walks with a CANE!', [0, 'My dad walks with a cane', 1]],
  ['My dad walks with a cane since his...', [0, 'My dad walks with a cane since his', 1]],
  ['My father walks with a cane since the hip', [0, 'My dad walks with a cane since his hip', 14 / 18]],
  ['"dad" reads that stuff', [1, 'dad” reads that stuff', 1]],
  ['眼科病房做护士', [2, '眼科病房做护士', 1]],
  ['眼科病房当护士，夜班多', [2, '眼科病房做护士，夜班', 16 / 20]],
  ['ممرضة في قسم العيون', [3, 'ممرضة في قسم العيون', 1]],
  ['cane', [0, 'cane', 1]],
  ['canes are dear', null],
  ['two words', null],
  ['a hip', null],
  ['', null],
  ['...', null],
  ['!?', null],
]

describe('PassageFinder', () => {
  const finder = new PassageFinder(texts)

  it.each(table)('%s', (passage, expected) => {
    const found = finder.find(passage)
    if (expected === null) expect(found).toBeNull()
    else {
      const [text, words, similarity] = expected
      expect(found?.text).toBe(text)
      expect(texts[text]?.slice(found?.start, found?.end)).toBe(words)
      expect(found?.similarity).toBeCloseTo(similarity, 10)
    }
  })

  it('finds every passage that is there at its first place, whatever it holds', () => {
    const body = fc.string({ unit: 'grapheme', minLength: 3, maxLength: 80 })
    fc.assert(
      fc.property(fc.array(body, { minLength: 1, maxLength: 4 }), fc.nat(), fc.nat(), (bodies, pick, cut) => {
        const text = bodies[pick % bodies.length] ?? ''
        const start = cut % text.length
        const passage = text.slice(start).trim()
        fc.pre(passage !== '' && !/(?:\.{3}|…)$|\p{Cs}/u.test(passage))
        const found = new PassageFinder(bodies).find(passage)
        expect(found?.similarity).toBe(1)
        const at = found === null ? '' : bodies[found.text]
        expect(at?.slice(found?.start, found?.end)).toBe(passage)
      }),
    )
  })

  it('stays inside the text for any passage', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary' }),
        fc.array(fc.string({ unit: 'binary' })),
        (passage, bodies) => {
          const found = new PassageFinder(bodies).find(passage)
          if (found === null) return
          const length = bodies[found.text]?.length ?? -1
          expect(found.start).toBeGreaterThanOrEqual(0)
          expect(found.start).toBeLessThan(found.end)
          expect(found.end).toBeLessThanOrEqual(length)
          expect(found.similarity).toBeGreaterThanOrEqual(0.6)
          expect(found.similarity).toBeLessThanOrEqual(1)
        },
      ),
    )
  })
})
