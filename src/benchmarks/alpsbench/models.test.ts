import { describe, expect, it } from 'vitest'
import { knownModels, recordingNames } from './models.ts'

describe('names of recorded models', () => {
  it('lead from every name of a model to all of them, the asked one first', () => {
    expect(recordingNames('gpt-4.1-mini')).toEqual([
      'gpt-4.1-mini',
      'gpt-4.1-mini_again',
      'vanilla_gpt4.1-mini',
    ])
    expect(recordingNames('claude-sonnet-4-5-20250929')[0]).toBe('claude-sonnet-4-5-20250929')
    expect(recordingNames('Gemini-3 Flash')).toContain('gemini-3-flash-preview')
  })

  it('stay as they are where nothing is known', () => {
    expect(recordingNames('my-model')).toEqual(['my-model'])
    expect(recordingNames('gpt-5')).toEqual(['gpt-5'])
  })

  it('belong to one model each', () => {
    const all = knownModels
      .flatMap(({ name, aliases }) => [name, ...aliases])
      .map((name) => name.toLowerCase())
    // A paper name and the first alias may differ in letter case only.
    const perModel = knownModels.flatMap(({ name, aliases }) => [
      ...new Set([name, ...aliases].map((alias) => alias.toLowerCase())),
    ])
    expect(new Set(all).size).toBe(perModel.length)
  })
})
