import fc from 'fast-check'
import { expect, it } from 'vitest'
import { piecesOf } from './unseen.ts'

const table: [string, ReturnType<typeof piecesOf>][] = [
  ['plain\n\ttext', [{ words: 'plain\n\ttext' }]],
  ['a\u202Eevil', [{ words: 'a' }, { unseen: 'RLO', units: 1 }, { words: 'evil' }]],
  ['\u001B[2J', [{ unseen: 'ESC', units: 1 }, { words: '[2J' }]],
  ['\u0000', [{ unseen: 'NUL', units: 1 }]],
  ['x\uD800', [{ words: 'x' }, { unseen: 'U+D800', units: 1 }]],
  ['\u{E0041}b', [{ unseen: 'U+E0041', units: 2 }, { words: 'b' }]],
  ['👩\u200D👩\u200D👧', [{ words: '👩\u200D👩\u200D👧' }]],
  ['שלום', [{ words: 'שלום' }]],
  ['', []],
]

it.each(table)('%j', (text, pieces) => expect(piecesOf(text)).toEqual(pieces))

it('loses nothing that can be seen, and shows nothing that can not', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const words = piecesOf(text).map((piece) => ('words' in piece ? piece.words : ''))
      expect(words.join('')).toBe(
        text.replaceAll(
          /(?![\t\n\r])[\p{Cc}\p{Cs}\u061C\u200B\u200E\u200F\u2028-\u202E\u2060-\u2069\uFEFF\u{E0000}-\u{E007F}]/gu,
          '',
        ),
      )
    }),
  )
})
