import { describe, expect, it } from 'vitest'
import { dialogueRows, rowOfMark, turnKey, type DialogueBlock } from './rows.ts'

const turn = (text: string) => ({ role: 'user' as const, text, lang: null, dir: 'ltr' as const })
const block = (name: string, ...texts: string[]): DialogueBlock => ({
  kind: 'dialogue',
  name,
  title: name,
  turns: texts.map(turn),
})
const long = 'words of a turn. '.repeat(600)

describe('rows of a dialogue', () => {
  it('have titles where there are several, and one row for a short turn', () => {
    expect(dialogueRows([block('a', 'x', 'y')], new Set()).map(({ kind }) => kind)).toEqual([
      'chunk',
      'chunk',
    ])
    expect(dialogueRows([block('a', 'x'), block('b', 'y')], new Set()).map(({ kind }) => kind)).toEqual([
      'title',
      'chunk',
      'title',
      'chunk',
    ])
  })

  it('fold a long turn with the count of what is hidden, and unfold it whole', () => {
    const folded = dialogueRows([block('a', long)], new Set())
    const fold = folded.at(-1)
    expect(folded.map(({ kind }) => kind)).toEqual(['chunk', 'chunk', 'fold'])
    const shown = folded.flatMap((row) => (row.kind === 'chunk' ? [row.chunk.text.length] : []))
    expect(fold?.kind === 'fold' && fold.hidden).toBe(long.length - shown.reduce((sum, one) => sum + one, 0))
    const open = dialogueRows([block('a', long)], new Set([turnKey('a', 0)]))
    expect(open.map((row) => (row.kind === 'chunk' ? row.chunk.text : '')).join('')).toBe(long)
  })

  it('tell where a mark is, or which fold hides it', () => {
    const rows = dialogueRows([block('a', 'x', long)], new Set())
    expect(rowOfMark(rows, { block: 'a', turn: 0, start: 0 })).toBe(0)
    expect(rowOfMark(rows, { block: 'a', turn: 1, start: 2500 })).toBe(2)
    expect(rowOfMark(rows, { block: 'a', turn: 1, start: 9000 })).toBe(3)
    expect(rowOfMark(rows, { block: 'b', turn: 0, start: 0 })).toBe(-1)
  })

  it('keys are unique', () => {
    const rows = dialogueRows([block('a', '', '', long), block('b', long, 'x')], new Set([turnKey('b', 0)]))
    expect(new Set(rows.map(({ key }) => key)).size).toBe(rows.length)
  })
})
