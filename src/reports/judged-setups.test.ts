import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { instrumentKey } from '../core/scorer.ts'
import { judgedSetups } from './judged-setups.ts'

interface Made {
  name: string
  version?: string
  models: readonly string[]
  rule?: string
  prompt?: string
}

function made({ name, version = '1', models, rule, prompt = 'p' }: Made) {
  return {
    name,
    version,
    options: { judge: models.join('+'), prompt, ...(rule === undefined ? {} : { rule }) },
    judges: [{ role: 'judge', models }],
    metrics: [{ name: 'pass_rate' }],
  }
}

const labels = (...all: Made[]): string[] => judgedSetups(all.map(made)).map(({ label }) => label)

describe('judgedSetups', () => {
  it('leaves scorers out and lists an instrument of two tracks once', () => {
    const scorer = { name: 'strict-match', version: '1', options: {}, metrics: [{ name: 'f1' }] }
    const judge = made({ name: 'judge-a', models: ['x/one'] })
    expect(judgedSetups([scorer, judge, judge])).toMatchObject([
      { label: 'judge-a@1', rubric: 'judge-a@1', metrics: ['pass_rate'] },
    ])
  })

  // What is in one report, and the names that people see.
  const one = { name: 'judge-a', models: ['x/one'] }
  it.each([
    ['one judge', [one], ['judge-a@1']],
    ['two rubrics', [one, { ...one, name: 'judge-b' }], ['judge-a@1', 'judge-b@1']],
    ['two judges', [one, { ...one, models: ['x/two'] }], ['judge-a@1 (one)', 'judge-a@1 (two)']],
    ['two providers', [one, { ...one, models: ['y/one'] }], ['judge-a@1 (x/one)', 'judge-a@1 (y/one)']],
    [
      'a judge and a panel',
      [one, { ...one, models: ['x/one', 'x/two'], rule: 'mean' }],
      ['judge-a@1 (one)', 'judge-a@1 (one + two, mean)'],
    ],
  ])('%s', (_name, all, expected) => {
    expect(labels(...all)).toEqual(expected)
  })

  it('tells setups that differ in what is not shown apart by their keys', () => {
    const all = [one, { ...one, prompt: 'q' }]
    expect(labels(...all)).toEqual(all.map((item) => instrumentKey(made(item))))
  })

  it('never gives two instruments one key or one label', () => {
    const word = fc.constantFrom('a', 'b', 'a/b', 'b/b')
    const rubric = fc.record({
      name: word,
      version: fc.constantFrom('1', '2'),
      models: fc.uniqueArray(word, { minLength: 1, maxLength: 3 }),
      rule: fc.constantFrom('mean', 'majority'),
      prompt: word,
    })
    fc.assert(
      fc.property(fc.uniqueArray(rubric, { selector: (item) => JSON.stringify(item) }), (all) => {
        const setups = judgedSetups(all.map(made))
        expect(setups).toHaveLength(all.length)
        expect(new Set(setups.map(({ label }) => label)).size).toBe(all.length)
      }),
    )
  })
})
