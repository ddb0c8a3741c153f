import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { isJsonObject } from '../../../core/json.ts'
import { casesOf, folderOf, options } from './fixtures.ts'
import { openAlpsbench } from './open.ts'

const sample = fileURLToPath(new URL('../../../../sample', import.meta.url))
const emotion = 'alpsbench/utilization/emotion'

async function open(word: string) {
  const dataset = await openAlpsbench(word, { home: '/nowhere', sample, workingDirectory: '/' })
  if (dataset === null) throw new Error(`${word} is no data set`)
  return dataset
}

const session = (id: string, category: string) => ({
  session_id: id,
  queries: [0, 1, 2, 3, 4].map((n) => ({ query_id: `${id}:${n}`, query: `${id} q${n}`, category })),
  conversation: [
    { role: 'user', text: `I lost my cat, says ${id}` },
    { role: 'assistant', text: 'Oh no' },
  ],
  extracted_memory: [{ label: 'States_Experiences/Mental_State', value: 'Is sad' }],
})
const folder = () =>
  folderOf({
    'task4/ability5.json': JSON.stringify([
      session('english_1', 'High-EQ Interaction'),
      session('chinese_2', 'Emotional Support'),
    ]),
  })

describe('rows of ability 5', () => {
  it('are one case a session by default, as the contract has one answer a row', async () => {
    const cases = await casesOf(await open(await folder()), emotion)
    expect(cases.map(({ id, input }) => [id, isJsonObject(input) ? input['query'] : null])).toEqual([
      ['english_1', 'english_1 q0'],
      ['chinese_2', 'chinese_2 q0'],
    ])
    expect(cases.map(({ tags }) => [tags['language'], tags['category']])).toEqual([
      [['en'], ['high_eq']],
      [['zh'], ['emotional_support']],
    ])
  })

  it('are five cases of one cluster in the view every-query', async () => {
    const dataset = await open(await folder())
    const cases = await casesOf(dataset, emotion, { view: 'every-query' })
    expect(cases.map(({ id }) => id)).toEqual(
      ['english_1', 'chinese_2'].flatMap((id) => [0, 1, 2, 3, 4].map((n) => `${id}:${n}`)),
    )
    expect(new Set(cases.map(({ hash }) => hash)).size).toBe(10)
    for (const { id, cluster, input, row, tags } of cases) {
      const [name = '', number = ''] = id.split(':')
      expect(cluster).toBe(name)
      expect(input).toMatchObject({ query: `${name} q${number}` })
      // A program is handed a row of its own for each query.
      expect(row).toMatchObject({ benchmark_id: id, input: { query: `${name} q${number}` } })
      expect(tags).toMatchObject({ query: [number], session: [name] })
    }
    expect(await dataset.count(emotion, { ...options, view: 'every-query' })).toBeUndefined()
  })

  it('of the sample keep the key and the reference answer with the query that they are about', async () => {
    const dataset = await open('sample')
    const sessions = await casesOf(dataset, emotion)
    const cases = await casesOf(dataset, emotion, { view: 'every-query' })
    expect(cases.length).toBeGreaterThan(sessions.length)
    const withKey = cases.filter(({ gold }) => isJsonObject(gold) && gold['answer_key'] !== undefined)
    expect(withKey.map(({ input }) => input)).toEqual(sessions.map(({ input }) => input))
    expect(withKey.map(({ gold }) => gold)).toEqual(sessions.map(({ gold }) => gold))
  })

  it('are the only ones that the view changes', async () => {
    const dataset = await open('sample')
    for (const track of [
      'alpsbench/extraction',
      'alpsbench/retrieval/d100',
      'alpsbench/utilization/preference',
    ]) {
      expect(await casesOf(dataset, track, { view: 'every-query' })).toEqual(await casesOf(dataset, track))
    }
  })
})
