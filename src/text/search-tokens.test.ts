import { expect, it } from 'vitest'
import { searchTokens } from './search-tokens.ts'

it.each([
  ['My parrot 🦜 sings', ['my', 'parrot', 'sings', '🦜']],
  ['👍🏽👍', ['👍', '👍']],
  ['🇵🇹', ['🇵🇹']],
  ['我喜欢茶', ['我喜', '喜欢', '欢茶']],
  ['  ', []],
])('%s gives %j', (text, tokens) => {
  expect(searchTokens(text)).toEqual(tokens)
})
