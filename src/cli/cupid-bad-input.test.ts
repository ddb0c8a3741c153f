import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cupidInstances } from '../benchmarks/cupid/data/fixtures.ts'
import type { Instance } from '../benchmarks/cupid/data/instance-shape.ts'
import { writeCupidParquet } from '../benchmarks/cupid/data/write-parquet.ts'
import { writeParquet } from '../io/parquet.ts'
import { buildOnce, inProcess, makeFolder, rapport } from './testing/cli.ts'

// What somebody sees who hands CUPID something wrong: real processes, one message each.

const { path: folder, remove } = makeFolder()
beforeAll(buildOnce, 120_000)
afterAll(remove)

/** No server is there: whatever gets as far as asking a model fails otherwise than expected. */
const env = { RAPPORT_BASE_URL: 'http://127.0.0.1:1/v1' }

type Draft = { -readonly [Key in keyof Instance]: Instance[Key] }

/** Three instances of one persona, the second of them changed. */
function changed(change: (second: Draft) => void): Instance[] {
  return cupidInstances(1).map((one, place) => {
    const copy = structuredClone(one)
    if (place === 1) change(copy)
    return copy
  })
}

const withMessage = (message: Partial<Instance['prior_interactions'][number]['dialogue'][number]>) =>
  changed((second) => {
    const message1 = second.prior_interactions[2]?.dialogue[1]
    if (message1 === undefined) throw new Error('no such message')
    Object.assign(message1, message)
  })

const [first] = cupidInstances(1)
const id = '0+invented_worker_0+contrastive'

/** What is wrong, the instances, and the place and rule that the message must name. */
const broken: readonly [string, readonly Instance[], place: string, says: string][] = [
  [
    'two user turns in a row',
    withMessage({ role: 'user' }),
    `:2, id "${id}", field prior_interactions[2].dialogue[1].role, rule turn-order`,
    'two turns of one speaker stand in a row',
  ],
  [
    'a null message',
    withMessage({ content: null }),
    `:2, id "${id}", field prior_interactions[2].dialogue[1].content, rule null-message`,
    'the message is null',
  ],
  [
    'an empty checklist',
    changed((second) => void (second.current_checklist = [])),
    `:2, id "${id}", field current_checklist, rule empty-checklist`,
    'the checklist is empty',
  ],
  [
    'three instances with one key',
    first === undefined ? [] : [first, first, first],
    ':2, id "0+invented_worker_0+consistent", field instance_type, rule duplicate-key',
    'come more than once; first in bad.jsonl:1',
  ],
]

const lines = (instances: readonly Instance[]) =>
  `${instances.map((one) => JSON.stringify(one)).join('\n')}\n`

describe.sequential("instances that can't be run", () => {
  it.each(broken)('%s: row, field and rule in one message, exit 2', async (_name, instances, place, says) => {
    const cwd = join(folder, 'rows')
    await mkdir(cwd, { recursive: true })
    await writeFile(join(cwd, 'bad.jsonl'), lines(instances))
    const argv = ['--data', 'bad.jsonl', '--system', 'oracle', '--quiet', '--json']
    const { code, out, err } = await rapport(cwd, ['run', 'cupid/inference', ...argv])
    expect(err).toContain(`  at bad.jsonl${place}\n`)
    expect(err).toContain(says)
    expect(err.match(/^rapport: /gm)).toHaveLength(1)
    expect({ code, out }).toEqual({ code: 2, out: '' })
    const check = await rapport(cwd, ['data', 'check', 'bad.jsonl'])
    expect(check.code).toBe(1)
    expect(check.out).toContain(place.replace(/.*rule /, ''))
  })

  it('the same row in Parquet is named by its number', async () => {
    await writeCupidParquet(join(folder, 'bad.parquet'), withMessage({ content: null }))
    const argv = ['run', 'cupid', '--data', 'bad.parquet', '--system', 'oracle', '--quiet']
    const { code, err } = await rapport(folder, argv)
    expect(err).toContain(
      `at bad.parquet, row 2, id "${id}", field prior_interactions[2].dialogue[1].content, rule null-message`,
    )
    expect(code).toBe(2)
  })

  it('are left out and counted with --view clean', async () => {
    await writeFile(join(folder, 'some.jsonl'), lines(withMessage({ content: null })))
    const argv = ['--data', 'some.jsonl', '--view', 'clean', '--system', 'oracle', '--quiet']
    const { code, out, err } = await rapport(folder, ['run', 'cupid/inference', ...argv])
    expect({ code, err }).toEqual({ code: 0, err: '' })
    expect(out).toMatch(/^oracle.* 2\b/m)
    expect(out).toContain('oracle 1 skipped')
  })

  it('a Parquet file with other columns: missing and unexpected ones are listed', async () => {
    await writeParquet(join(folder, 'other.parquet'), [{ name: 'persona', type: 'text' }], [['a']])
    const argv = ['run', 'cupid', '--data', 'other.parquet', '--system', 'oracle']
    const { code, err } = await rapport(folder, argv)
    expect(err).toContain('missing: persona_id, instance_type, current_request')
    expect(err).toContain('not expected: persona')
    expect(err).toContain('at other.parquet, rule parquet-schema')
    expect(code).toBe(2)
  })
})

describe('a gold preference over 30 words', () => {
  it('is no error: the check names row and field, and the case has a tag of its own', async () => {
    const long = Array.from({ length: 31 }, (_, word) => `word${word}`).join(' ')
    const instances = changed((second) => void (second.current_contextual_preference = long))
    await writeFile(join(folder, 'long.jsonl'), lines(instances))
    const check = await rapport(folder, ['data', 'check', 'long.jsonl'])
    expect(check.code).toBe(0)
    expect(check.out).toContain('long-preference')
    expect(check.out).toContain(`at long.jsonl:2, id "${id}", field current_contextual_preference`)
    const argv = [
      '--data',
      'long.jsonl',
      '--where',
      'preference_words=over 30',
      '--system',
      'oracle',
      '--quiet',
    ]
    const { code, out } = await rapport(folder, ['run', 'cupid/inference', ...argv])
    expect(code).toBe(0)
    expect(out).toContain('1 cases in 1 clusters')
  })
})

/** Command, and what the message must say: what is wrong, and what to do. */
const mistyped: readonly [string, string, string][] = [
  [
    'run alpsbench cupid --system oracle',
    'these tracks belong to alpsbench and cupid',
    'run them one after the other: rapport run alpsbench, rapport run cupid',
  ],
  [
    'run cupid/inference --system history:lastt-3+openai/x',
    'there is no setting "lastt-3"',
    'did you mean last-3?',
  ],
  [
    'run cupid/inference --system history:oracle-factr+openai/x',
    'there is no setting "oracle-factr"',
    'did you mean oracle-factor',
  ],
  [
    'run cupid/inference --system history:embeding-2@openai/e+openai/x',
    'there is no setting "embeding-2@openai/e"',
    'did you mean embedding-2@openai/e?',
  ],
  [
    'run cupid/inference --system history:last-0+openai/x',
    'there is no setting "last-0"',
    'did you mean last-3?',
  ],
  [
    'run cupid/inference --system history:last-3',
    '"history:last-3" names no model',
    'write history:last-3+<provider>/<model>',
  ],
  [
    'run cupid/inference --system history:last-3+gpt',
    '"gpt" has no provider',
    'write history:last-3+<provider>/gpt',
  ],
  [
    'run cupid/inference --system history:last-3+opnai/x',
    'no model provider is called "opnai"',
    'did you mean openai?',
  ],
  [
    'run alpsbench/extraction --system history:last-3+openai/x',
    'alpsbench/extraction has no settings',
    'name the model alone: openai/x; settings are for cupid/inference, cupid/generation',
  ],
  [
    'run cupid/inference --system history:oracle-preference+openai/x',
    'there is no setting "oracle-preference" on cupid/inference; it belongs to cupid/generation',
    'rapport list systems',
  ],
  [
    'run cupid/inference --system oracle --rubric prefmatcher --judge compatible/x',
    'the rubric "prefmatcher" needs --prompts',
    'add --prompts <a checkout of the CUPID repository>',
  ],
  [
    'run cupid/inference --system oracle --rubric preference-match',
    '--rubric is for judges, and none is named',
    'name one: --judge <provider>/<model>',
  ],
  [
    'run cupid/inference --system oracle --decomposer compatible/x --judge-output-tokens 9',
    '--decomposer and --judge-output-tokens are for judges, and none is named',
    'name one: --judge <provider>/<model>',
  ],
  [
    'run cupid/generation --system constant --judge compatible/x --decomposer compatible/y',
    '--decomposer is for chains, and this run has none: it is judged by alignment',
    'preference-match on cupid/inference',
  ],
  [
    'run cupid/generation --system oracle',
    'there is no system "oracle" on cupid/generation; it belongs to other tracks',
    'rapport list systems',
  ],
  ['run cupid --data alpsbnch --system oracle', 'there is no data "alpsbnch"', 'did you mean alpsbench'],
]

describe('words that fit nothing', () => {
  it.each(mistyped)('%s', async (line, wrong, fix) => {
    const { code, out, err } = await inProcess(folder, line.split(' '), { env })
    expect(err).toContain(wrong)
    expect(err).toContain(fix)
    expect(err.match(/^rapport: /gm)).toHaveLength(1)
    expect({ code, out }).toEqual({ code: 2, out: '' })
  })

  it('nothing is left of it in the store', async () => {
    const runs = await inProcess(folder, ['list', 'runs'])
    expect(runs.out).not.toContain('planning')
  })
})

describe('cupid/generation without a judge', () => {
  it('says before it asks that nothing will be measured, and how to judge later', async () => {
    const made = makeFolder()
    try {
      const argv = ['run', 'cupid/generation', '--system', 'constant', '--quiet']
      const { code, out, err } = await rapport(made.path, argv)
      expect(code).toBe(0)
      const run = /--judge; .*rapport rejudge (\S+) --judge <provider>\/<model>\n$/.exec(err)?.[1]
      expect(err).toMatch(/^warning: nothing measures cupid\/generation without --judge/)
      expect(out).toContain(`run ${run}`)
    } finally {
      made.remove()
    }
  })
})
