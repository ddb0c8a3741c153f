import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { answerKeyOf, createAnswerBook } from './answer-book.ts'
import { cases, dialogue, extractionCase, retrievalCase } from './fixtures.ts'
import { caseTextOf, objectsIn, payloadIn } from './payload.ts'

const keyOfPrompt = (prompt: string) => answerKeyOf(caseTextOf(payloadIn(prompt)))
const key = (input: object) => answerKeyOf(caseTextOf(payloadIn(JSON.stringify(input))))

describe('the key of a case', () => {
  it('is found in delimited parts, plain JSON, ASCII escapes, fences and prose', () => {
    const ascii = JSON.stringify({ dialogue }).replaceAll(
      /[^\x20-\x7e]/g,
      (letter) => String.raw`\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
    )
    const lines = dialogue.map((turn) => JSON.stringify(turn)).join(',\n')
    const wanted = key({ dialogue })
    for (const prompt of [
      ascii,
      `Read {this} first.\n\`\`\`json\n${ascii}\n\`\`\``,
      `<data name="dialogue">\n[\n${lines}\n]\n</data>`,
    ]) {
      expect(keyOfPrompt(prompt)).toBe(wanted)
    }
  })

  it('ignores ids, order of memories, white space and the line between dialogues', () => {
    const one = {
      query: 'q  a',
      candidate_memories: [
        { memory_id: '1', value: 'x' },
        { memory_id: '2', value: 'y' },
      ],
    }
    const same = {
      latest_query: ' q a',
      candidate_memories: [{ memory_id: 'c9', value: 'y' }, { value: 'x' }],
    }
    expect(key(one)).toBe(key(same))
    const [first, ...rest] = dialogue
    const halves = `<data name="old_dialogue">\n${JSON.stringify([first])}\n</data>\n\n--- NEW ---\n\n<data name="new_dialogue">\n${JSON.stringify(rest)}\n</data>`
    expect(keyOfPrompt(halves)).toBe(key({ dialogue }))
  })

  it('differs where query, user turns, memories or the task differ', () => {
    const keys = [
      { dialogue },
      { dialogue: dialogue.slice(0, 1) },
      { dialogue, existing_memories: [] },
      { query: 'a', dialogue_history: dialogue },
      { query: 'b', dialogue_history: dialogue },
      { query: 'a', selected_memory: { value: 'v' } },
      { query: 'a', selected_memory: { value: 'w' } },
    ].map(key)
    expect(new Set(keys).size).toBe(keys.length)
  })

  it('finds every object of a text, whatever stands around and inside', () => {
    const value = fc.dictionary(fc.string(), fc.oneof(fc.string(), fc.constant({ nested: '}"{' })), {
      minKeys: 1,
    })
    const prose = fc.string().map((text) => text.replaceAll(/[{}"]/g, ''))
    fc.assert(
      fc.property(fc.array(fc.tuple(prose, value), { maxLength: 4 }), (parts) => {
        const text = parts.map(([before, object]) => `${before}${JSON.stringify(object)}`).join('')
        expect([...objectsIn(text)]).toEqual(parts.map(([, object]) => JSON.parse(JSON.stringify(object))))
      }),
    )
  })

  it('gives up on a text of stray braces', () => {
    expect([...objectsIn('{'.repeat(200_000))]).toEqual([])
  })
})

describe('the answer book', () => {
  it('has the cases with gold and nothing else', async () => {
    const book = await createAnswerBook([
      ...cases,
      { ...extractionCase, input: { dialogue: [] }, gold: null },
    ])
    expect(book.size).toBe(3)
    expect(book.find(caseTextOf(payloadIn(JSON.stringify(retrievalCase.input))))).toEqual({
      track: retrievalCase.track,
      gold: retrievalCase.gold,
    })
    expect(book.find(caseTextOf({ dialogue: [] }))).toBeUndefined()
  })
})
