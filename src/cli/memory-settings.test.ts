import { describe, expect, it } from 'vitest'
import { fairnessFields } from '../core/memory-sheet.ts'
import { defaultMemorySettings } from '../core/run.ts'
import { makeFolder, inProcess } from './testing/cli.ts'
import { memorySettings, type MemoryChoices } from './memory-settings.ts'

const { k, budget, wait } = defaultMemorySettings
const choices = (change: Partial<MemoryChoices> = {}): MemoryChoices => ({
  memoryK: k,
  memoryBudget: budget,
  memoryWait: wait,
  waive: [],
  usageTest: true,
  memoryChecks: true,
  ...change,
})

describe('what all memory systems of a run are given', () => {
  it('is by default what runs without memory systems have', () => {
    expect(memorySettings(choices(), { env: {} })).toEqual(defaultMemorySettings)
  })

  // --answer-model, RAPPORT_ANSWER_MODEL, who answers.
  it.each([
    [undefined, undefined, null],
    [undefined, '', null],
    [undefined, '  ', null],
    [undefined, ' openai/x ', 'openai/x'],
    ['openai/y', 'openai/x', 'openai/y'],
    ['openai/y', undefined, 'openai/y'],
  ])('answer model %j, environment %j: %j', (option, env, expected) => {
    const given = choices(option === undefined ? {} : { answerModel: option })
    const found = memorySettings(given, { env: { RAPPORT_ANSWER_MODEL: env } })
    expect(found.answerModel).toBe(expected)
  })

  it('waives by name, with dashes or without', () => {
    const all = fairnessFields.map((name) => name.replaceAll('_', '-'))
    expect(memorySettings(choices({ waive: all }), { env: {} }).waived).toEqual(fairnessFields)
    expect(memorySettings(choices({ waive: ['answer_model'] }), { env: {} }).waived).toEqual(['answer_model'])
  })

  it('what can not be waived is refused, with what can', () => {
    expect(() => memorySettings(choices({ waive: ['answer-modl'] }), { env: {} })).toThrow(
      expect.objectContaining({ exitCode: 2, fix: expect.stringContaining('did you mean answer-model') }),
    )
    expect(() => memorySettings(choices({ waive: ['nonsense'] }), { env: {} })).toThrow(
      expect.objectContaining({ exitCode: 2, fix: expect.stringContaining('extraction-prompt') }),
    )
  })
})

describe('options out of range', () => {
  it.each([
    '--memory-k=0',
    '--memory-k=-1',
    '--memory-k=2.5',
    '--memory-k=many',
    '--memory-budget=0',
    '--memory-budget=x',
    '--memory-wait=0',
    '--memory-wait=-5',
    '--memory-wait=soon',
    '--memory-wait=Infinity',
    '--memory-k=1e400',
    '--waive=nonsense',
  ])('%s: 2, and nothing is run', async (option) => {
    const { path, remove } = makeFolder()
    try {
      const words = ['run', 'alpsbench/utilization/persona', '--system=memory:none', option]
      const { code, out, err } = await inProcess(path, words, {
        env: { RAPPORT_ANSWER_MODEL: 'compatible/x' },
      })
      expect({ code, out }).toEqual({ code: 2, out: '' })
      expect(err).toContain(option.split('=', 1).join().replace('--waive', 'nonsense'))
      expect((await inProcess(path, ['report'])).code).toBe(2)
    } finally {
      remove()
    }
  })
})
