import { expect, it } from 'vitest'
import { languageMatch, languageProfile } from './language.ts'

it.each([
  ['I have moved to the coast and I like it', 'The user has moved and they like it there', 'same'],
  ['I have moved to the coast and I like it', '用户因为工作的原因已经搬到了海边居住', 'other'],
  ['I have moved to the coast and I like it', 'Me he mudado a la costa y me gusta mucho el mar', 'other'],
  ['I have moved to the coast and I like it', 'Lisbon', 'unknown'],
  ['我因为工作的原因已经搬到了海边居住', '用户因为工作的原因已经搬到了海边居住', 'same'],
  ['', 'The user has moved and they like it there', 'unknown'],
] as const)('%s | %s: %s', (told, stored, expected) => {
  expect(languageMatch(languageProfile(told), languageProfile(stored))).toBe(expected)
  expect(languageMatch(languageProfile(stored), languageProfile(told))).toBe(expected)
})
