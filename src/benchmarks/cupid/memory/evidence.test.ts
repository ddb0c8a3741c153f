import { describe, expect, it } from 'vitest'
import type { Evidence } from '../../../core/memory-plan.ts'
import type { MemoryItem } from '../../../core/memory.ts'
import { casesOf } from '../data/fixtures.ts'
import { openCupid } from '../data/open.ts'
import { cupidGoldSchema, cupidInputSchema } from '../shapes.ts'
import { carries, evidenceOf } from './evidence.ts'

const evidence: Evidence = {
  id: 'preference',
  text: 'Texts for the newsletter must tell the season through one small scene and leave out every number.',
  quotes: ['People read this over breakfast, they do not want to do sums. No!', 'Yes. Send it like that.'],
  sessions: ['session-1', 'session-3'],
}

function item(text: string, sources: readonly string[]): MemoryItem {
  return { id: 'any', text, saidAt: null, happenedAt: null, sources, score: null, raw: null }
}

// Argued from the comment of the rule; the last line is what it gets wrong.
const table: readonly (readonly [
  text: string,
  sources: readonly string[],
  expected: boolean | null,
  why: string,
])[] = [
  [
    'User: people read this  over BREAKFAST, they do not want to do sums.',
    ['session-1'],
    true,
    'a sentence of the user',
  ],
  ['They do not want to do sums', ['session-1'], false, 'half a sentence, in none of the preference’s words'],
  [
    'Wants one small scene that tells the season, no numbers',
    ['session-3'],
    true,
    'a paraphrase near the words',
  ],
  ['Wants one small scene that tells the season, no numbers', [], true, 'wherever it comes from'],
  ['Wants one small scene that tells the season, no numbers', ['session-2'], false, 'another session'],
  ['Likes a small scene', ['session-1', 'session-3'], true, 'fewer words, from these sessions alone'],
  ['Likes a small scene', ['session-1', 'session-2'], null, 'fewer words, perhaps from the other session'],
  ['Likes a small scene', [], null, 'fewer words, from nobody knows where'],
  ['Asked for a text for the newsletter', ['session-1'], false, 'the occasion alone'],
  ['Yes.', ['session-1'], false, 'could be said of anything'],
  ['', ['session-1'], false, 'nothing'],
  ['Does not care for statistics', ['session-1'], false, 'in quite other words: the limit of the rule'],
]

describe('what carries a preference', () => {
  it.each(table)('%s from %j: %s, %s', (text, sources, expected) => {
    expect(carries(item(text, sources), evidence)).toBe(expected)
  })

  it('is asked of nothing where no session shows the preference', () => {
    const gold = cupidGoldSchema.parse({
      type: 'consistent',
      factor: 'a',
      preference: 'p',
      checklist: [],
      sessions: [{ factor: 'b', preference: 'p' }],
      contrasting: null,
      superseded: null,
    })
    expect(evidenceOf({ request: 'r', sessions: [{ dialogue: [] }] }, gold)).toEqual([])
  })
})

/** Counts of true, null, false. */
type Counts = readonly [number, number, number]

// The whole sample: every message and every session as an item of its own, and every preference as a model would
// write it down; with the session as source, and without any.
const measured: Readonly<Record<string, Counts>> = {
  'opening request, own session': [0, 1, 23],
  'later words, own session': [46, 0, 2],
  'assistant, own session': [2, 5, 41],
  'whole session, own session': [24, 0, 0],
  'preference, own session': [24, 0, 0],
  'anything, another session': [0, 0, 504],
  'later words, own session, no source': [46, 0, 2],
  'preference, own session, no source': [24, 0, 0],
  'anything, another session, no source': [0, 72, 432],
}

describe('on the sample', () => {
  it('items of the right sessions carry, and none of another one', async () => {
    const folders = { home: 'none', sample: 'sample', workingDirectory: '.' }
    const dataset = await openCupid('sample', folders)
    if (dataset === null) throw new Error('no sample')
    const counts: Record<string, [number, number, number]> = {}
    const note = (kind: string, carried: boolean | null): void => {
      const row = (counts[kind] ??= [0, 0, 0])
      row[carried === true ? 0 : carried === null ? 1 : 2] += 1
    }
    for (const subject of await casesOf(dataset)) {
      const { sessions } = cupidInputSchema.parse(subject.input)
      const gold = cupidGoldSchema.parse(subject.gold)
      const [found] = evidenceOf(subject.input, subject.gold)
      if (found === undefined) throw new Error('no evidence')
      for (const [place, { dialogue }] of sessions.entries()) {
        const id = `session-${place + 1}`
        const isOwn = found.sessions.includes(id)
        const texts = dialogue.map(({ role, content }, turn) => ({
          kind: role === 'assistant' ? 'assistant' : turn === 0 ? 'opening request' : 'later words',
          text: content,
        }))
        texts.push({ kind: 'whole session', text: dialogue.map(({ content }) => content).join('\n') })
        texts.push({ kind: 'preference', text: gold.sessions[place]?.preference ?? '' })
        for (const { kind, text } of texts) {
          const name = isOwn ? `${kind}, own session` : 'anything, another session'
          note(name, carries(item(text, [id]), found))
          note(`${name}, no source`, carries(item(text, []), found))
        }
      }
    }
    expect(counts).toMatchObject(measured)
  })
})
