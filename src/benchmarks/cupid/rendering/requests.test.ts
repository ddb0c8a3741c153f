import { describe, expect, it } from 'vitest'
import { decomposerRequest, generationRequest, judgeRequest, matcherRequest } from './requests.ts'

const judged = { request: 'r', answer: 'a', preference: 'p', checklist: ['e'] }

describe('calls of the original code (spec 2.12)', () => {
  it.each([
    ['generation', generationRequest({ sessions: [], request: 'r' }), null, 8192],
    ['decomposer', decomposerRequest('p'), 'gpt-4o-2024-11-20', 4096],
    ['matcher', matcherRequest('m', 'p', ['e']), 'm', 8192],
    ['judge', judgeRequest('j', judged), 'j', 8192],
  ])('%s', (_what, request, model, maxOutputTokens) => {
    expect(request).toMatchObject({ model, maxOutputTokens, temperature: 0 })
  })
})
