import { expect, it } from 'vitest'
import { echo, retrieved, runStages, wordTools } from './fixtures/run-stages.ts'
import { tinyAnswerPlan, tinyMemoryCase } from './fixtures/tiny-plan.ts'
import { createGoldEvidence } from './memory-system.ts'

const made = (budget: number, answerer = echo()) =>
  createGoldEvidence({
    id: 'memory:gold-evidence+test/echo',
    plan: tinyAnswerPlan,
    terms: { k: 1, budget, wait: 60 },
    tools: wordTools,
    answerer,
  })

it('shows the evidence of a case and nothing else, all of it whatever k, and is privileged', async () => {
  const answerer = echo()
  const system = made(100, answerer)
  const outputs = await runStages(system, tinyMemoryCase('a', ['told'], ['red one', 'green two']))
  expect(system).toMatchObject({ kind: 'privileged', access: 'stages' })
  expect(system).not.toHaveProperty('memory')
  expect(answerer.asked).toEqual([{ question: 'what?', memories: ['red one', 'green two'] }])
  expect(retrieved(outputs)).toMatchObject({ k: null, returned: 2, tokens: 4, trimmed: false, deleted: null })
})

it('keeps to the budget of the others', async () => {
  const outputs = await runStages(made(2), tinyMemoryCase('a', [], ['red one', 'green two']))
  expect(retrieved(outputs)).toMatchObject({ shown: [{ text: 'red one' }], trimmed: true })
})

it('sees gold where it is handed over, and not where the model answers', () => {
  const [retrieve, respond] = made(100).stages
  const [one, other] = [tinyMemoryCase('a', [], ['red']), tinyMemoryCase('a', [], ['green'])]
  expect(retrieve?.seen(one, 0)).not.toEqual(retrieve?.seen(other, 0))
  expect(respond?.seen(one, 0)).toEqual(respond?.seen(other, 0))
  expect(made(100).stages.map(({ name }) => name)).toEqual(['retrieve', 'respond'])
})
