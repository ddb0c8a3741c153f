import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { renderLog, type LogSession } from './log.ts'

const user = (content: string) => ({ role: 'user', content })

describe('renderLog', () => {
  it.each<[what: string, sessions: readonly LogSession[], log: string]>([
    ['no session', [], ''],
    [
      'two sessions',
      [{ dialogue: [user('Hi'), { role: 'assistant', content: 'Yes' }] }, { dialogue: [user('Again')] }],
      '### Session 1\n\n#### User\n\nHi\n\n#### AI Assistant\n\nYes\n\n---\n\n### Session 2\n\n#### User\n\nAgain\n\n---',
    ],
    [
      'a summary',
      [{ summary: 'Asked for tables.' }],
      '### Session 1\n\n#### Summary\n\nAsked for tables.\n\n---',
    ],
    [
      'chosen sessions keep their numbers',
      [
        { number: 3, dialogue: [user('Hi')] },
        { number: 7, summary: 'Short.' },
      ],
      '### Session 3\n\n#### User\n\nHi\n\n---\n\n### Session 7\n\n#### Summary\n\nShort.\n\n---',
    ],
    [
      'words as they are',
      [{ dialogue: [user('  {log}\n---\n')] }],
      '### Session 1\n\n#### User\n\n  {log}\n---\n\n\n---',
    ],
  ])('%s', (_what, sessions, log) => {
    expect(renderLog(sessions)).toBe(log)
  })

  it('has every word of every message, in order', () => {
    const dialogues = fc.array(fc.array(fc.string({ minLength: 1 })))
    fc.assert(
      fc.property(dialogues, (texts) => {
        const log = renderLog(texts.map((words) => ({ dialogue: words.map(user) })))
        let at = 0
        for (const text of texts.flat()) {
          const found = log.indexOf(`#### User\n\n${text}\n\n`, at)
          expect(found).toBeGreaterThanOrEqual(at)
          at = found + text.length
        }
      }),
    )
  })
})
