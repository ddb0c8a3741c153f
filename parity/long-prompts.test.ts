import { dirname } from 'node:path'
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { alpsbench } from '../src/benchmarks/alpsbench/benchmark.ts'
import { openAlpsbench } from '../src/benchmarks/alpsbench/data/open.ts'
import { makeFolder } from '../src/cli/testing/cli.ts'
import { liveCommand } from '../src/cli/testing/live.ts'
import type { Protocol } from '../src/core/prompt.ts'
import { completion, startScript, type ScriptServer } from '../src/models/gateway/fixtures/http-script.ts'
import { sharedData, skipReason } from './shared.ts'

const chunks = sharedData('alpsbench-packets', 'chunks')
const track = 'alpsbench/retrieval/d1000'
/** Cases of the data that are looked at; some are skipped, because their target can't stand among drawn distractors. */
const LIMIT = 4
/** US dollars per token of openai/gpt-4.1-mini: input, input from the provider's cache, output. */
const [INPUT, CACHED, OUTPUT] = [0.4e-6, 0.1e-6, 1.6e-6]
/** What the server says of each answer. */
const [CACHED_TOKENS, OUTPUT_TOKENS] = [4, 40]
const LONGEST_ANSWER = 4096

const messageSchema = z.object({ role: z.string(), content: z.string() })
type Message = z.infer<typeof messageSchema>
const bodySchema = z.object({ model: z.string(), messages: z.array(messageSchema) }).catchall(z.json())

/** Prompts of the first cases as the track builds them. */
async function builtPrompts(protocol: Protocol): Promise<Message[][]> {
  const folder = dirname(chunks ?? '')
  const dataset = await openAlpsbench(folder, { home: folder, sample: folder, workingDirectory: folder })
  const prompt = alpsbench.tracks.find(({ id }) => id === track)?.prompts[protocol]
  if (dataset === null || prompt === undefined) throw new Error('no data or no track')
  const built: Message[][] = []
  const options = { split: null, view: 'as-published', rekey: false, rowBase: 'unique', seed: 0 } as const
  let read = 0
  for await (const { input, skip } of dataset.cases(track, { ...options, pools: 'drawn' })) {
    read += 1
    if (skip === undefined)
      built.push(prompt.build(input).messages.map(({ role, content }) => ({ role, content })))
    if (read === LIMIT) break
  }
  return built
}

const tokensOf = (messages: readonly Message[]): number =>
  messages.reduce((sum, { content }) => sum + countTokens(content), 0)
const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0)

const ledgerSchema = z.object({
  calls: z.array(
    z.object({
      model: z.string(),
      calls: z.number(),
      failed: z.number(),
      inputTokens: z.number(),
      outputTokens: z.number(),
      cost: z.number(),
    }),
  ),
})

describe.skipIf(chunks === undefined)(`prompts with 1,000 distractors (${skipReason})`, () => {
  const folder = makeFolder()
  let server: ScriptServer
  beforeAll(async () => {
    // A server that counts what it gets, as a provider does.
    server = await startScript(({ body }) => {
      const { messages } = bodySchema.parse(body)
      const answer = { answer: 'x', reason: 'y', selected_memory_id: 'none' }
      return completion(JSON.stringify(answer), { usage: [tokensOf(messages), OUTPUT_TOKENS] })
    })
  })
  afterAll(async () => {
    await server.close()
    folder.remove()
  })

  it.each(['strict', 'reference'] as const)(
    'are counted, priced and sent unchanged: %s',
    { timeout: 300_000 },
    async (protocol) => {
      const env = { OPENAI_BASE_URL: server.baseUrl, OPENAI_API_KEY: 'sk-of-nobody' }
      const words = ['run', track, `--data=${dirname(chunks ?? '')}`, '--pools=drawn', `--limit=${LIMIT}`]
      words.push('--system=openai/gpt-4.1-mini', '--no-baselines', `--protocol=${protocol}`)
      const built = await builtPrompts(protocol)
      const tokens = built.map(tokensOf)
      const cases = built.length
      expect(cases).toBeGreaterThan(1)
      expect(Math.min(...tokens)).toBeGreaterThan(30_000)
      expect(Math.max(...tokens)).toBeLessThan(50_000)
      const before = server.seen.length

      // model, calls, prompt tokens, longest, most output, at most USD
      const dry = await liveCommand(folder.path, [...words, '--dry-run'], env)
      expect({ code: dry.code, err: dry.err, sent: server.seen.length }).toEqual({
        code: 0,
        err: '',
        sent: before,
      })
      const cells = /^ *openai\/gpt-4\.1-mini +(\d+) +(\d+) +(\d+) +(\d+) +([\d.]+) *$/m.exec(dry.out)
      const [calls, estimated, longest, output, worst] = (cells ?? []).slice(1).map(Number)
      expect({ calls, output }).toEqual({ calls: cases, output: cases * LONGEST_ANSWER })
      // Frames of messages and a reply schema come on top of the words.
      expect(estimated).toBeGreaterThanOrEqual(sum(tokens))
      expect(estimated).toBeLessThan(sum(tokens) + cases * 200)
      expect(longest).toBeGreaterThanOrEqual(Math.max(...tokens))
      const atMost = (estimated ?? 0) * 1.01 * INPUT + cases * LONGEST_ANSWER * OUTPUT
      expect(worst).toBeCloseTo(atMost, 3)

      const run = await liveCommand(folder.path, [...words, '--json', '--quiet', '--max-cost=1'], env)
      expect({ code: run.code, err: run.err }).toEqual({ code: 0, err: '' })
      const sent = server.seen.slice(before).map(({ body }) => bodySchema.parse(body))
      expect(sent.map(({ model }) => model)).toEqual(built.map(() => 'gpt-4.1-mini'))
      // Joined: a difference in 100,000 characters is not for printing.
      const texts = (prompts: readonly Message[][]) =>
        prompts
          .map((prompt) => JSON.stringify(prompt))
          .toSorted()
          .join('\n')
      expect(texts(sent.map(({ messages }) => messages)) === texts(built)).toBe(true)

      const cost = cases * (CACHED_TOKENS * (CACHED - INPUT) + OUTPUT_TOKENS * OUTPUT) + sum(tokens) * INPUT
      expect(ledgerSchema.parse(JSON.parse(run.out)).calls).toEqual([
        {
          model: 'openai/gpt-4.1-mini',
          calls: cases,
          failed: 0,
          inputTokens: sum(tokens),
          outputTokens: cases * OUTPUT_TOKENS,
          cost: expect.closeTo(cost, 9),
        },
      ])
      expect(cost).toBeLessThan(worst ?? 0)
    },
  )
})
