import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { hashJson } from '../../../core/hash.ts'
import { jsonSchema, type Json } from '../../../core/json.ts'
import { lostFields } from '../../../testing/field-walk.ts'
import { cupidGoldSchema, cupidInputSchema } from '../shapes.ts'
import { casesOf, cupidInstances, folderOf, instanceFiles, options } from './fixtures.ts'
import { instanceId, instanceSchema, type Instance } from './instance-shape.ts'
import { openCupid } from './open.ts'
import { writeCupidParquet } from './write-parquet.ts'

async function opened(instances: readonly Instance[]) {
  const folder = await folderOf(instanceFiles(instances))
  const dataset = await openCupid(folder, { home: folder, sample: folder, workingDirectory: folder })
  if (dataset === null) throw new Error('not opened')
  return dataset
}

const casesOfInstances = async (instances: readonly Instance[]) => casesOf(await opened(instances))

/** An instance whose every text stands nowhere else. */
const instanceArbitrary: fc.Arbitrary<Instance> = fc
  .record({
    sessions: fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 1, maxLength: 9 }),
    checklist: fc.integer({ min: 1, max: 4 }),
    type: fc.constantFrom('consistent', 'contrastive', 'changing'),
    word: fc.string({ unit: 'grapheme', minLength: 1 }).filter((text) => text.trim() !== ''),
  })
  .map(({ sessions, checklist, type, word }) => {
    let count = 0
    const text = (kind: string) => `<${kind} ${(count += 1)} ${word.replaceAll('\0', '0')}>`
    return instanceSchema.parse({
      persona_id: text('persona'),
      instance_type: type,
      current_request: text('request'),
      current_context_factor: text('gold'),
      current_contextual_preference: text('gold'),
      current_checklist: Array.from({ length: checklist }, () => text('gold')),
      prior_interactions: sessions.map((turns) => ({
        context_factor: text('gold'),
        contextual_preference: text('gold'),
        dialogue: Array.from({ length: turns }, (_, turn) => ({
          content: text('message'),
          role: turn % 2 === 0 ? 'user' : 'assistant',
        })),
      })),
    })
  })

describe('a case', () => {
  it('has persona and type as its id, the persona as its cluster, and both tracks have the same ones', async () => {
    const instances = cupidInstances(3)
    const dataset = await opened(instances)
    expect(await dataset.tracks(options)).toEqual(['cupid/inference', 'cupid/generation'])
    expect(await dataset.count('cupid/generation', options)).toBe(9)
    const cases = await casesOf(dataset)
    expect(new Set(cases.map(({ id }) => id))).toEqual(new Set(instances.map(instanceId)))
    expect(new Set(cases.map(({ cluster }) => cluster)).size).toBe(3)
    expect(cases.every(({ id, cluster }) => id.startsWith(`${cluster}+`))).toBe(true)
    expect(cases.every(({ hash, input, gold }) => hash === hashJson({ input, gold }))).toBe(true)
    expect(await casesOf(dataset, {}, 'cupid/generation')).toEqual(cases)
    expect(dataset.splits).toEqual([])
    expect(await dataset.fitOptions('cupid/inference', options)).toBeNull()
  })

  it('never shows gold, annotation or type to a system, and loses no field of the source', async () => {
    await fc.assert(
      fc.asyncProperty(instanceArbitrary, async (instance) => {
        const folder = await folderOf({ 'list.json': JSON.stringify([instance]) })
        const context = { home: folder, sample: folder, workingDirectory: folder }
        const dataset = await openCupid('list.json', context)
        const [one] = dataset === null ? [] : await casesOf(dataset)
        if (one === undefined) throw new Error('no case')
        const { benchmark_id: id, ...row } = one.row
        expect(id).toMatch(/^case-[0-9a-f]{16}$/)
        const seen = JSON.stringify([one.input, row])
        expect(seen).not.toContain('<gold')
        expect(seen).not.toContain('<persona')
        expect(seen).not.toMatch(/"(consistent|contrastive|changing)"/)
        expect(row).toEqual({
          current_request: instance.current_request,
          prior_interactions: instance.prior_interactions.map(({ dialogue }) => ({ dialogue })),
        })
        expect(cupidInputSchema.parse(one.input)).toEqual(one.input)
        expect(cupidGoldSchema.parse(one.gold)).toEqual(one.gold)
        const kept: Json[] = [one.input, one.gold, one.cluster].map((part) => jsonSchema.parse(part))
        expect(lostFields(instance, kept, [], [])).toEqual([])
      }),
      { numRuns: 30 },
    )
  })

  it('of Parquet and of JSON is the same', async () => {
    const instances = cupidInstances(2, { seed: 5 })
    const folder = await folderOf({
      'list.json': JSON.stringify(instances),
      'lines.jsonl': instances.map((one) => `${JSON.stringify(one)}\n`).join(''),
    })
    const path = join(folder, 'a.parquet')
    await writeCupidParquet(path, instances)
    const context = { home: folder, sample: folder, workingDirectory: folder }
    const [parquet, list, lines] = await Promise.all(
      ['a.parquet', 'list.json', 'lines.jsonl'].map(async (word) => {
        const dataset = await openCupid(word, context)
        if (dataset === null) throw new Error(word)
        return casesOf(dataset)
      }),
    )
    expect(parquet?.map(({ id }) => id)).toEqual(instances.map(instanceId))
    expect(list).toEqual(parquet)
    expect(lines).toEqual(parquet)
  })

  it('has another id on demand, that tells neither persona nor type', async () => {
    const dataset = await opened(cupidInstances(2))
    const before = await casesOf(dataset)
    const cases = await casesOf(dataset, { rekey: true, seed: 3 })
    expect(new Set(cases.map(({ id }) => id)).size).toBe(6)
    expect(cases.every(({ id, row }) => /^case-[0-9a-f]{16}$/.test(id) && row['benchmark_id'] === id)).toBe(
      true,
    )
    expect(cases.map(({ hash, cluster }) => [hash, cluster])).toEqual(
      before.map(({ hash, cluster }) => [hash, cluster]),
    )
  })

  it('refuses options that mean nothing here', async () => {
    const dataset = await opened(cupidInstances(1))
    await expect(casesOf(dataset, { split: 'dev' })).rejects.toThrow(/has no split "dev"/)
    await expect(casesOf(dataset, { view: 'tidy' })).rejects.toThrow(/unknown view "tidy"/)
    await expect(casesOf(dataset, { rowBase: 'published-lines' })).rejects.toThrow(/one line/)
    await expect(casesOf(dataset, {}, 'cupid/other')).rejects.toThrow(/no rows for cupid\/other/)
  })
})

const talk = (name: string): Instance['prior_interactions'][number]['dialogue'] => [
  { role: 'user', content: `ask ${name}` },
  { role: 'assistant', content: `answer ${name}` },
]

/** Sessions written as `name:factor:preference`. */
function made(type: Instance['instance_type'], preference: string, sessions: string): Instance {
  return {
    persona_id: 'p',
    instance_type: type,
    current_request: 'do it',
    current_context_factor: 'A',
    current_contextual_preference: preference,
    current_checklist: ['is it?'],
    prior_interactions: sessions.split(' ').map((session) => {
      const [name = '', context_factor = '', contextual_preference = ''] = session.split(':')
      return { context_factor, contextual_preference, dialogue: talk(name) }
    }),
  }
}

const consistent = made('consistent', 'x', '1:A:x 2:F:f 3:A:x 4:G:g 5:H:h')

describe('what siblings tell', () => {
  it.each<[string, Instance, object | null, object | null, string]>([
    [
      'contrastive: the preference of the two sessions that the sibling lacks',
      made('contrastive', 'x', '1:A:x b1:B:y 3:A:x b2:B:y 5:H:h'),
      { factor: 'B', preference: 'y', sessions: [2, 4] },
      null,
      'contrasting',
    ],
    [
      'contrastive: of two preferences the last shown',
      made('contrastive', 'x', '1:A:x b1:B:y 3:A:x 4:G:g b2:B:z'),
      { factor: 'B', preference: 'z', sessions: [5] },
      null,
      'contrasting',
    ],
    [
      'contrastive: an added session of the current factor contrasts with nothing',
      made('contrastive', 'x', '1:A:x 3:A:x a9:A:y'),
      null,
      null,
      'none',
    ],
    [
      'changing: the preference of the sibling, where it is still shown',
      made('changing', 'new', '1:A:x 3:A:x a1:A:new 4:G:g a2:A:new'),
      null,
      { factor: 'A', preference: 'x', sessions: [1, 2] },
      'superseded',
    ],
    [
      'changing: a preference that did not change supersedes nothing',
      made('changing', 'x', '1:A:x 3:A:x a1:A:x'),
      null,
      null,
      'none',
    ],
  ])('%s', async (_, variant, contrasting, superseded, tag) => {
    const cases = await casesOfInstances([consistent, variant])
    const found = cases.find(({ id }) => id === instanceId(variant))
    expect(found?.gold).toMatchObject({ contrasting, superseded })
    expect(found?.tags['rival']).toEqual([tag])
    const sibling = cases.find(({ id }) => id === 'p+consistent')
    expect(sibling?.gold).toMatchObject({ contrasting: null, superseded: null })
    expect(sibling?.tags['rival']).toEqual(['none'])
  })

  it('is unknown where the consistent sibling is not in the data', async () => {
    const cases = await casesOfInstances([
      made('contrastive', 'x', '1:A:x b1:B:y'),
      made('changing', 'new', '1:A:x a1:A:new'),
    ])
    for (const { gold, tags } of cases) {
      expect(gold).toMatchObject({ contrasting: null, superseded: null })
      expect(tags['rival']).toEqual(['unknown'])
    }
  })
})

describe('tags', () => {
  const words = (count: number) => Array.from({ length: count }, (_, index) => `w${index}`).join(' ')
  it.each<[string, Instance, Record<string, string>]>([
    [
      'of a short history',
      consistent,
      {
        persona: 'p',
        type: 'consistent',
        sessions: '5',
        messages: 'under 32',
        evidence_distance: '2',
        preference_words: 'under 15',
        checklist_size: '1',
        verified: 'unknown',
      },
    ],
    ['evidence at the end', made('consistent', 'x', '1:F:x 2:A:x'), { evidence_distance: '0' }],
    [
      'the preference under another factor only',
      made('consistent', 'x', '1:F:x 2:A:y'),
      { evidence_distance: 'none' },
    ],
    ['30 words', made('consistent', words(30), '1:A:x'), { preference_words: '25-30' }],
    ['31 words', made('consistent', words(31), '1:A:x'), { preference_words: 'over 30' }],
    [
      '32 messages',
      made('consistent', 'x', Array.from({ length: 16 }, (_, index) => `${index}:A:x`).join(' ')),
      { messages: '32-47', sessions: '16' },
    ],
  ])('%s', async (_, one, expected) => {
    const [found] = await casesOfInstances([one])
    for (const [tag, value] of Object.entries(expected))
      expect([tag, found?.tags[tag]]).toEqual([tag, [value]])
  })
})
