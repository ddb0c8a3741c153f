import { describe, expect, it } from 'vitest'
import { extractionTrack } from './track.ts'
import { updateTrack } from '../update/track.ts'
import type { Track } from '../../../core/track.ts'
import type { Json } from '../../../core/json.ts'

const context = { repeat: 0, attempt: 0, fresh: null, signal: new AbortController().signal }

async function answer(track: Track, id: string, input: Json): Promise<Json> {
  const system = track.baselines.find((one) => one.id === id)?.create({ seed: 1, states: [] })
  if (system?.access !== 'baseline') throw new Error(`no ${id}`)
  return track.parse(await system.respond({ input, id: 'sess_demo90', fold: 0 }, context), input).prediction
}

const dialogue = [
  { role: 'user', text: 'I own a kayak. Which paddle fits?' },
  { role: 'assistant', text: 'I am glad you ask.' },
  { role: 'user', text: 'I live in Bergen. I like rain. I hate fog. I enjoy tea. I never run.' },
]
const item = (memory_id: string, value: string) => ({
  memory_id,
  type: 'direct',
  label: 'UNMAPPED',
  value,
  confidence: 0.7,
})

describe('rules that read', () => {
  it('extraction: at most five sentences, each a memory of its own', async () => {
    const values = ['I own a kayak.', 'I live in Bergen.', 'I like rain.', 'I hate fog.', 'I enjoy tea.']
    expect(await answer(extractionTrack, 'rules:first-person', { dialogue })).toEqual({
      memory_items: values.map((value, index) => item(`p${index + 1}`, value)),
    })
  })

  it('extraction: a dialogue without such sentences has no memories', async () => {
    expect(await answer(extractionTrack, 'rules:first-person', { dialogue: [] })).toEqual({
      memory_items: [],
    })
  })

  it('update: the old list stays, and two sentences of the new dialogue follow', async () => {
    const old = { ...item('m1', 'Lives in Oslo'), evidence: 'kept' }
    const input = { existing_memories: [old], old_dialogue: dialogue, new_dialogue: dialogue.slice(2) }
    expect(await answer(updateTrack, 'rules:append-first-person', input)).toEqual({
      memory_items: [old, item('m_new_1', 'I live in Bergen.'), item('m_new_2', 'I like rain.')],
    })
  })

  it('compete on both tracks, with every run', () => {
    const rules = [...extractionTrack.baselines, ...updateTrack.baselines].filter(({ id }) =>
      id.startsWith('rules:'),
    )
    expect(rules.map(({ kind, standard }) => [kind, standard])).toEqual([
      ['ranked', true],
      ['ranked', true],
    ])
  })
})
