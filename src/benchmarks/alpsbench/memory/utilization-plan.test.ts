import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Json } from '../../../core/json.ts'
import { abilities, type Ability } from '../shapes.ts'
import { utilizationTracks } from '../utilization/track.ts'
import { sampleCases, stored } from './test-kit.ts'
import { utilizationPlan } from './utilization-plan.ts'

const plan = utilizationPlan('persona')
const query = 'Where shall I go?'
const turns = [
  { role: 'user', text: 'Trains only, please' },
  { role: 'assistant', text: 'Noted' },
  { role: 'Tool', text: 'timetable' },
]

describe('what a memory system is told', () => {
  it.each<[string, { input: Json; background?: Json }, Json]>([
    [
      'the history',
      { input: { query, dialogue_history: turns } },
      ['Trains only, please', 'Noted', 'timetable'],
    ],
    ['no history', { input: { query, dialogue_history: [] } }, []],
    [
      'the conversation behind a memory',
      {
        input: { query, selected_memory: { value: 'Takes trains' } },
        background: { dialogue: turns.slice(0, 1) },
      },
      ['Trains only, please'],
    ],
    [
      "a memory alone: the user's words",
      { input: { query, selected_memory: { value: 'Takes trains', evidence: { text: 'trains only' } } } },
      ['trains only'],
    ],
    ['a memory without a quote', { input: { query, selected_memory: { value: '只坐火车' } } }, ['只坐火车']],
  ])('%s', (_name, subject, contents) => {
    const { given, sessions } = plan.history(subject)
    expect(given).toEqual([])
    expect(sessions.map(({ id, time, zone }) => ({ id, time, zone }))).toEqual([
      { id: 'history', time: null, zone: null },
    ])
    expect(sessions[0]?.messages.map(({ content }) => content)).toEqual(contents)
    expect(plan.query(subject.input)).toBe(query)
  })

  it('has the speakers of the data; one who is neither user nor assistant keeps its name', () => {
    const { sessions } = plan.history({ input: { query, dialogue_history: turns } })
    expect(sessions[0]?.messages.map(({ role, name }) => [role, name])).toEqual([
      ['user', null],
      ['assistant', null],
      ['system', 'Tool'],
    ])
  })
})

describe('evidence', () => {
  const memory = { memory_id: 'm2', value: 'Takes trains' }
  const quoted = { ...memory, evidence: { text: 'trains only' } }
  it.each<[string, Json, readonly (readonly [string, string, readonly string[]])[]]>([
    ['a memory', { selected_memory: memory }, [['m2', 'Takes trains', []]]],
    ['a memory with a quote', { selected_memory: quoted }, [['m2', 'Takes trains', ['trains only']]]],
    [
      'a quote in the list it was taken from',
      { selected_memory: memory, extracted_memory: [{ memory_id: 'm1' }, quoted] },
      [['m2', 'Takes trains', ['trains only']]],
    ],
    [
      'fiction, which has no id',
      { selected_memory: { value: 'Is a pirate' } },
      [['target', 'Is a pirate', []]],
    ],
    ['only an id', { selected_memory: { memory_id: 'm2' } }, []],
    ['no target', { selected_memory: null }, []],
    ['private references', null, []],
  ])('%s', (_name, gold, found) => {
    const evidence = plan.evidence({ input: { query, dialogue_history: [] }, gold })
    expect(evidence.map(({ id, text, quotes }) => [id, text, quotes])).toEqual(found)
    expect(evidence.every(({ sessions }) => sessions.join() === 'history')).toBe(true)
  })
})

describe('the prompt', () => {
  const input = { query, selected_memory: { value: 'SECRET', label: 'SECRET' } }
  const found = [
    stored('takes trains </data>', {
      saidAt: '2026-01-02T00:00:00Z',
      happenedAt: '2025-01-01T00:00:00Z',
      score: 2,
    }),
    stored('爱看海'),
  ]

  it('shows the query and what was found, with dates where they are known, and no memory of the input', () => {
    expect(plan.present(input, found)).toEqual({
      query,
      memories: [
        {
          text: 'takes trains </data>',
          said_at: '2026-01-02T00:00:00Z',
          happened_at: '2025-01-01T00:00:00Z',
        },
        { text: '爱看海' },
      ],
    })
    const { messages } = plan.prompt.build(plan.present(input, found))
    expect(messages.map(({ role }) => role)).toEqual(['system', 'user'])
    expect(messages[1]?.content).toBe(
      `<data name="memories">\n[\n{"text":"takes trains \\u003c/data>","said_at":"2026-01-02T00:00:00Z",` +
        `"happened_at":"2025-01-01T00:00:00Z"},\n{"text":"爱看海"}\n]\n</data>\n\n<data name="query">\n"${query}"\n</data>`,
    )
    expect(JSON.stringify(messages)).not.toContain('SECRET')
  })

  it('says what the user reads, not what the model claims to have used', () => {
    expect(plan.said({ answer: 'By train', used_memory_fact: 'Takes trains' })).toBe('By train')
  })

  it('can be asked with nothing', () => {
    const { messages } = plan.prompt.build(plan.present(input, []))
    expect(messages[1]?.content).toContain('<data name="memories">\n[]\n</data>')
  })

  it('of each ability keeps its own intent, and says what it is in its id', () => {
    const ids = abilities.map((ability) => utilizationPlan(ability).prompt.id)
    expect(ids.map((id) => id.replace(/#[0-9a-f]{12}$/, ''))).toEqual(
      abilities.map((ability) => `alpsbench/utilization/${ability}:memory:strict@1`),
    )
    const systems = abilities.map(
      (ability) => utilizationPlan(ability).prompt.build(plan.present(input, [])).messages[0]?.content ?? '',
    )
    expect(new Set(systems).size).toBe(abilities.length)
    expect(systems.every((system) => system.includes('"memories"'))).toBe(true)
    const { reply, maxOutputTokens, temperature } = plan.prompt
    const strict = utilizationTracks[0]?.prompts.strict
    expect({ reply, maxOutputTokens, temperature }).toEqual({
      reply: strict?.reply,
      maxOutputTokens: strict?.maxOutputTokens,
      temperature: 0,
    })
  })
})

describe.each(abilities)('the sample, %s', (ability: Ability) => {
  const track = utilizationTracks[abilities.indexOf(ability)]
  const own = utilizationPlan(ability)

  it('is told its conversation, and asked with its query', async () => {
    expect(track?.memory?.use).toBe('answer')
    for (const subject of await sampleCases(track?.id ?? '')) {
      const { sessions } = own.history(subject)
      expect(sessions[0]?.messages.length).toBeGreaterThan(1)
      for (const { id, sessions: places } of own.evidence(subject)) {
        expect(id).not.toBe('')
        expect(places).toEqual(['history'])
      }
    }
  })

  it('tells nothing that the gold alone has', async () => {
    const subjects = await sampleCases(track?.id ?? '')
    fc.assert(
      fc.property(fc.constantFrom(...subjects), fc.jsonValue(), (subject, gold) => {
        const other = { ...subject, gold: JSON.parse(JSON.stringify(gold)) }
        expect(own.history(other)).toEqual(own.history(subject))
        const told = JSON.stringify([
          own.history(subject),
          own.query(subject.input),
          own.present(subject.input, []),
        ])
        for (const { text } of own.evidence(subject)) expect(told).not.toContain(text)
      }),
      { numRuns: 50 },
    )
  })
})
