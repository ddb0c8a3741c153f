import { describe, expect, it } from 'vitest'
import { carriesEvidence } from './carries.ts'
import { stored } from './test-kit.ts'

const evidence = (text: string, quotes: readonly string[] = []) => ({
  id: 'm1',
  text,
  quotes,
  sessions: ['history'],
})
const cello = evidence('Plays the cello in an amateur orchestra', ['my cello and I are off to the orchestra'])
const chinese = evidence('Prefers green tea without sugar', ['我只喝不加糖的绿茶'])
const page = Array.from({ length: 400 }, (_, at) => `word${at}`).join(' ')

describe('whether an item tells the evidence', () => {
  it.each([
    ['the value', 'Plays the cello in an amateur orchestra', cello, true],
    [
      'the value among other things',
      'Lives in Bari; plays cello in an amateur orchestra; two cats',
      cello,
      true,
    ],
    ["the user's words", 'USER: So tonight my Cello, and I, are off to the orchestra!', cello, true],
    [
      "the user's words deep in a page",
      `${page} my cello and I are off to the orchestra ${page}`,
      cello,
      true,
    ],
    ['another fact', 'Bakes rye bread on Sundays', cello, false],
    ['a page about nothing of it', page, cello, false],
    ['nothing', '', cello, false],
    ["the user's words in another language than the value", '用户说：我只喝不加糖的绿茶', chinese, true],
    ['another fact in the language of the quote', '周末常去爬山，喜欢一个人走很远', chinese, false],
    ['another language than all that is known', '周末常去爬山，喜欢一个人走很远', cello, null],
    ['a quote too short to be one', 'Yes, I bake', evidence('Owns a kayak', ['yes']), false],
  ])('%s', (_name, text, known, carried) => {
    expect(carriesEvidence(stored(text), known)).toBe(carried)
  })
})
