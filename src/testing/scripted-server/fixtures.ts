import type { AnswerBookCase } from './answer-book.ts'

// Invented cases for the tests of this folder.

export const dialogue = [
  { role: 'user', text: 'I keep  bees on the roof, {two} hives.' },
  { role: 'assistant', text: 'How lovely. Do they winter well?' },
  { role: 'user', text: '是的，很好 🐝' },
]

export const extractionCase: AnswerBookCase = {
  track: 'alpsbench/extraction',
  input: { dialogue },
  gold: {
    memory_items: [
      {
        memory_id: 'm1',
        type: 'direct',
        label: 'Life/Hobby',
        value: 'Keeps bees on the roof',
        confidence: 0.95,
      },
    ],
  },
}

export const retrievalCase: AnswerBookCase = {
  track: 'alpsbench/retrieval/d100',
  input: {
    query: 'What should I plant?',
    candidate_memories: [
      { memory_id: 'a', value: 'Plays chess', label: 'x' },
      { memory_id: 'm1', value: 'Keeps bees on the roof', label: 'x' },
    ],
  },
  gold: {
    selected_memory_id: 'm1',
    selected_memory: { memory_id: 'm1', value: 'Keeps bees on the roof', label: 'x' },
  },
}

export const personaCase: AnswerBookCase = {
  track: 'alpsbench/utilization/persona',
  input: { query: 'What should I plant?', selected_memory: { value: 'Keeps bees on the roof' } },
  gold: { selected_memory: { value: 'Keeps bees on the roof' }, reference_answer: 'Lavender and borage.' },
}

export const cases = [extractionCase, retrievalCase, personaCase]
