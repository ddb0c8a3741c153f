import { describe, expect, it } from 'vitest'
import { isContaminated, isRejected } from './defects.ts'
import { casesOf, item, packet, packetFolder, turns } from './fixtures.ts'
import { openAlpsbench } from './open.ts'

const rejected = item('m1', 'Likes tea [ERROR: Task-local]', { confidence: 0.1 })
const implied = item('m2', 'Likes walks', { type: 'implied' })
const passport = item('m3', 'Does not want passport data kept')

async function clean(track: string, given: Parameters<typeof packet>[2], view = 'clean') {
  const folder = await packetFolder([packet('sess_demoA', 7, given)])
  const dataset = await openAlpsbench(folder, { home: folder, sample: folder, workingDirectory: folder })
  if (dataset === null) throw new Error('not recognised')
  const [one] = await casesOf(dataset, track, { view })
  if (one === undefined) throw new Error('no case')
  return one
}

describe('rejected and contaminated memories', () => {
  it.each([
    ['Likes tea [ERROR: Task-local]', true],
    ['Likes tea[ERROR:Not about the user]', true],
    ["Likes [ERROR: quotes 'you' [your], rejected.]", true],
    ['Got an [ERROR: 404] in the log', false],
    ['Likes tea', false],
  ])('%j: %s', (value, expected) => {
    expect(isRejected({ value })).toBe(expected)
  })

  it('tell a passport of the dialogue from one of the prompt', () => {
    expect(isContaminated(passport, [{ text: 'about tea' }])).toBe(true)
    expect(isContaminated(passport, [{ text: '我的护照过期了' }])).toBe(false)
    expect(isContaminated(implied, [{ text: 'about tea' }])).toBe(false)
  })
})

describe('the clean view', () => {
  it('drops such gold, mends types, and keeps the published view as it is', async () => {
    const items = [implied, rejected, passport]
    const one = await clean('alpsbench/extraction', { items })
    expect(one.gold).toEqual({ memory_items: [{ ...implied, type: 'indirect' }] })
    expect(one.skip).toBeUndefined()
    expect(one.tags).toMatchObject({
      gold_size: ['3-4'],
      rejected_gold: ['some'],
      gold_type: ['direct', 'implied'],
    })
    expect((await clean('alpsbench/extraction', { items }, 'as-published')).gold).toEqual({
      memory_items: items,
    })
  })

  it('skips a case whose gold became empty', async () => {
    expect((await clean('alpsbench/extraction', { items: [rejected] })).skip).toMatch(/every gold memory/)
    expect((await clean('alpsbench/extraction', { items: [rejected] }, 'as-published')).skip).toBeUndefined()
  })

  it.each([
    'alpsbench/update',
    'alpsbench/retrieval/d100',
    'alpsbench/utilization/persona',
    'alpsbench/utilization/preference',
  ])('skips %s when the target is such a memory', async (track) => {
    expect((await clean(track, { items: [rejected, implied] })).skip).toMatch(/rejected/)
    expect((await clean(track, { items: [passport, implied] })).skip).toMatch(
      /copied from the extraction prompt/,
    )
    const dialogue = turns('sess_demoA', 'my passport')
    expect((await clean(track, { items: [passport, implied], dialogue })).skip).toBeUndefined()
  })

  it('takes rejected memories out of pools, answers, candidates and the row of programs', async () => {
    const items = [item('m5', 'Likes rain'), rejected]
    const update = await clean('alpsbench/update', { items })
    for (const part of [update.input, update.gold, update.row])
      expect(JSON.stringify(part)).not.toContain('ERROR')
    const candidates = [items[0] ?? implied, rejected].map(({ memory_id, value, label }) => ({
      memory_id,
      value,
      label,
    }))
    const retrieval = await clean('alpsbench/retrieval/d100', { items, candidates })
    expect(JSON.stringify(retrieval.row)).not.toContain('ERROR')
    expect(retrieval.input).toMatchObject({ candidate_memories: [{ memory_id: 'm5' }] })
  })
})
