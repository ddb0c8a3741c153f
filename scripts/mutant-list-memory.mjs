// Mutants of how memory systems are measured: budget, scopes, ledger, usage test, fairness, ranking.
const harness = 'src/systems/memory'

/** Mutants of one file: rule, what stands there, what replaces it. */
const inFile = (file, tests, list) => list.map(([rule, from, to]) => ({ rule, file, from, to, tests }))

export const memory = [
  ...inFile(
    `${harness}/fit-budget.ts`,
    [`${harness}/fit-budget.test.ts`],
    [
      ['budget: nothing over it', 'if (tokens + size <= budget)', 'if (tokens <= budget)'],
      ['budget: too short a rest says nothing', 'if (left < LEAST)', 'if (left < 0)'],
    ],
  ),
  ...inFile(
    `${harness}/ledger.ts`,
    [`${harness}/ledger.test.ts`],
    [
      ['ledger: unknown is no zero', 'else if (told.includes(null)) return NOT_APPLICABLE', ''],
      [
        'ledger: a share of the evidence',
        'fraction(carried, evidence.length)',
        'fraction(carried > 0 ? 1 : 0)',
      ],
      ['ledger: a share of what is stored', 'length, stored.length)', 'length, evidence.length)'],
    ],
  ),
  ...inFile(
    `${harness}/usage-test.ts`,
    [`${harness}/usage-test.test.ts`],
    [
      ['usage: less the change of asking again', 'fraction(changed - anyway)', 'fraction(changed)'],
      ['usage: all that tells it is taken out', 'items.filter(({ id }) => !taken.has(id))', 'items.slice(1)'],
    ],
  ),
  ...inFile(
    `${harness}/scopes.ts`,
    [`${harness}/scopes.test.ts`],
    [
      ['scopes: one a repeat', 'hashJson([subject, repeat])', 'hashJson([subject])'],
      ['scopes: deletion is looked at', 'return left.length === 0 && found.length === 0', 'return true'],
    ],
  ),
  ...inFile(
    'src/core/memory-sheet.ts',
    ['src/core/memory-sheet.test.ts'],
    [['fairness: what does not apply differs from nobody', 'if (value !== null)', 'if (true)']],
  ),
  ...inFile(
    'src/text/search-tokens.ts',
    ['src/text/search-tokens.test.ts'],
    [['search: function words are left out', 'content.length > 0 ? content : words', 'words']],
  ),
  ...inFile(
    'src/text/rank-fusion.ts',
    ['src/text/rank-fusion.test.ts'],
    [['fusion: ranks count from 1', '1 / (k + place + 1)', '1 / (k + place)']],
  ),
]
