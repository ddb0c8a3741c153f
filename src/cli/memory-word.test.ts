import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { memoryWord, modelsOfMemory, wordOfMemory } from './memory-word.ts'

const sources = { env: {} }

describe('a word that asks for a memory system', () => {
  // Word; name, own prompt, model.
  it.each([
    ['memory:bm25', 'bm25', false, null],
    ['memory:bm25+openai/gpt-4.1-mini', 'bm25', false, 'openai/gpt-4.1-mini'],
    ['memory:mem0:own-prompt', 'mem0', true, null],
    ['memory:mem0:own-prompt+openai/x', 'mem0', true, 'openai/x'],
    ['memory:*', '*', false, null],
    ['memory:*+compatible/perfect', '*', false, 'compatible/perfect'],
    ['memory:last-3', 'last-3', false, null],
    ['memory:', '', false, null],
    // A command line or a path may hold a plus: what follows the last one counts, when it is a model.
    ['memory:program:python3 a+b.py', 'program:python3 a+b.py', false, null],
    ['memory:program:python3 a+b.py+openai/x', 'program:python3 a+b.py', false, 'openai/x'],
    ['memory:./c++/memory.mjs+openai/x', './c++/memory.mjs', false, 'openai/x'],
    ['memory:http://127.0.0.1:1/v1+openai/x', 'http://127.0.0.1:1/v1', false, 'openai/x'],
    // Models have slashes and colons of their own.
    ['memory:bm25+compatible/meta/llama:free', 'bm25', false, 'compatible/meta/llama:free'],
    ['memory:bm25+compatible/base+tuned', 'bm25', false, 'compatible/base+tuned'],
    ['memory:+openai/x', '+openai/x', false, null],
    // No provider: a part of the name, which is refused later by that name.
    ['memory:bm25+opnai/x', 'bm25+opnai/x', false, null],
  ] as const)('%s', (word, name, ownPrompt, model) => {
    expect(memoryWord(word, sources)).toEqual({ name, ownPrompt, model })
    expect(wordOfMemory({ name, ownPrompt, model })).toBe(word)
  })

  it.each(['bm25', 'baseline:memory:x', 'Memory:bm25', 'openai/memory:x', ''])('%j does not', (word) => {
    expect(memoryWord(word, sources)).toBeNull()
  })

  it('is what it was taken apart into', () => {
    const name = fc.oneof(
      fc.constantFrom('bm25', 'last-7', 'program:sh -c "a+b"', './x.mjs', 'http://h:1/p'),
      fc.string({ minLength: 1 }).filter((text) => !text.includes('+') && !text.endsWith(':own-prompt')),
    )
    const model = fc.constantFrom(null, 'openai/a', 'compatible/b+c', 'anthropic/c:d')
    fc.assert(
      fc.property(name, fc.boolean(), model, (one, ownPrompt, asked) => {
        const parts = { name: one, ownPrompt, model: asked }
        expect(memoryWord(wordOfMemory(parts), sources)).toEqual(parts)
      }),
    )
  })
})

describe('models that a word asks', () => {
  const settings = { model: 'openai/writer', embedder: 'openai/embedder' }
  it.each([
    ['memory:bm25+openai/x', settings, ['openai/x', 'openai/writer', 'openai/embedder']],
    ['memory:bm25', settings, ['openai/writer', 'openai/embedder']],
    ['memory:bm25+openai/x', { model: null, embedder: null }, ['openai/x']],
    ['memory:bm25', { model: null, embedder: 'local:tfidf' }, []],
    ['openai/x', settings, []],
  ])('%s', (word, given, models) => {
    expect(modelsOfMemory(word, sources, given)).toEqual(models)
  })
})
