import { expect, it } from 'vitest'
import { fairnessFields, type MemorySheet } from '../core/memory-sheet.ts'
import type { SystemRecord } from '../core/run.ts'
import { refuseUnfair, sheetsOf } from './fairness.ts'

function record(id: string, change: Partial<MemorySheet> | null): SystemRecord {
  const memory: MemorySheet = {
    memory: id,
    version: '1',
    k: 20,
    budget: 1024,
    dates: 'native',
    wait: 60,
    embedder: null,
    extraction_model: null,
    extraction_prompt: null,
    answer_model: 'openai/m',
    answer_prompt: 'shared',
    own_prompt: false,
    ...change,
  }
  const bare = { id, kind: 'ranked' as const, spec: id, identity: {}, states: [], warnings: [] }
  return change === null ? bare : { ...bare, memory }
}

const same = [record('memory:a', {}), record('memory:b', {}), record('openai/x', null)]
const apart = [...same, record('memory:c', { answer_model: 'openai/n', dates: 'none' })]

it('equal conditions pass; systems without a memory have no sheet', () => {
  expect(() => refuseUnfair('t', same, [])).not.toThrow()
  expect(() => refuseUnfair('t', [], [])).not.toThrow()
  expect(sheetsOf(same).map(([id]) => id)).toEqual(['memory:a', 'memory:b'])
})

it('every difference is named at once, with who has it and how to say that it is meant', () => {
  expect(() => refuseUnfair('a/b', apart, [])).toThrow(
    expect.objectContaining({
      exitCode: 2,
      message:
        'the memory systems on a/b would not be compared under equal conditions; they differ in ' +
        'dates: native (memory:a, memory:b) against none (memory:c); ' +
        'answer model: openai/m (memory:a, memory:b) against openai/n (memory:c)',
      fix: 'make them equal, or say that the difference is meant: --waive dates,answer-model',
    }),
  )
})

it('what is waived is not named, and nothing else is waived with it', () => {
  expect(() => refuseUnfair('t', apart, ['answer_model'])).toThrow(
    expect.objectContaining({ fix: expect.stringMatching(/--waive dates$/) }),
  )
  expect(() => refuseUnfair('t', apart, ['answer_model', 'dates'])).not.toThrow()
  expect(() =>
    refuseUnfair(
      't',
      apart,
      fairnessFields.filter((one) => one !== 'dates'),
    ),
  ).toThrow()
})
