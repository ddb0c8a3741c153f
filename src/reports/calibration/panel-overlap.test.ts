import { expect, it } from 'vitest'
import { panelOverlap } from './panel-overlap.ts'

const votes = (system: string, gpt: number | null, claude: number, gemini: number) => ({
  system,
  votes: [
    ...(gpt === null ? [] : [{ judge: 'openai/gpt-4.1-mini', value: gpt }]),
    { judge: 'anthropic/claude-haiku', value: claude },
    { judge: 'google/gemini-3-flash', value: gemini },
  ],
})

it('a panel’s figure of a system without the judges of its family', () => {
  const found = panelOverlap([
    votes('openai/gpt-5.2', 1, 0, 0),
    votes('openai/gpt-5.2', 1, 1, 0),
    // Its kin gave no verdict here: the two figures are of the same answers.
    votes('openai/gpt-5.2', null, 1, 1),
    votes('recorded:claude-sonnet', 1, 1, 0),
    votes('recorded:llama-4-maverick', 1, 1, 1),
    votes('oracle', 1, 1, 1),
  ])
  expect(found).toEqual([
    { system: 'openai/gpt-5.2', judges: ['openai/gpt-4.1-mini'], all: 0.5, without: 0.25, n: 2 },
    {
      system: 'recorded:claude-sonnet',
      judges: ['anthropic/claude-haiku'],
      all: (1 + 1 + 0) / 3,
      without: 0.5,
      n: 1,
    },
  ])
})

it('a panel of one family has nobody to compare with', () => {
  const kin = { system: 'openai/gpt-5.2', votes: [{ judge: 'openai/o3', value: 1 }] }
  expect(panelOverlap([kin])).toEqual([])
})
