import { describe, expect, it } from 'vitest'
import fc from 'fast-check'
import { firstPersonStatements } from './first-person.ts'

const said = (text: string) => [{ role: 'user', text }]

describe('first-person statements', () => {
  it.each([
    ['I’m allergic to walnuts.', true],
    ['Honestly, I never drink coffee after lunch.', true],
    ['My older sister works in Oslo.', true],
    ['Tengo dos hermanos.', true],
    ['Me encantan los trenes.', true],
    ['我不喜欢辣的菜。', true],
    ['我的妹妹在上海工作。', true],
    ['أَنَا مهندس في عمّان.', true],
    ['أحب السباحة كثيرا.', true],
    ['Write a poem about tides.', false],
    ['Do I have enough time?', false],
    ['我有时间吗？', false],
    ['He likes Ireland in spring.', false],
    ['The word "hi" has two letters.', false],
    ['Explica los trenes.', false],
    ['写一首诗。', false],
    ['I am.', false],
    ['我是。', false],
  ])('%s: %s', (text, expected) => {
    expect(firstPersonStatements(said(text), 5)).toEqual(expected ? [text] : [])
  })

  it('reads the user alone, in order, each sentence once, up to the limit', () => {
    const dialogue = [
      { role: 'user', text: 'Hello there. I live in Bergen.  I own a\tkayak.' },
      { role: 'assistant', text: 'I am a program. I like that.' },
      { role: 'user', text: 'I live in Bergen. I enjoy rain. I hate fog.' },
    ]
    expect(firstPersonStatements(dialogue, 3)).toEqual([
      'I live in Bergen.',
      'I own a kayak.',
      'I enjoy rain.',
    ])
  })

  it('leaves pasted documents out', () => {
    expect(firstPersonStatements(said(`I am ${'very '.repeat(60)}tired.`), 5)).toEqual([])
  })

  it('gives single lines of the text, never more than asked for', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.integer({ min: 1, max: 4 }), (noise, limit) => {
        const found = firstPersonStatements(
          said(`I am here now.\nI have a cat. ${noise}\n我喜欢下雨天。`),
          limit,
        )
        expect(found.length).toBeLessThanOrEqual(limit)
        expect(found[0]).toBe('I am here now.')
        for (const sentence of found) expect(sentence).not.toMatch(/[\n\t]/)
      }),
    )
  })
})
