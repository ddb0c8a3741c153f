import { describe, expect, it } from 'vitest'
import { stemmerFor } from './stem.ts'

describe('stemmerFor', () => {
  it.each([
    ['en', 'running', 'run'],
    ['es', 'corriendo', 'corr'],
    ['fr', 'mangeaient', 'mang'],
    ['de', 'häuser', 'haus'],
    ['ru', 'книгами', 'книг'],
    ['nb', 'hundene', 'hund'],
  ])('stems %s "%s" to "%s"', (language, word, stem) => {
    expect(stemmerFor(language)(word)).toBe(stem)
  })

  it('gives a stemmer for every listed algorithm', () => {
    for (const language of 'ca cs da de en es eu fi fr ga hu hy it nl no pt ro ru sl sv ta tr'.split(' ')) {
      expect(() => stemmerFor(language)('constructor')).not.toThrow()
    }
  })

  it('leaves words of other languages unchanged', () => {
    expect(stemmerFor('vi')('running')).toBe('running')
    expect(stemmerFor('')('running')).toBe('running')
    expect(stemmerFor('__proto__')('running')).toBe('running')
  })
})
