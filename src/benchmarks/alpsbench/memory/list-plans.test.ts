import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Json, JsonObject } from '../../../core/json.ts'
import { extractionTrack } from '../extraction/track.ts'
import { updateTrack } from '../update/track.ts'
import { textField } from '../scoring/memory-lists.ts'
import { extractionPlan } from './extraction-plan.ts'
import { sampleCases, stored } from './test-kit.ts'
import { updatePlan } from './update-plan.ts'

const reply = (...labels: readonly object[]) => ({ text: JSON.stringify({ labels }), meta: {} })
const music = { type: 'direct', label: 'Preferences/Music', confidence: 0.95 }
const none = { type: null, label: null, confidence: null }

describe('extraction', () => {
  const input = { dialogue: [{ role: 'user', text: 'off to my cello lesson' }] }

  it('is told the dialogue, and what the row asks of chat models is not part of it', () => {
    expect(extractionPlan.history({ input: { ...input, instruction: 'Extract.' } })).toEqual({
      given: [],
      sessions: [
        {
          id: 'history',
          time: null,
          zone: null,
          messages: [{ role: 'user', name: null, content: 'off to my cello lesson', time: null }],
        },
      ],
    })
  })

  it('predicts what is stored, in its own words, with the labels that were given', () => {
    const items = [stored('Plays the cello', { id: 'a' }), stored('爱喝绿茶', { id: 'b' })]
    expect(extractionPlan.predict(input, items, reply({ place: 1, ...music }))).toEqual({
      memory_items: [
        { memory_id: 'a', ...music, value: 'Plays the cello', evidence_text: null },
        { memory_id: 'b', ...none, value: '爱喝绿茶', evidence_text: null },
      ],
    })
    expect(extractionPlan.predict(input, [], null)).toEqual({ memory_items: [] })
  })

  it('rests on every gold memory; on none where references are private', () => {
    const gold = {
      memory_items: [
        { memory_id: 'm1', value: 'Plays the cello', evidence: { text: 'my cello lesson' } },
        { value: '只坐火车', evidence: null },
        { memory_id: 'm3' },
      ],
    }
    expect(extractionPlan.evidence({ input, gold })).toEqual([
      { id: 'm1', text: 'Plays the cello', quotes: ['my cello lesson'], sessions: ['history'] },
      { id: 'm2', text: '只坐火车', quotes: [], sessions: ['history'] },
    ])
    expect(extractionPlan.evidence({ input, gold: null })).toEqual([])
  })
})

describe('update', () => {
  const old = (memory_id: string, value: string): JsonObject => ({
    memory_id,
    type: 'direct',
    label: 'Preferences/Food',
    value,
    confidence: 0.8,
    time_scope: 'long_term',
    updated_at: '2026-03-02T18:20:00Z',
  })
  const [dairy, parrot, cello] = [
    old('m1', 'Avoids dairy'),
    old('m2', 'Has a parrot'),
    old('m3', '会拉大提琴'),
  ]
  const pool = [dairy, parrot, cello]
  const input = {
    existing_memories: pool,
    old_dialogue: [{ role: 'user', text: 'OLD' }],
    new_dialogue: [{ role: 'user', text: 'I eat cheese again' }],
  }
  const kept = (memory: JsonObject, more = {}) =>
    stored(textField(memory, 'value'), {
      id: `own-${textField(memory, 'memory_id')}`,
      sources: [textField(memory, 'memory_id')],
      ...more,
    })
  const fresh = (at: number, value: string, labels: object = none) => ({
    memory_id: `m_new_${at}`,
    ...labels,
    value,
    evidence_text: null,
  })

  it('is given the memories and told the new dialogue only', () => {
    const { given, sessions } = updatePlan.history({ input })
    expect(given[0]).toEqual({
      id: 'm1',
      text: 'Avoids dairy',
      label: 'Preferences/Food',
      time: '2026-03-02T18:20:00Z',
    })
    expect(given.map(({ id }) => id)).toEqual(['m1', 'm2', 'm3'])
    expect(sessions.map(({ id }) => id)).toEqual(['new_dialogue'])
    expect(JSON.stringify(sessions)).not.toContain('OLD')
  })

  it('gives ids that come twice a number, and leaves out times that are none', () => {
    const twice = [dairy, { ...old('m1', 'Likes tea'), label: '', updated_at: 'recently' }]
    const { given } = updatePlan.history({ input: { ...input, existing_memories: twice } })
    expect(given.map(({ id, label, time }) => [id, label, time])).toEqual([
      ['m1', 'Preferences/Food', '2026-03-02T18:20:00Z'],
      ['m1#2', null, null],
    ])
  })

  const cheese = { ...dairy, value: 'Eats cheese again' }
  const tea = { ...dairy, value: 'Likes tea' }
  it.each<[string, readonly ReturnType<typeof stored>[], readonly Json[]]>([
    ['nothing done', pool.map((one) => kept(one)), pool],
    ['named by its id', [stored('Avoids dairy', { id: 'm1' })], [dairy]],
    ['forgotten', [kept(parrot)], [parrot]],
    ['everything forgotten', [], []],
    [
      'changed',
      [stored('Eats cheese again', { id: 'x', sources: ['m1', 'new_dialogue'] }), kept(parrot)],
      [cheese, parrot],
    ],
    [
      'new',
      [kept(dairy), stored('Learns Portuguese', { id: 'm9', sources: ['new_dialogue'] })],
      [dairy, fresh(1, 'Learns Portuguese', music)],
    ],
    ['of no source', [stored('Avoids dairy', { id: 'x' })], [fresh(1, 'Avoids dairy', music)]],
    [
      'split: the unchanged one is the memory, wherever it stands',
      [stored('Likes tea', { id: 'x', sources: ['m1'] }), kept(dairy)],
      [fresh(1, 'Likes tea', music), dairy],
    ],
    [
      'split into two others: the first is the memory',
      [stored('Likes tea', { id: 'x', sources: ['m1'] }), stored('Eats', { id: 'y', sources: ['m1'] })],
      [tea, fresh(1, 'Eats', music)],
    ],
    [
      'made of two: the first of them, the other is gone',
      [stored('Likes tea', { id: 'x', sources: ['m1', 'm2'] })],
      [tea],
    ],
    [
      'made of one that is taken and one that is free',
      [kept(dairy), stored('Has a grey parrot', { id: 'x', sources: ['m1', 'm2'] })],
      [dairy, { ...parrot, value: 'Has a grey parrot' }],
    ],
  ])('%s', (_name, items, expected) => {
    expect(updatePlan.predict(input, items, reply({ place: 1, ...music }))).toEqual({
      memory_items: expected,
    })
  })

  it('asks for labels of what is new, by its place among the new', () => {
    const items = [kept(dairy), stored('One'), kept(parrot, { text: 'Had a parrot' }), stored('Two')]
    expect(updatePlan.toLabel(input, items)).toEqual({
      stored: [
        { place: 1, text: 'One' },
        { place: 2, text: 'Two' },
      ],
    })
    expect(updatePlan.predict(input, items, reply({ place: 2, ...music }))).toEqual({
      memory_items: [dairy, fresh(1, 'One'), { ...parrot, value: 'Had a parrot' }, fresh(2, 'Two', music)],
    })
    expect(updatePlan.toLabel(input, [kept(dairy)])).toBeNull()
  })

  it('rests on what is kept, by the memory that was given, and on what is new, by the new dialogue', () => {
    const quoted = (item: JsonObject) => ({
      ...item,
      evidence: { text: `quote of ${textField(item, 'value')}` },
    })
    const answer = [parrot, { ...cheese, memory_id: 'm1_updated' }, old('m_new_1', 'Learns Portuguese')].map(
      quoted,
    )
    expect(updatePlan.evidence({ input, gold: { answer, selected_memory_id: 'm1' } })).toEqual([
      { id: 'm2', text: 'Has a parrot', quotes: [], sessions: ['m2'] },
      {
        id: 'm1_updated',
        text: 'Eats cheese again',
        quotes: ['quote of Eats cheese again'],
        sessions: ['new_dialogue'],
      },
      {
        id: 'm_new_1',
        text: 'Learns Portuguese',
        quotes: ['quote of Learns Portuguese'],
        sessions: ['new_dialogue'],
      },
    ])
    expect(updatePlan.evidence({ input, gold: null })).toEqual([])
  })
})

describe.each([extractionTrack, updateTrack])('the sample, $id', (track) => {
  const plan = track.memory

  it('tells nothing that depends on gold, and no value that the gold alone has', async () => {
    if (plan?.use !== 'list') throw new Error('no list plan')
    const subjects = await sampleCases(track.id)
    fc.assert(
      fc.property(fc.constantFrom(...subjects), fc.jsonValue(), (subject, gold) => {
        const { given, sessions } = plan.history(subject)
        const other = { ...subject, gold: JSON.parse(JSON.stringify(gold)) }
        expect(plan.history(other)).toEqual({ given, sessions })
        const told = JSON.stringify([given, sessions])
        const known = new Set(given.map(({ text }) => text))
        const evidence = plan.evidence(subject)
        expect(evidence.length).toBeGreaterThan(0)
        for (const { text } of evidence) if (!known.has(text)) expect(told).not.toContain(text)
      }),
      { numRuns: 50 },
    )
  })

  it('is read and scored whatever the system keeps', async () => {
    if (plan?.use !== 'list') throw new Error('no list plan')
    for (const { input, gold, ...rest } of await sampleCases(track.id)) {
      const { given, sessions } = plan.history({ input, ...rest })
      const items = [
        ...given.map(({ id, text }) => stored(text, { sources: [id] })),
        ...sessions.flatMap(({ id, messages }) =>
          messages.map(({ content }) => stored(content, { sources: [id] })),
        ),
      ]
      const { prediction } = track.parse({ form: 'contract', value: plan.predict(input, items, null) }, input)
      for (const name of track.scorerNames) {
        const { metrics } = track.scorer(name, { matcher: 'greedy' }).score(prediction, { input, gold })
        expect(Object.keys(metrics).length).toBeGreaterThan(0)
      }
    }
  })
})
