import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { inProcess, makeFolder } from '../src/cli/testing/cli.ts'
import { parseJson } from '../src/core/json.ts'
import { sharedData, skipReason } from './shared.ts'

const packets = sharedData('alpsbench-packets')
const { path: folder, remove } = makeFolder()
afterAll(remove)

const figureSchema = z.object({ value: z.number(), low: z.number(), high: z.number(), n: z.number() })
const documentSchema = z.object({
  invented: z.boolean(),
  claims: z.array(
    z.object({
      id: z.string(),
      verdict: z.string(),
      parts: z.array(
        z.object({
          about: z.string(),
          verdict: z.string(),
          text: z.string(),
          figures: z.array(
            z.object({ name: z.string(), figure: figureSchema.nullable(), published: z.number().nullable() }),
          ),
          effect: figureSchema.extend({ random: z.string() }).nullable(),
          p: z.object({ for: z.number(), against: z.number() }).nullable(),
        }),
      ),
    }),
  ),
})

type Found = z.infer<typeof documentSchema>

// One draw of the pools: five take minutes. With seeds 1 to 5 the means are .2355 .1716 .1482 .1289 .1117.
describe.skipIf(packets === undefined)(`findings on the annotation packets (${skipReason})`, () => {
  let found: Found
  beforeAll(async () => {
    const { code, out, err } = await inProcess(folder, [
      'reproduce',
      'alpsbench',
      '--data',
      packets ?? '',
      '--pool-seeds',
      '1',
      '--json',
      '--quiet',
    ])
    if (code !== 0) throw new Error(err)
    found = documentSchema.parse(parseJson(out))
  }, 600_000)

  const claim = (id: string) => {
    const one = found.claims.find((item) => item.id === id)
    if (one === undefined) throw new Error(`no claim ${id}`)
    return one
  }
  const figures = (id: string) =>
    claim(id).parts.map(({ about, figures: all }) => [
      about,
      ...all.map(({ figure }) => Number(figure?.value.toFixed(3))),
    ])

  it('has direct and indirect recall and the missing rate of seven models', () => {
    expect(found.invented).toBe(false)
    expect(figures('extraction/indirect-harder')).toEqual([
      ['GPT-5.2', 0.632, 0.325],
      ['GPT-4.1-mini', 0.557, 0.151],
      ['DeepSeek Reasoner', 0.589, 0.468],
      ['Gemini-3 Flash', 0.731, 0.567],
      ['Llama-4 Maverick', 0.296, 0.104],
      ['Claude-Sonnet-4.5', 0.734, 0.495],
      ['Qwen3-max', 0.499, 0.341],
    ])
    expect(claim('extraction/missing-rate-against-direct-recall').verdict).toBe('supported')
    expect(claim('extraction/missing-rate-against-indirect-recall').verdict).toBe('supported')
    expect(claim('extraction/misses-dominate').verdict).toBe('supported')
  })

  it('tells the three upsets with paired intervals on common rows', () => {
    const constant = claim('beyond/constant-wins-extraction')
    expect(constant.verdict).toBe('undecided')
    const gemini = constant.parts.find(({ about }) => about === 'over Gemini-3 Flash')
    expect(gemini).toMatchObject({ verdict: 'undecided', effect: { n: 214, random: 'cases' } })
    expect(gemini?.effect?.value).toBeCloseTo(2.92, 2)
    expect(gemini?.effect?.low).toBeLessThan(0)
    expect(constant.parts.filter(({ verdict }) => verdict === 'supported')).toHaveLength(6)

    const [nothing] = claim('beyond/do-nothing-wins-update').parts
    expect(nothing).toMatchObject({ verdict: 'supported' })
    expect(nothing?.figures[0]?.figure?.value).toBeCloseTo(84.17, 2)
    expect(nothing?.figures[0]?.figure?.low).toBeGreaterThan(81.49)

    const [rule] = claim('beyond/id-rule-solves-retrieval').parts
    expect(rule?.text).toContain('right in 214 of 214 cases')
    const [over] = claim('beyond/id-rule-over-bm25').parts
    expect(over?.effect?.value).toBeCloseTo(0.748, 3)
    expect(over?.effect?.n).toBe(214)
  })

  it('puts BM25 on drawn pools beside the published lines', () => {
    const lines = claim('retrieval/bm25-lines').parts.map(({ figures: [one] }) => [
      one?.published,
      Number(one?.figure?.value.toFixed(4)),
    ])
    expect(lines).toEqual([
      [0.2592, 0.2284],
      [0.192, 0.1574],
      [0.1683, 0.1472],
      [0.1519, 0.1269],
      [0.1393, 0.1218],
    ])
    expect(claim('retrieval/bm25-falls').verdict).toBe('supported')
  })

  it('says what can not be measured from recordings', () => {
    for (const id of ['update/gpt-leads', 'update/adding-is-easier', 'utilization/memory-may-not-help'])
      expect(claim(id).verdict, id).toBe('not-measurable')
  })
})
