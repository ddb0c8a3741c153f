import { expect, it } from 'vitest'
import { searchTokens } from './search-tokens.ts'

it.each([
  ['My parrot 🦜 sings', ['parrot', 'sings', '🦜']],
  ['What is the name of the pony?', ['name', 'pony']],
  ['Das Pony und die Ziege sind alt', ['pony', 'ziege', 'alt']],
  ['To be or not to be', ['to', 'be', 'or', 'not', 'to', 'be']],
  ['👍🏽👍', ['👍', '👍']],
  ['🇵🇹', ['🇵🇹']],
  ['我喜欢茶', ['我喜', '喜欢', '欢茶']],
  ['  ', []],
])('%s gives %j', (text, tokens) => {
  expect(searchTokens(text)).toEqual(tokens)
})
