import { expect, it } from 'vitest'
import type { MemoryHistory } from '../../core/memory-plan.ts'
import { storedLanguage, toldLanguage } from './told-language.ts'

const message = (role: 'user' | 'assistant', content: string) => ({ role, name: null, content, time: null })
const history: MemoryHistory = {
  given: [],
  sessions: [
    {
      id: 's1',
      time: null,
      zone: null,
      messages: [
        message('user', '我每天早上都喝茶，也喜欢看书。'),
        message('assistant', 'You drink tea every morning and you like to read books.'),
      ],
    },
  ],
}
const told = toldLanguage({ history: () => history }, { input: null })

it.each([
  ['in the words of the user', '我每天早上都喝茶，也喜欢看书。', 'same'],
  ['in another language', 'The user drinks tea in the morning and likes to read', 'other'],
  // What was said in another language has not drifted.
  ['as the assistant said it', 'You drink tea every morning and you like to read books.', 'same'],
  ['with who said it', 'assistant: You drink tea every morning and you like to read books.', 'same'],
  ['without letters', '42', 'unknown'],
])('an item %s is %s', (_, text, language) => {
  expect(storedLanguage(told, { text, sources: ['s1'] })).toBe(language)
})
