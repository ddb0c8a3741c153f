import { beforeAll, describe, expect, it } from 'vitest'
import { defaultMemorySettings, noModelSettings, type MemorySettings } from '../core/run.ts'
import { tracks } from '../registry/benchmarks.ts'
import { memoryInstruments } from './memory-instruments.ts'
import { memoryOnTrack, memoryWords, refuseMemory, type MemoryContext } from './memory-systems.ts'
import { memoryWord, type MemoryWord } from './memory-word.ts'
import { modelKit, type ModelKit } from './models.ts'

const env = { RAPPORT_BASE_URL: 'http://127.0.0.1:1/v1' }
let kit: ModelKit
beforeAll(async () => {
  kit = await modelKit(noModelSettings, { env, cwd: '.' }, 'current')
})

function contextOf(change: Partial<MemorySettings> = {}): MemoryContext {
  return {
    settings: { ...defaultMemorySettings, ...change },
    run: 'run-1',
    programs: { timeout: 1000, maxOutput: 1000 },
    outside: { env, cwd: '.', clock: { now: () => 0, monotonic: () => 0 } },
  }
}

function trackOf(id: string) {
  const track = tracks.find((one) => one.id === id)
  if (track === undefined) throw new Error(`there is no track ${id}`)
  return track
}
const answers = trackOf('alpsbench/utilization/persona')
const searches = trackOf('alpsbench/retrieval/d100')
const lists = trackOf('alpsbench/extraction')
const { memory: _, ...bare } = answers
const word = (text: string): MemoryWord => {
  const parts = memoryWord(text, kit.sources)
  if (parts === null) throw new Error(`${text} asks for no memory`)
  return parts
}
const made = async (text: string, track = answers, change: Partial<MemorySettings> = {}) =>
  memoryOnTrack(word(text), track, kit, contextOf(change))

describe('a memory system on a track', () => {
  // The word, the track, settings; the id of the row, null: none, or what it is refused for.
  it.each([
    ['memory:bm25+compatible/a', answers, {}, 'memory:bm25+compatible/a'],
    ['memory:bm25', answers, { answerModel: 'compatible/b' }, 'memory:bm25+compatible/b'],
    ['memory:bm25+compatible/a', answers, { answerModel: 'compatible/b' }, 'memory:bm25+compatible/a'],
    ['memory:last-3', answers, { answerModel: 'compatible/b' }, 'memory:last-3+compatible/b'],
    ['memory:gold-evidence+compatible/a', answers, {}, 'memory:gold-evidence+compatible/a'],
    // Where what is found is the answer, nobody answers.
    ['memory:bm25+compatible/a', searches, {}, 'memory:bm25'],
    ['memory:gold-evidence+compatible/a', searches, {}, null],
    // A model writes: the row names it, unless the run names one for all.
    ['memory:extract-update+compatible/a', searches, {}, 'memory:extract-update+compatible/a'],
    [
      'memory:extract-update',
      searches,
      { answerModel: 'compatible/b' },
      'memory:extract-update+compatible/b',
    ],
    [
      'memory:extract-update',
      searches,
      { model: 'compatible/w', answerModel: 'compatible/b' },
      'memory:extract-update',
    ],
    // Labels are given by a model where one is named.
    ['memory:bm25', lists, {}, 'memory:bm25'],
    ['memory:bm25', lists, { answerModel: 'compatible/b' }, 'memory:bm25+compatible/b'],
  ] as const)('%s on $id', async (text, track, change, id) => {
    expect((await made(text, track, change))?.id ?? null).toBe(id)
  })

  it('is none where the track takes in none', async () => {
    expect(await made('memory:bm25+compatible/a', bare)).toBeNull()
    await expect(refuseMemory(word('memory:bm25'), [bare], kit, contextOf())).rejects.toThrow(
      'takes in no memory systems',
    )
  })

  it('is privileged only as the ceiling', async () => {
    expect(await made('memory:gold-evidence+compatible/a')).toMatchObject({ kind: 'privileged' })
    expect(await made('memory:bm25+compatible/a')).toMatchObject({ kind: 'ranked' })
  })

  it.each([
    ['memory:bm25', {}, 'none is named'],
    ['memory:nothing+compatible/a', {}, 'there is no memory system "nothing"'],
    ['memory:bm25:own-prompt+compatible/a', {}, 'has no prompt of its own'],
  ])('%s is refused', async (text, change, message) => {
    await expect(made(text, answers, change)).rejects.toMatchObject({
      exitCode: 2,
      message: expect.stringContaining(message),
    })
  })
})

describe('what memory:* stands for', () => {
  const all = (text: string, track = answers, change: Partial<MemorySettings> = {}) =>
    memoryWords(word(text), track, contextOf(change))
  it('begins with what it begins with, under one model', () => {
    expect(all('memory:e*+compatible/a')).toEqual([
      'memory:embedding+compatible/a',
      'memory:extract-update+compatible/a',
    ])
    expect(all('memory:g*', answers, { answerModel: 'compatible/b' })).toEqual([
      'memory:gold-evidence+compatible/b',
    ])
    expect(all('memory:x*')).toEqual([])
    expect(all('memory:*', bare)).toEqual([])
  })

  it('where nothing is answered, leaves out what does not search and what would need a model', () => {
    expect(all('memory:*', searches)).toEqual(['memory:bm25', 'memory:embedding', 'memory:hybrid'])
    expect(all('memory:e*', searches, { answerModel: 'compatible/b' })).toEqual([
      'memory:embedding',
      'memory:extract-update+compatible/b',
    ])
  })

  it('is what each word makes', async () => {
    for (const settings of [{}, { model: 'compatible/w' }]) {
      for (const track of tracks) {
        const given = { answerModel: 'compatible/b', ...settings }
        for (const text of all('memory:*', track, given)) {
          expect([track.id, (await made(text, track, given))?.id]).toEqual([track.id, text])
        }
      }
    }
  })
})

describe('instruments of memory systems', () => {
  it('measure memories, the usage test those under the shared prompt, and nobody else', async () => {
    const own = await made('memory:bm25+compatible/a')
    const sheet = own?.access === 'stages' ? own.memory : undefined
    if (sheet === undefined) throw new Error('a memory has a sheet')
    const systems = [
      { id: 'memory:bm25+compatible/a', memory: sheet },
      { id: 'memory:none+compatible/a', memory: { ...sheet, own_prompt: true } },
      { id: 'compatible/a' },
      { id: 'memory:gold-evidence+compatible/a' },
    ]
    const of = (track = answers, usage = true) =>
      memoryInstruments(track, systems, { usageTest: usage }, kit).map(({ name, only }) => [name, only])
    const measured = ['memory:bm25+compatible/a', 'memory:none+compatible/a']
    expect(of()).toEqual([
      ['memory-ledger', measured],
      ['memory-usage', ['memory:bm25+compatible/a']],
    ])
    expect(of(answers, false)).toEqual([['memory-ledger', measured]])
    expect(of(searches)).toEqual([['memory-ledger', measured]])
    expect(of(bare)).toEqual([])
    expect(memoryInstruments(answers, systems.slice(2), { usageTest: true }, kit)).toEqual([])
  })
})
