import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { dataBlock } from '../../core/data-block.ts'
import { createAnswerBook } from './answer-book.ts'
import { contextPersonalities, personalities } from './personalities.ts'
import { replyTo } from './reply.ts'

// What each model keeps of sessions that the data knows and of others.

const bees = 'I keep bees on the roof, two hives. Anyway, how are you?'
const chess = 'On Mondays I play chess.'
const book = await createAnswerBook([
  {
    track: 'alpsbench/extraction',
    input: {
      dialogue: [
        { role: 'user', text: bees },
        { role: 'assistant', text: 'Lovely.' },
        { role: 'user', text: 'Thanks, bye.' },
      ],
    },
    gold: {
      memory_items: [
        {
          memory_id: 'm1',
          value: 'Is a beekeeper',
          label: 'Life/Hobby',
          type: 'direct',
          confidence: 0.9,
          evidence: { text: 'I keep bees on the roof' },
        },
      ],
    },
  },
  {
    track: 'alpsbench/update',
    input: {
      existing_memories: [{ memory_id: 'm1', value: 'Is a beekeeper' }],
      old_dialogue: [{ role: 'user', text: bees }],
      new_dialogue: [{ role: 'user', text: 'I sold the hives last week.' }],
    },
    gold: {
      answer: [{ memory_id: 'm1_updated', value: 'Sold the hives', evidence: { text: 'I sold the hives' } }],
      selected_memory_id: 'm1',
    },
  },
  {
    track: 'cupid/inference',
    input: {
      request: 'Again, please.',
      sessions: [
        {
          dialogue: [
            { role: 'user', content: 'A poem.' },
            { role: 'user', content: 'Make it rhyme, will you.' },
          ],
        },
        {
          dialogue: [
            { role: 'user', content: 'A poem now.' },
            { role: 'user', content: 'Rhymes are for children.' },
          ],
        },
      ],
    },
    gold: {
      factor: 'Poems',
      preference: 'Poems must not rhyme.',
      checklist: ['Is there no rhyme?'],
      sessions: [
        { factor: 'Poems', preference: 'Poems must rhyme.' },
        { factor: 'Poems', preference: 'Poems must not rhyme.' },
      ],
      contrasting: null,
    },
  },
])

type Turn = readonly [role: string, text: string]
const blocks = (turns: readonly Turn[]) =>
  dataBlock(
    'session',
    turns.map(([role, text]) => ({ role, text })),
  )
function said(model: string, user: string): string {
  const reply = replyTo({ model, messages: [{ role: 'user', content: user }], schema: null }, book)
  if ('refused' in reply) throw new Error(reply.refused)
  return reply.text
}
const session = (model: string, turns: readonly Turn[]): string[] => said(model, blocks(turns)).split('\n')
const summary = (model: string, before: string, turns: readonly Turn[]): string =>
  said(model, `${dataBlock('summary', before)}\n\n${blocks(turns)}`)
const operationsSchema = z.object({
  operations: z.array(
    z.strictObject({
      event: z.enum(['add', 'update', 'delete', 'none']),
      id: z.string().nullable(),
      text: z.string().nullable(),
    }),
  ),
})
const operations = (model: string, turns: readonly Turn[], memory: readonly string[] = []) =>
  operationsSchema.parse(
    JSON.parse(
      said(
        model,
        `${blocks(turns)}\n\n${dataBlock(
          'memory',
          memory.map((text, at) => ({ id: `i${at}`, text })),
        )}`,
      ),
    ),
  ).operations

const names = [...Object.keys(personalities), ...Object.keys(contextPersonalities)]
const known: readonly Turn[] = [
  ['user', bees],
  ['assistant', 'Lovely.'],
  ['user', chess],
]
const nothing = ['The user asked for something.']
const faithful = ['Is a beekeeper', chess]

/** Of a message that the data knows and one that it does not. */
const kept: Readonly<Record<string, readonly unknown[]>> = {
  perfect: faithful,
  'stays-in-role': faithful,
  'never-updates': faithful,
  'ignores-context': faithful,
  'over-general': faithful,
  forgetful: [],
  hallucinating: [...faithful, expect.any(String)],
  'copies-everything': [bees, 'Lovely.', chess],
  'ignores-memory': nothing,
  'over-applies-memory': faithful.flatMap((text) => [text, `Always and everywhere: ${text}`]),
  'wrong-language': [expect.stringMatching(/\p{Script=Han}/u), expect.stringMatching(/\p{Script=Han}/u)],
}

describe('what a scripted model keeps', () => {
  it.each(names)('%s, of a session', (model) => {
    const lines = session(model, known)
    if (model !== 'forgetful' && model !== 'wrong-language') {
      expect(lines).toEqual(kept[model])
      return
    }
    // Facts in another language may be told apart no more.
    if (model === 'wrong-language')
      expect(lines).toEqual(lines.map(() => expect.stringMatching(/\p{Script=Han}/u)))
    else for (const line of lines) expect([...faithful, ...nothing]).toContain(line)
  })

  it('forgetful keeps a third', () => {
    const many = Array.from({ length: 300 }, (_, at): Turn => ['user', `Fact number ${at} is mine.`])
    const lines = session('forgetful', many)
    expect(lines.length).toBeGreaterThan(70)
    expect(lines.length).toBeLessThan(130)
  })

  it('a changed message changes what is kept', () => {
    expect(session('perfect', [['user', bees]])).toEqual(['Is a beekeeper'])
    const other = bees.replace('roof', 'balcony')
    expect(session('perfect', [['user', other]])).toEqual([other])
    expect(session('perfect', [['user', 'Thanks, bye.']])).toEqual(nothing)
  })

  it('keeps the preference of a session of CUPID, and none of its opening request', () => {
    expect(
      session('perfect', [
        ['user', 'A poem.'],
        ['user', 'Make it rhyme, will you.'],
      ]),
    ).toEqual(['Poems must rhyme.'])
  })
})

describe('operations', () => {
  it.each([
    ['a new fact', [['user', chess]], [], [{ event: 'add', id: null, text: chess }]],
    [
      'the same fact',
      [['user', chess]],
      ['x', 'on  mondays I play CHESS.'],
      [{ event: 'none', id: 'i1', text: null }],
    ],
    [
      'what the data says is replaced',
      [['user', 'I sold the hives last week.']],
      ['Is a beekeeper', 'Plays chess'],
      [{ event: 'update', id: 'i0', text: 'Sold the hives' }],
    ],
    [
      'what says by itself that something changed',
      [['user', 'I have changed jobs. I work at a printing house called Tasquin now.']],
      ['My boat is called Saltimar.', 'I work at a bakery called Morvelle.'],
      [
        {
          event: 'update',
          id: 'i1',
          text: 'I have changed jobs. I work at a printing house called Tasquin now.',
        },
      ],
    ],
    [
      'what only looks alike',
      [['user', 'My boat is called Saltimar.']],
      ['My kayak is called Veltramin.'],
      [{ event: 'add', id: null, text: 'My boat is called Saltimar.' }],
    ],
    [
      'a preference that changed',
      [
        ['user', 'A poem now.'],
        ['user', 'Rhymes are for children.'],
      ],
      ['Poems must rhyme.'],
      [{ event: 'update', id: 'i0', text: 'Poems must not rhyme.' }],
    ],
  ] satisfies readonly (readonly [string, readonly Turn[], readonly string[], unknown])[])(
    '%s',
    (_, turns, memory, expected) => {
      expect(operations('perfect', turns, memory)).toEqual(expected)
    },
  )

  it.each(['never-updates', 'copies-everything'])('%s only adds', (model) => {
    const turns: readonly Turn[] = [
      ['user', 'I sold the hives last week.'],
      ['user', 'I work at Tasquin now, not the bakery.'],
    ]
    const events = operations(model, turns, ['Is a beekeeper', 'I work at the bakery.']).map(
      ({ event }) => event,
    )
    expect(events).toEqual(['add', 'add'])
  })

  it('of two that change one item, the first does', () => {
    const turns: readonly Turn[] = [
      ['user', 'I work at the bakery now, mornings.'],
      ['user', 'These days I work at a bakery.'],
    ]
    const events = operations('perfect', turns, ['I work at the bakery.']).map(({ event }) => event)
    expect(events).toEqual(['update', 'add'])
  })

  it('change each item once, name no other id and delete nothing', () => {
    const text = fc.oneof(
      fc.string(),
      fc.constantFrom('I work at the bakery now', 'These days I work at a bakery', 'I work at the bakery'),
    )
    fc.assert(
      fc.property(fc.constantFrom(...names), fc.array(text), fc.array(text), (model, texts, memory) => {
        const found = operations(
          model,
          texts.map((one): Turn => ['user', one]),
          memory,
        )
        const ids = memory.map((_, at) => `i${at}`)
        const updated = found.flatMap(({ event, id }) => (event === 'update' ? [id] : []))
        expect(new Set(updated).size).toBe(updated.length)
        for (const { event, id, text: given } of found) {
          expect(event).not.toBe('delete')
          if (event === 'add') expect(id).toBeNull()
          else expect(ids).toContain(id)
          expect(given === null).toBe(event === 'none')
        }
      }),
    )
  })
})

describe('a summary', () => {
  it('grows, and has what changed in the place of what it changed', () => {
    const first = summary('perfect', '', known)
    expect(first.split('\n')).toEqual(faithful)
    expect(summary('perfect', first, known)).toBe(first)
    expect(summary('perfect', first, [['user', 'I sold the hives last week.']]).split('\n')).toEqual([
      'Sold the hives',
      chess,
    ])
    expect(summary('never-updates', first, [['user', 'I sold the hives last week.']]).split('\n')).toEqual([
      ...faithful,
      'Sold the hives',
    ])
  })

  it('is never empty, and says nothing of having been so', () => {
    expect(summary('perfect', '', [['user', ' \u0000\n']])).toBe(nothing[0])
    expect(summary('perfect', nothing[0] ?? '', [['user', chess]])).toBe(chess)
  })
})

describe('messages that nobody wrote down before', () => {
  const words = ['林暮川', 'زمردين', 'ברקולי', '👩🏽‍🚀🪁', 'Veltramin']

  it.each(['perfect', 'never-updates', 'copies-everything'])('%s keeps every word of them', (model) => {
    const filler = 'The tide stood at 37 and four boats went out. '.repeat(430)
    const long = `${filler.slice(0, 19_960)} My club is called Brundiswick.`
    const unspaced = '潮水'.repeat(700)
    const texts = [`My parrot is called ${words.join(', ')}.`, long, unspaced, `${'x'.repeat(3000)}end`]
    const all = session(
      model,
      texts.map((text): Turn => ['user', text]),
    ).join(' ')
    for (const word of [...words, 'Brundiswick', 'end']) expect(all).toContain(word)
  })

  it('are kept in pieces that can be shown', () => {
    const long = `${'A day at sea. '.repeat(1400)}My club is called Brundiswick.`
    const items = operations('perfect', [['user', long]]).map(({ text }) => text ?? '')
    expect(Math.max(...items.map((text) => text.length))).toBeLessThanOrEqual(600)
    expect(items.filter((text) => text.includes('Brundiswick'))).toHaveLength(1)
  })

  it('come back with all their letters', () => {
    const text = fc.array(
      fc.oneof(fc.string({ unit: 'grapheme', minLength: 1 }), fc.constantFrom('. ', '。', '\n', ' ')),
      { maxLength: 900 },
    )
    fc.assert(
      fc.property(text, (parts) => {
        const message = parts.join('')
        const letters = (one: string) => one.replaceAll(/[^\p{L}\p{N}]/gu, '')
        // Equal pieces of a message are kept once.
        const items = operations('perfect', [['user', message]]).map((one) => one.text ?? '')
        const missing = message
          .split(/[^\p{L}\p{N}]+/u)
          .filter((word) => !letters(items.join('')).includes(word))
        expect(missing.filter((word) => word.length < 100)).toEqual([])
      }),
      { numRuns: 50 },
    )
  })
})

describe('mem0', () => {
  const ask = (messages: string, memory: object = []) =>
    JSON.parse(
      said(
        'perfect',
        `## Summary\n\n\n## Last k Messages\n\n\n## Recently Extracted Memories\n[]\n\n## Existing Memories\n${JSON.stringify(memory)}\n\n## New Messages\n${messages}\n\n## Observation Date\n2026-01-02\n\n## Current Date\n2026-01-02\n\n# Output:`,
      ),
    )

  it('gets facts that derive from the messages', () => {
    expect(ask(`user: ${bees}\nassistant: Lovely.\nuser: ${chess}`)).toEqual({
      memory: faithful.map((text, at) => ({
        id: String(at),
        text,
        attributed_to: 'user',
        linked_memory_ids: [],
      })),
    })
  })

  it('gets nothing twice, and a link to what changed', () => {
    const memory = [
      { id: '0', text: chess },
      { id: '1', text: 'I work at a bakery called Morvelle.' },
    ]
    const text = 'I have changed jobs. I work at a printing house called Tasquin now.'
    expect(ask(`user: ${chess}\nuser: ${text}`, memory)).toEqual({
      memory: [{ id: '0', text, attributed_to: 'user', linked_memory_ids: ['1'] }],
    })
  })
})

describe('labels', () => {
  const ask = (model: string, stored: readonly string[]) =>
    JSON.parse(
      said(
        model,
        dataBlock(
          'stored',
          stored.map((text, at) => ({ place: at + 1, text })),
        ),
      ),
    )
  const gold = { type: 'direct', label: 'Life/Hobby', confidence: 0.9 }
  const none = { type: 'direct', label: 'UNMAPPED', confidence: 0.5 }

  it('are those of the memory that an item tells', () => {
    expect(ask('perfect', ['is a  Beekeeper', bees, 'Plays chess', ''])).toEqual({
      labels: [
        { place: 1, ...gold },
        { place: 2, ...gold },
        { place: 3, ...none },
        { place: 4, ...none },
      ],
    })
  })

  it.each(['ignores-memory', 'copies-everything'])('are unknown to %s', (model) => {
    expect(ask(model, ['Is a beekeeper'])).toEqual({ labels: [{ place: 1, ...none }] })
  })

  it('are given by hallucinating to what is not there', () => {
    expect(ask('hallucinating', ['Is a beekeeper']).labels).toHaveLength(2)
  })
})
