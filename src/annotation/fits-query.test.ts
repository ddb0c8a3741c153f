import { expect, it } from 'vitest'
import { misfit } from './fits-query.ts'

it.each([
  ['Which tea should I buy for the harbour picnic?', 'For a harbour picnic I would buy a mild tea.', null],
  ['Which tea should I buy for the harbour picnic?', 'Tea.', null],
  [
    'Which tea should I buy for the harbour picnic?',
    'Integrals are solved by substitution.',
    'takes up 0 of',
  ],
  ['Which tea should I buy?', '你可以买绿茶', 'in han script, its query in latin'],
  ['你觉得我应该买什么茶去野餐？', '你可以买绿茶去野餐，味道很好。', null],
  ['Hi!', 'Integrals are solved by substitution.', null],
  ['🍵?', 'Green.', null],
])('%j answered %j: %j', (query, answer, expected) => {
  const found = misfit(query, answer)
  if (expected === null) expect(found).toBeNull()
  else expect(found).toContain(expected)
})
