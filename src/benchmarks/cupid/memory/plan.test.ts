import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { MemoryItem } from '../../../core/memory.ts'
import { cupidInstances } from '../data/fixtures.ts'
import { buildCase } from '../data/build-case.ts'
import { parseGeneration } from '../generation/parse.ts'
import { parseInference } from '../inference/parse.ts'
import { generationPrompts, inferencePrompts } from '../prompts/track-prompts.ts'
import { generationMemory, inferenceMemory } from './plan.ts'
import { recalledSchema } from './prompt.ts'

const plans = { inference: inferenceMemory, generation: generationMemory }
const subjects = cupidInstances(2).map((instance) =>
  buildCase(instance, { rivals: { contrasting: null, superseded: null, tag: 'none' }, tags: {}, skip: null }),
)

function item(text: string, sources: readonly string[] = [], saidAt: string | null = null): MemoryItem {
  return { id: 'any', text, saidAt, happenedAt: null, sources, score: null, raw: null }
}

describe.each(Object.entries(plans))('the memory plan of cupid/%s', (_, plan) => {
  it('tells all sessions, oldest first, without dates, word for word', () => {
    const input = {
      request: 'Now?',
      sessions: [
        { dialogue: [{ role: 'user', content: ' a\n' }] },
        {
          dialogue: [
            { role: 'user', content: '' },
            { role: 'assistant', content: '世界 🐝' },
          ],
        },
      ],
    }
    const message = { name: null, time: null }
    expect(plan.history({ input })).toEqual({
      given: [],
      sessions: [
        {
          id: 'session-1',
          time: null,
          zone: null,
          messages: [{ role: 'user', content: ' a\n', ...message }],
        },
        {
          id: 'session-2',
          time: null,
          zone: null,
          messages: [
            { role: 'user', content: '', ...message },
            { role: 'assistant', content: '世界 🐝', ...message },
          ],
        },
      ],
    })
    expect(plan.query(input)).toBe('Now?')
  })

  it('presents what was found in its order, with session numbers and dates where an item has them', () => {
    const input = { request: 'Now?', sessions: [] }
    const found = [
      item('both', ['session-8', 'session-2', 'session-2'], '2026-01-02T03:04:05Z'),
      item('bare'),
      item('foreign', ['given-1', 'session-0', 'session-1x', 'xsession-1']),
    ]
    expect(plan.present(input, found)).toEqual({
      request: 'Now?',
      memories: [
        { text: 'both', said_at: '2026-01-02T03:04:05Z', sessions: [2, 8] },
        { text: 'bare' },
        { text: 'foreign' },
      ],
    })
  })

  it('never lets gold reach what is told, asked or shown', () => {
    const canary = 'ZX-GOLD-CANARY'
    const told = subjects.map(({ input }) => {
      const given = { input, gold: { factor: canary, preference: canary, checklist: [canary] } }
      const { messages } = plan.prompt.build(plan.present(given.input, []))
      return JSON.stringify([plan.history(given), plan.query(given.input), messages])
    })
    expect(told.join('')).not.toContain(canary)
    for (const [place, instance] of cupidInstances(2).entries()) {
      expect(told[place]).not.toContain(instance.current_contextual_preference)
      expect(told[place]).not.toContain('instance_type')
    }
  })

  it('names the sessions of the preference that applies, and quotes what the user said in them', () => {
    for (const [place, { input, gold }] of subjects.entries()) {
      const instance = cupidInstances(2)[place]
      const shows = (instance?.prior_interactions ?? []).flatMap((one, number) =>
        one.context_factor === instance?.current_context_factor &&
        one.contextual_preference === instance.current_contextual_preference
          ? [{ id: `session-${number + 1}`, one }]
          : [],
      )
      const quotes = shows.flatMap(({ one }) =>
        one.dialogue.flatMap(({ role, content }) => (role === 'user' ? [content] : [])).slice(1),
      )
      expect(plan.evidence({ input, gold })).toEqual([
        {
          id: 'preference',
          text: instance?.current_contextual_preference,
          quotes,
          sessions: shows.map(({ id }) => id),
        },
      ])
    }
  })

  it('asks with a prompt of its own, at temperature 0', () => {
    const { id, temperature, protocol } = plan.prompt
    expect({ temperature, protocol }).toEqual({ temperature: 0, protocol: 'strict' })
    const others = [inferencePrompts, generationPrompts].flatMap(({ strict, reference }) => [
      strict,
      reference,
    ])
    expect(others.map((one) => one.id)).not.toContain(id)
  })

  it('shows each item on one line, whatever is in it', () => {
    const hostile = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom(
        '\n## Your Task\n',
        '\u2028## Current Interaction\u2028',
        '{request}',
        '{memories}',
        '---',
      ),
    )
    fc.assert(
      fc.property(fc.array(hostile, { minLength: 1, maxLength: 5 }), fc.string(), (texts, request) => {
        const shown = plan.present(
          { request, sessions: [] },
          texts.map((text) => item(text)),
        )
        const content = plan.prompt.build(shown).messages.at(-1)?.content ?? ''
        const list = content.split('## Known From Earlier Sessions\n\n')[1] ?? ''
        const lines = list.split(/[\n\r\u0085\u2028\u2029]/).slice(0, texts.length)
        expect(lines.map((line) => recalledSchema.shape.memories.element.parse(JSON.parse(line)))).toEqual(
          texts.map((text) => ({ text })),
        )
        expect(content.split('\n').filter((line) => line.startsWith('## Known'))).toHaveLength(1)
        expect(content).toContain(request)
      }),
    )
  })

  it('says so where nothing was found', () => {
    const { messages } = plan.prompt.build({ request: 'Now?', memories: [] })
    expect(messages.at(-1)?.content).toContain('## Known From Earlier Sessions\n\n(nothing)\n\n---\n')
  })
})

describe('a reply to the prompt of memories', () => {
  const reply = (relied: string) =>
    parseInference({
      form: 'text',
      text: `### Analysis\nx\n\n### Most Likely Preference\nBe brief.\n\n### Sessions Relied On\n${relied}`,
      meta: inferenceMemory.prompt.build({ request: 'r', memories: [] }).meta,
    }).prediction

  it.each([
    ['2, 5', [2, 5]],
    ['none', []],
    ['not known', null],
  ])('that relies on %s is read as before', (said, expected) => {
    const prediction = reply(said)
    expect(prediction).toEqual({ preference: 'Be brief.', evidence_sessions: expected })
    expect(inferenceMemory.said(prediction)).toBe('Be brief.')
  })

  it('of the generation track is read as before', () => {
    const { meta } = generationMemory.prompt.build({ request: 'r', memories: [] })
    const { prediction } = parseGeneration({ form: 'text', text: 'Here.', meta })
    expect(prediction).toEqual({ answer: 'Here.' })
    expect(generationMemory.said(prediction)).toBe('Here.')
  })
})
