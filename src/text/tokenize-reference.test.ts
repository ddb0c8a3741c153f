import { describe, expect, it } from 'vitest'
import { englishStopWords } from './stopwords-english.ts'
import { tokenizeReference, tokenizeReferenceQuery } from './tokenize-reference.ts'

describe('tokenizeReference', () => {
  it('lower-cases, drops stop words and stems', () => {
    expect(tokenizeReference('The user is GROWING tomatoes, and they grow quickly!')).toEqual([
      'user',
      'grow',
      'tomato',
      'grow',
      'quickli',
    ])
  })

  it('drops stop words before stemming', () => {
    expect(tokenizeReference('doing does')).toEqual([])
    expect(tokenizeReference('thises')).toEqual(['thise'])
  })

  it('gives nothing for text without a word, and the query falls back to white space', () => {
    expect(tokenizeReference('Who are YOU?')).toEqual([])
    expect(tokenizeReferenceQuery('Who are  YOU?')).toEqual(['who', 'are', 'you?'])
    expect(tokenizeReferenceQuery('我喜欢，茶。')).toEqual(['我喜欢，茶。'])
    expect(tokenizeReferenceQuery('  ')).toEqual([])
    expect(tokenizeReferenceQuery('Growing tomatoes')).toEqual(['grow', 'tomato'])
  })

  it('has the 179 stop words of the older NLTK release', () => {
    expect(englishStopWords.size).toBe(179)
  })
})
