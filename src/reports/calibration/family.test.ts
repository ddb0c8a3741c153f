import { expect, it } from 'vitest'
import { familyOf } from './family.ts'

it.each([
  ['openai/gpt-4.1-mini', 'openai'],
  ['openai/o3-mini', 'openai'],
  ['recorded:gpt-4.1-mini_again', 'openai'],
  ['recorded:claude-sonnet-4-5-20250929', 'anthropic'],
  ['openrouter/anthropic/claude-opus-4', 'anthropic'],
  ['recorded:gemini-3-flash-preview', 'google'],
  ['recorded:llama-4-maverick', 'meta'],
  ['together/meta-llama/Llama-3.3-70B-Instruct-Turbo', 'meta'],
  ['deepseek/deepseek-reasoner', 'deepseek'],
  ['compatible/DeepSeek-R1-Distill-Qwen-7B', 'deepseek'],
  ['recorded:qwen3-max', 'qwen'],
  ['history:last-3+openai/gpt-4o', 'openai'],
  ['memory:mem0+anthropic/claude-haiku-4-5', 'anthropic'],
  ['mistralai/Mixtral-8x7B', 'mistral'],
  ['openai/my-fine-tune', 'openai'],
  ['compatible/judge-fair', null],
  ['oracle', null],
  ['baseline:copy', null],
  ['program:python answer.py', null],
])('%s is of %s', (name, family) => {
  expect(familyOf(name)).toBe(family)
})
