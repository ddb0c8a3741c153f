import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { parseJson } from '../../../core/json.ts'
import { tokenizeMultilingual } from '../../../text/tokenize.ts'
import { sampleDistractorSchema, sampleSessionSchema, type SampleSession } from './sample-shape.ts'
import { isOffTaxonomy } from './taxonomy.ts'

const folder = fileURLToPath(new URL('../../../../sample/alpsbench', import.meta.url))

const sessions: readonly SampleSession[] = readdirSync(join(folder, 'sessions'))
  .toSorted()
  .map((name) => sampleSessionSchema.parse(parseJson(readFileSync(join(folder, 'sessions', name), 'utf8'))))

const distractors = readFileSync(join(folder, 'distractors.jsonl'), 'utf8')
  .trim()
  .split('\n')
  .map((line) => sampleDistractorSchema.parse(parseJson(line)))

function memoryOf(session: SampleSession, id: string) {
  const found = session.memories.find((memory) => memory.memory_id === id)
  if (found === undefined) throw new Error(`${session.session_id} has no memory ${id}`)
  return found
}

/** Stems of the words that say something; negations, which stay in tokens, are in half of all statements. */
function contentStems(text: string, language: string): Set<string> {
  const stems = new Set(tokenizeMultilingual(text, { language }))
  for (const negation of tokenizeMultilingual('not no sin لا', { language })) stems.delete(negation)
  return stems
}

function sharedStems(query: string, value: string, language: string): string[] {
  const stems = contentStems(value, language)
  return [...contentStems(query, language)].filter((stem) => stems.has(stem))
}

describe('the dialogues of the sample', () => {
  it('are 24: 16 English, 6 Chinese, one Spanish, one Arabic', () => {
    const count = (language: string) => sessions.filter((session) => session.language === language).length
    expect(sessions.map(({ session_id: id }) => id)).toEqual(
      Array.from({ length: 24 }, (_, index) => `sess_demo${String(index + 1).padStart(2, '0')}`),
    )
    expect(['en', 'zh', 'es', 'ar'].map(count)).toEqual([16, 6, 1, 1])
  })

  it.each(sessions.map((session) => [session.session_id, session] as const))(
    '%s takes turns, 8 to 30 of them, and its evidence stands in a turn of the user',
    (_id, { dialogue, memories }) => {
      expect(dialogue.length).toBeGreaterThanOrEqual(8)
      expect(dialogue.length).toBeLessThanOrEqual(30)
      expect(dialogue.map(({ role }) => role)).toEqual(
        dialogue.map((_turn, index) => (index % 2 === 0 ? 'user' : 'assistant')),
      )
      for (const { evidence, label } of memories) {
        expect(isOffTaxonomy(label), label).toBe(false)
        if (evidence === null) continue
        const turn = dialogue[evidence.utterance_index]
        expect(turn?.role).toBe('user')
        expect(turn?.text).toContain(evidence.text)
      }
    },
  )

  it('hold explicit and implied memories, role-play traps, constraints and emotions', () => {
    const types = new Set(sessions.flatMap(({ memories }) => memories.map(({ type }) => type)))
    expect([...types].toSorted()).toEqual(['direct', 'indirect'])
    const rows = sessions.flatMap(({ utilization }) => utilization)
    const has = (ability: string) => rows.filter((row) => row.ability === ability)
    expect(has('reality').filter(({ trap }) => trap !== undefined).length).toBeGreaterThanOrEqual(5)
    expect(has('constraint').length).toBeGreaterThanOrEqual(5)
    expect(has('emotion').every(({ queries }) => queries?.length === 5)).toBe(true)
    expect(has('emotion').length).toBeGreaterThanOrEqual(5)
  })
})

describe('the updates of the sample', () => {
  it.each(sessions.map((session) => [session.session_id, session] as const))(
    '%s contradicts one memory and adds one, with evidence in the new dialogue',
    (_id, session) => {
      const { target, replacement, added, new_dialogue: turns } = session.update
      const old = memoryOf(session, target)
      expect(replacement.memory_id).toBe(`${target}_updated`)
      expect(added.memory_id).toMatch(/^m_new_\d+$/)
      expect(replacement.value).not.toBe(old.value)
      for (const { evidence } of [replacement, added]) {
        const turn = turns[evidence?.utterance_index ?? -1]
        expect(turn?.role).toBe('user')
        expect(turn?.text).toContain(evidence?.text)
      }
    },
  )
})

describe('the retrieval queries of the sample', () => {
  it('are told from memories by stems, in every language of the sample', () => {
    expect(sharedStems('Which walks suit us?', 'Walked the dog on Sundays', 'en')).toEqual(['walk'])
    expect(sharedStems('¿Qué gatos?', 'Tiene un gato', 'es')).toEqual(['gat'])
    expect(sharedStems('买什么猫粮？', '养了两只猫粮吃得很多的猫', 'zh')).toEqual(['猫粮'])
    expect(sharedStems('أين القطة', 'لديه قطة', 'ar')).not.toEqual([])
  })

  it.each(sessions.map((session) => [session.session_id, session] as const))(
    '%s shares no content stem with its memory',
    (_id, session) => {
      const { target, query } = session.retrieval
      const { value } = memoryOf(session, target)
      expect(contentStems(query, session.language).size).toBeGreaterThan(2)
      expect(sharedStems(query, value, session.language)).toEqual([])
    },
  )
})

describe('the distractors of the sample', () => {
  it('are at least 1,100 different invented memories, none of a session of the sample', () => {
    const values = new Set(distractors.map(({ value }) => value.toLowerCase()))
    expect(values.size).toBe(distractors.length)
    expect(distractors.length).toBeGreaterThanOrEqual(1100)
    const own = sessions.flatMap(({ memories }) => memories.map(({ value }) => value.toLowerCase()))
    expect(own.filter((value) => values.has(value))).toEqual([])
    const languages = new Set(distractors.map(({ language }) => language))
    expect([...languages].toSorted()).toEqual(['ar', 'en', 'es', 'zh'])
  })
})
