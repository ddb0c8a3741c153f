import { createHash } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { CupidDataset } from './cupid-dataset.ts'
import { descriptorOf } from './descriptors.ts'
import { cupidInstances, folderOf, publishedLike } from './fixtures.ts'
import { instanceSchema, type Instance } from './instance-shape.ts'
import { parquetSource } from './instance-source.ts'
import { openCupid } from './open.ts'
import { publishedFacts, type PublishedFacts } from './published-file.ts'
import { writeCupidParquet } from './write-parquet.ts'

const PERSONAS = 4

async function factsOf(path: string, personas: number): Promise<PublishedFacts> {
  const bytes = await readFile(path)
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  return { ...publishedFacts, bytes: bytes.length, sha256, personas }
}

/** Checks instances as data that claims to be the pinned file, or another revision of it. */
async function checked(instances: readonly Instance[], claim: 'pinned' | 'other-revision' = 'pinned') {
  const path = join(await folderOf({}), 'test.parquet')
  await writeCupidParquet(path, instances)
  const descriptor = descriptorOf('published', { id: 'cupid', source: 'test', revision: null }, 'parquet')
  const facts = await factsOf(path, PERSONAS)
  return new CupidDataset({
    descriptor,
    source: await parquetSource([path]),
    verified: 'yes',
    claim,
    facts,
  }).check()
}

const base = () => cupidInstances(PERSONAS, { equalPairs: 1 })

/** A deep copy with a change to the instance of persona 2 and a type. */
function changed(type: Instance['instance_type'], change: (one: Instance) => Partial<Instance>): Instance[] {
  return base().map((one) =>
    one.persona_id.startsWith('2+') && one.instance_type === type
      ? { ...one, ...change(instanceSchema.parse(JSON.parse(JSON.stringify(one)))) }
      : one,
  )
}

describe('756 instances as published', () => {
  let folder = ''
  let facts: PublishedFacts = publishedFacts
  beforeAll(async () => {
    folder = await folderOf({})
    await writeCupidParquet(join(folder, 'test.parquet'), publishedLike())
    facts = await factsOf(join(folder, 'test.parquet'), 252)
  })

  it('are known by their bytes, and keep every rule', async () => {
    const context = { home: folder, sample: folder, workingDirectory: folder }
    const dataset = await openCupid('test.parquet', context, facts)
    expect(dataset?.descriptor).toMatchObject({
      title: 'CUPID',
      licence: 'CC-BY-4.0',
      revision: facts.revision,
    })
    const report = await dataset?.check()
    expect(report?.findings).toEqual([])
    expect(report?.counts).toMatchObject({
      instances: 756,
      instances_consistent: 252,
      instances_contrastive: 252,
      instances_changing: 252,
      personas: 252,
      personas_with_all_types: 252,
      personas_with_equal_changing_preference: 1,
      sessions: 6048,
      distinct_sessions: 3024,
      variants_that_drop_the_same_sessions: 252,
      variants_that_drop_other_sessions: 0,
    })
    expect(report?.counts['messages_fewest']).toBeGreaterThanOrEqual(32)
    expect(report?.counts['messages_most']).toBeLessThanOrEqual(129)
  })

  it('are another file where one byte differs, though the rest is the same', async () => {
    const bytes = await readFile(join(folder, 'test.parquet'))
    const other = { ...facts, sha256: 'f'.repeat(64) }
    await mkdir(join(folder, 'copy'))
    await writeFile(join(folder, 'copy', 'a.parquet'), bytes)
    const context = { home: folder, sample: folder, workingDirectory: folder }
    const dataset = await openCupid('copy/a.parquet', context, other)
    expect(dataset?.descriptor).toMatchObject({ licence: 'none', revision: null })
    const { findings = [] } = (await dataset?.check()) ?? {}
    expect(findings.map(({ severity, rule }) => [severity, rule])).toEqual([['note', 'file-hash']])
  })
})

describe('a broken structure', () => {
  it.each<[string, Instance[], string[]]>([
    ['nothing', base(), []],
    ['another request', changed('changing', () => ({ current_request: 'another' })), ['same-request']],
    [
      'another preference of the contrastive one',
      changed('contrastive', () => ({ current_contextual_preference: 'another' })),
      ['same-gold'],
    ],
    [
      'another checklist of the contrastive one',
      changed('contrastive', (one) => ({ current_checklist: one.current_checklist.toReversed() })),
      ['same-gold'],
    ],
    ['a second equal pair', cupidInstances(PERSONAS, { equalPairs: 2 }), ['equal-pairs']],
    ['a persona too few', base().slice(3), ['equal-pairs', 'instance-count', 'persona-count']],
    ['an instance too few', base().slice(0, -1), ['instance-count', 'missing-sibling']],
    [
      'seven sessions',
      changed('consistent', (one) => ({ prior_interactions: one.prior_interactions.slice(1) })),
      ['changed-sessions', 'history-length'],
    ],
    [
      'another order',
      changed('contrastive', (one) => ({ prior_interactions: one.prior_interactions.toReversed() })),
      ['session-order'],
    ],
    [
      'long histories',
      changed('changing', (one) => ({
        prior_interactions: one.prior_interactions.map((prior) => ({
          ...prior,
          dialogue: Array.from({ length: 20 }, (_, turn) => ({
            role: turn % 2 === 0 ? ('user' as const) : ('assistant' as const),
            content: `long ${turn}`,
          })),
        })),
      })),
      ['added-factor', 'added-preference', 'changed-sessions', 'message-count'],
    ],
    [
      'an added session with the current factor',
      changed('contrastive', (one) => ({
        prior_interactions: one.prior_interactions.map((prior) =>
          prior.context_factor.startsWith('Rival')
            ? { ...prior, context_factor: one.current_context_factor }
            : prior,
        ),
      })),
      ['added-factor'],
    ],
    [
      'an added session with another factor',
      changed('changing', (one) => ({
        prior_interactions: one.prior_interactions.map((prior) =>
          prior.contextual_preference === one.current_contextual_preference
            ? { ...prior, context_factor: 'Another' }
            : prior,
        ),
      })),
      ['added-factor'],
    ],
    [
      'a session more that is new',
      changed('contrastive', (one) => ({
        prior_interactions: [
          ...one.prior_interactions.slice(1),
          ...one.prior_interactions.slice(0, 1).map((prior) => ({
            ...prior,
            dialogue: prior.dialogue.toSpliced(0, 1, { role: 'user', content: 'new' }),
          })),
        ],
      })),
      ['changed-sessions'],
    ],
  ])('%s', async (_, instances, rules) => {
    const pinned = await checked(instances)
    const found = new Set(pinned.findings.map(({ rule }) => rule))
    for (const rule of rules) expect(found).toContain(rule)
    if (rules.length === 0) expect(pinned.findings).toEqual([])
    expect(pinned.findings.every(({ severity }) => severity === 'error')).toBe(true)
    const other = await checked(instances, 'other-revision')
    expect(other.findings.map(({ rule }) => rule)).toEqual(pinned.findings.map(({ rule }) => rule))
    expect(other.findings.every(({ severity }) => severity === 'warning')).toBe(true)
  })

  it('tells personas whose variants drop different sessions', async () => {
    const instances = changed('contrastive', (one) => {
      const consistent = base().find(
        ({ persona_id, instance_type }) => persona_id === one.persona_id && instance_type === 'consistent',
      )
      const all = consistent?.prior_interactions ?? []
      const text = (prior: Instance['prior_interactions'][number]) => JSON.stringify(prior.dialogue)
      const here = new Set(one.prior_interactions.map(text))
      const dropped = all.find((prior) => !here.has(text(prior)))
      const kept = one.prior_interactions.find((prior) => prior.context_factor.startsWith('Free'))
      return {
        prior_interactions: all
          .filter(
            (prior) =>
              prior === dropped ||
              (prior !== kept && here.has(text(prior)) && text(prior) !== text(kept ?? prior)),
          )
          .concat(one.prior_interactions.filter((prior) => prior.context_factor.startsWith('Rival'))),
      }
    })
    const { counts, findings } = await checked(instances)
    expect(findings).toEqual([])
    expect(counts).toMatchObject({
      variants_that_drop_the_same_sessions: PERSONAS - 1,
      variants_that_drop_other_sessions: 1,
    })
  })
})
