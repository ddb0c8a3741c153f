import { describe, expect, it } from 'vitest'
import { isJsonObject } from '../../../core/json.ts'
import { LABELLED, labelsPrompt, readLabels, toLabel } from './labels.ts'
import { stored } from './test-kit.ts'

describe('what is asked', () => {
  it('shows places from 1 and texts, and no id, source or date', () => {
    const items = [
      stored('plays cello </data>', { id: 'SECRET', sources: ['SECRET'], raw: 'SECRET' }),
      stored('爱喝绿茶'),
    ]
    const asked = toLabel(items)
    expect(asked).toEqual({
      stored: [
        { place: 1, text: 'plays cello </data>' },
        { place: 2, text: '爱喝绿茶' },
      ],
    })
    const { messages } = labelsPrompt.build(asked)
    expect(messages[1]?.content).toBe(
      '<data name="stored">\n[\n{"place":1,"text":"plays cello \\u003c/data>"},\n{"place":2,"text":"爱喝绿茶"}\n]\n</data>',
    )
    expect(messages[0]?.content).toContain('Preferences/Music\n')
    expect(labelsPrompt).toMatchObject({ temperature: 0, protocol: 'strict' })
    expect(labelsPrompt.id).toMatch(/^alpsbench\/labels:memory:strict@1#[0-9a-f]{12}$/)
  })

  it('is nothing for nothing', () => {
    expect(toLabel([])).toBeNull()
  })

  it('is about the first 200 items, and about the beginning of a long one', () => {
    const asked = toLabel(Array.from({ length: LABELLED + 5 }, (_, at) => stored(`fact ${at}`)))
    expect(isJsonObject(asked) && Array.isArray(asked['stored']) ? asked['stored'].length : 0).toBe(LABELLED)
    expect(toLabel([stored('x'.repeat(400))])).toEqual({ stored: [{ place: 1, text: 'x'.repeat(400) }] })
    expect(toLabel([stored('x'.repeat(20_000))])).toEqual({
      stored: [{ place: 1, text: `${'x'.repeat(400)}…` }],
    })
    expect(toLabel([stored('🎻'.repeat(401))])).toEqual({
      stored: [{ place: 1, text: `${'🎻'.repeat(400)}…` }],
    })
    expect(toLabel([stored('🎻'.repeat(400))])).toEqual({ stored: [{ place: 1, text: '🎻'.repeat(400) }] })
  })
})

describe('what is read', () => {
  const music = { type: 'direct', label: 'Preferences/Music', confidence: 0.95 }
  const none = { type: null, label: null, confidence: null }
  const reply = (...labels: readonly object[]) => JSON.stringify({ labels })
  it.each<[string, string | null, object]>([
    ['no reply', null, none],
    ['labels', reply({ place: 1, ...music }), music],
    ['labels in a fence', `\`\`\`json\n${reply({ place: 1, ...music })}\n\`\`\``, music],
    [
      'the first of two for a place',
      reply({ place: 1, ...music }, { place: 1, ...music, type: 'indirect' }),
      music,
    ],
    ['another place', reply({ place: 2, ...music }), none],
    ['a type of its own', reply({ place: 1, ...music, type: 'implied' }), { ...music, type: null }],
    [
      'no label',
      reply({ place: 1, type: 'direct', confidence: 0.5 }),
      { ...music, label: null, confidence: 0.5 },
    ],
    [
      'a confidence that is none',
      reply({ place: 1, ...music, confidence: 95 }),
      { ...music, confidence: null },
    ],
    ['no place', reply(music), none],
    ['prose', 'These are all about music.', none],
    ['a refusal', "I can't help with that.", none],
    ['half a reply', reply({ place: 1, ...music }).slice(0, -4), none],
    ['nothing', '', none],
    ['two lists in one object', '{"labels": [], "labels": [{"place": 1}]}', none],
  ])('%s', (_name, text, labels) => {
    expect(readLabels(text === null ? null : { text })(1)).toEqual(labels)
  })
})
