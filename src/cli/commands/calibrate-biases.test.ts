import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { ScriptedServer } from '../../testing/scripted-server/index.ts'
import { estimateSchema } from '../testing/calibration-document.ts'
import { makeFolder } from '../testing/cli.ts'
import { liveCommand, startSampleServer } from '../testing/live.ts'

const effect = z.union([z.object({ effect: estimateSchema }), z.object({ none: z.string() })])
const documentSchema = z.object({
  tracks: z.array(
    z.object({
      track: z.string(),
      instruments: z.array(
        z.object({
          rubric: z.string(),
          by: z.string(),
          biases: z.object({
            verbosity: effect,
            order: effect,
            twoWay: z.object({ all: effect, gold: effect }).nullable(),
            overlap: z.object({
              judges: z.array(z.string()),
              authors: z.array(z.string()),
              systems: z.array(z.object({ system: z.string(), as: z.array(z.string()) })),
              preferences: z.array(z.object({ family: z.string(), difference: estimateSchema })),
            }),
            panel: z.array(
              z.object({ system: z.string(), all: z.number(), without: z.number(), n: z.number() }),
            ),
          }),
          stability: z.object({ fields: z.array(z.object({ metric: z.string() })) }),
        }),
      ),
    }),
  ),
})

let server: ScriptedServer
let folder: ReturnType<typeof makeFolder>
// The demo server plays the providers too, so that models have makers.
const go = (...argv: string[]) =>
  liveCommand(folder.path, argv, {
    RAPPORT_BASE_URL: server.baseUrl,
    OPENAI_BASE_URL: server.baseUrl,
    OPENAI_API_KEY: 'demo',
    DEEPSEEK_BASE_URL: server.baseUrl,
    DEEPSEEK_API_KEY: 'demo',
  })
async function done(...argv: string[]) {
  const ended = await go(...argv)
  if (ended.code !== 0) throw new Error(`${argv.join(' ')}: ${ended.err}`)
  return ended.out
}
async function report(...options: string[]) {
  const { tracks } = documentSchema.parse(
    JSON.parse(await done('calibrate', 'report', 'latest', '--json', ...options)),
  )
  return tracks.flatMap(({ instruments }) => instruments)
}

beforeAll(async () => {
  server = await startSampleServer()
})
afterAll(() => server.close())

describe('on CUPID', () => {
  beforeAll(async () => {
    folder = makeFolder()
    await done(
      'run',
      'cupid/inference',
      '--system',
      'compatible/perfect',
      'compatible/ignores-context',
      'compatible/over-general',
      '--judge',
      'compatible/judge-fair',
      '--rubric',
      'preference-match,rivals',
      '--quiet',
      '--overview',
    )
  }, 60_000)
  afterAll(() => folder.remove())

  it('the order of two candidates is told, and matching in both directions is checked on the gold itself', async () => {
    const found = await report()
    const rivals = found.find(({ rubric }) => rubric === 'rivals@1')
    expect(rivals?.biases.order).not.toEqual({ none: 'the rubric shows no two candidates to choose from' })
    expect(rivals?.biases.twoWay).toBeNull()
    const match = found.find(({ rubric }) => rubric.startsWith('preference-match@'))
    expect(match?.biases.order).toEqual({ none: 'the rubric shows no two candidates to choose from' })
    // The oracle's answer is the gold: both directions are the same question.
    expect(match?.biases.twoWay?.gold).toMatchObject({ effect: { value: 0 } })
  })

  it('chains are drawn, labelled and asked again as rubrics are', async () => {
    const drawn = await done(
      'calibrate',
      'sample',
      'latest',
      '--rubric',
      'preference-match',
      '--per-system',
      '3',
      '--out',
      'chain.csv',
    )
    expect(drawn).toMatch(/9 answers of cupid\/inference drawn/)
    const dry = await done(
      'calibrate',
      'stability',
      'latest',
      '--rubric',
      'preference-match',
      '--per-system',
      '2',
      '--dry-run',
    )
    expect(dry).toContain('Later steps of chains are not in these numbers')
    await done(
      'calibrate',
      'stability',
      'latest',
      '--rubric',
      'preference-match',
      '--per-system',
      '2',
      '--quiet',
    )
    const [match] = await report('--rubric', 'preference-match')
    expect(match?.stability.fields.map(({ metric }) => metric)).toContain('f1')
  }, 30_000)
})

describe('makers of judges and systems', () => {
  beforeAll(async () => {
    folder = makeFolder()
    const systems = ['openai/perfect', 'deepseek/forgetful', 'compatible/ignores-memory']
    await done(
      'run',
      'alpsbench/utilization/persona',
      '--system',
      ...systems,
      '--judge',
      'openai/judge-lenient',
      '--quiet',
      '--overview',
    )
    await done('rejudge', 'latest', '--judge', 'deepseek/judge-fair', '--quiet', '--overview')
    await done(
      'rejudge',
      'latest',
      '--judge',
      'openai/judge-strict',
      'deepseek/judge-fair',
      'compatible/judge-fair',
      '--quiet',
      '--overview',
    )
  }, 60_000)
  afterAll(() => folder.remove())

  it('are told, with what a judge gives more to its own family than another does', async () => {
    const found = await report('--gold-author', 'openai/gpt-5.2')
    const lenient = found.find(({ by }) => by === 'openai/judge-lenient')
    expect(lenient?.biases.overlap).toMatchObject({
      judges: ['openai'],
      authors: ['openai'],
      systems: [{ system: 'openai/perfect', as: ['judge', 'author'] }],
    })
    // It accepts everything, so that it gives the others more than a fair judge: its own were right anyway.
    expect(lenient?.biases.overlap.preferences[0]?.difference.value).toBeLessThan(-0.3)
  })

  it('a panel has the figure of a system without the judges of its family', async () => {
    const panel = (await report()).find(({ by }) => by.includes('+'))
    expect(panel?.biases.panel).toEqual([
      { system: 'openai/perfect', all: expect.closeTo(2 / 3, 12), without: 1, n: 15 },
      expect.objectContaining({ system: 'deepseek/forgetful', n: 15 }),
    ])
  })
})
