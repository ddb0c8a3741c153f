import { afterAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { parseJson } from '../../core/json.ts'
import { inProcess, makeFolder } from '../testing/cli.ts'

const { path: folder, remove } = makeFolder()
afterAll(remove)

const figure = z.object({ value: z.number(), low: z.number(), high: z.number(), n: z.number() }).nullable()
const documentSchema = z.object({
  track: z.string(),
  cases: z.number(),
  grades: z.array(z.number()),
  perturbations: z.array(z.object({ id: z.string(), harmful: z.boolean(), places: z.number() })),
  reactions: z.array(
    z.object({
      perturbation: z.string(),
      instrument: z.string(),
      metric: z.string(),
      concerned: z.boolean(),
      verdict: z.string(),
      figures: z.array(figure),
    }),
  ),
  floors: z.array(
    z.object({
      instrument: z.string(),
      metric: z.string(),
      system: z.string(),
      share: z.number(),
      fails: z.boolean(),
    }),
  ),
})

const kept = new Map<string, ReturnType<typeof measuredAnew>>()

/** A run with the default seed takes seconds, so each track has one. */
function measured(track: string): ReturnType<typeof measuredAnew> {
  const known = kept.get(track) ?? measuredAnew(track)
  kept.set(track, known)
  return known
}

async function measuredAnew(track: string, ...more: string[]) {
  const ended = await inProcess(folder, [
    'sensitivity',
    track,
    '--data',
    'sample',
    '--json',
    '--quiet',
    ...more,
  ])
  expect(ended).toMatchObject({ code: 0, err: '' })
  return { text: ended.out, report: documentSchema.parse(parseJson(ended.out)) }
}

/**
 * What each instrument should do about each change of the sample, written down before the code. `-`: the change is no
 * matter of that figure. Of the row `detail` alone more was foreseen as ignored: of 48 false details strict-match sees a
 * few (3 % of F1 where 38 % of the memories are false), and update-actions those in memories that should stay as they are.
 */
const expected: Readonly<Record<string, string>> = {
  'alpsbench/extraction': `
    change         | strict-match.f1 | strict-match.label_accuracy | research-algo.score | research-algo.f1 | public-exact.f1 | value-only.f1
    drop           | reacts   | -      | reacts   | reacts  | reacts   | reacts
    hallucinate    | reacts   | -      | reacts   | reacts  | reacts   | reacts
    drift          | reacts   | -      | reacts   | ignores | reacts   | reacts
    wrong-label    | -        | reacts | reacts   | -       | reacts   | -
    wrong-type     | -        | -      | reacts   | -       | reacts   | -
    wrong-user     | reacts   | -      | reacts   | reacts  | reacts   | reacts
    detail         | undecided | -     | reacts   | ignores | reacts   | ignores
    wrong-language | reacts   | -      | reacts   | ignores | reacts   | reacts
    paraphrase     | punishes | steady | punishes | steady  | punishes | punishes
    reorder        | steady   | steady | steady   | steady  | steady   | steady`,
  'alpsbench/update': `
    change         | update-actions.action_f1 | research-algo.score | public-exact.f1 | strict-match.f1 | update-actions-spec.action_accuracy
    drop           | reacts   | reacts   | reacts   | reacts   | reacts
    hallucinate    | reacts   | reacts   | reacts   | reacts   | -
    drift          | reacts   | reacts   | reacts   | reacts   | reacts
    wrong-label    | -        | reacts   | reacts   | -        | -
    wrong-type     | -        | reacts   | reacts   | -        | -
    stale          | reacts   | reacts   | reacts   | reacts   | reacts
    append         | reacts   | reacts   | reacts   | reacts   | ignores
    over-apply     | reacts   | reacts   | reacts   | reacts   | reacts
    wrong-user     | reacts   | reacts   | reacts   | reacts   | reacts
    detail         | reacts   | reacts   | reacts   | undecided | reacts
    wrong-language | reacts   | reacts   | reacts   | reacts   | reacts
    paraphrase     | punishes | punishes | punishes | punishes | punishes
    reorder        | steady   | steady   | steady   | steady   | steady`,
  'alpsbench/retrieval/d100': `
    change      | retrieval-rank.accuracy | retrieval-rank.recall@5 | retrieval-rank.mrr | public-exact.accuracy
    drop        | reacts | reacts | reacts | reacts
    hallucinate | reacts | reacts | reacts | reacts
    wrong-user  | reacts | reacts | reacts | reacts
    demote      | reacts | -      | reacts | reacts
    paraphrase  | steady | steady | steady | steady
    reorder     | steady | steady | steady | steady`,
  'alpsbench/utilization/preference': `
    change      | answer-key.pass_rate | public-exact.grounding_accuracy
    drop        | reacts | reacts
    hallucinate | reacts | reacts
    drift       | -      | reacts
    wrong-user  | reacts | reacts
    over-apply  | reacts | ignores
    paraphrase  | steady | punishes
    reorder     | steady | steady`,
}

function table(text: string): { names: string[]; rows: { change: string; verdicts: string[] }[] } {
  const [head = [], ...rows] = text
    .trim()
    .split('\n')
    .map((line) => line.split('|').map((cell) => cell.trim()))
  return {
    names: head.slice(1),
    rows: rows.map(([change = '', ...verdicts]) => ({ change, verdicts })),
  }
}

describe.each(Object.entries(expected))('%s on the sample', (track, text) => {
  const { names, rows } = table(text)

  it('reacts to every change as the table says, and to no other', async () => {
    const { report } = await measured(track)
    const found = rows.map(({ change }) => ({
      change,
      verdicts: names.map((name) => {
        const one = report.reactions.find(
          ({ perturbation, instrument, metric }) =>
            perturbation === change && name === `${instrument.split('@')[0]}.${metric}`,
        )
        if (one === undefined) return 'absent'
        return one.concerned ? one.verdict : '-'
      }),
    }))
    expect(found).toEqual(rows)
    expect(report.perturbations.map(({ id }) => id)).toEqual(rows.map(({ change }) => change))
    expect(report.perturbations.every(({ places }) => places > 0)).toBe(true)
    expect(report.grades).toEqual([0, 10, 25, 50, 100])
    for (const { figures } of report.reactions)
      for (const one of figures) {
        if (one === null) continue
        expect(one.low).toBeLessThan(one.high)
        expect(one.value).toBeGreaterThanOrEqual(one.low)
        expect(one.value).toBeLessThanOrEqual(one.high)
      }
  })
})

describe('floors', () => {
  const share = async (track: string, name: string) => {
    const { report } = await measured(track)
    return report.floors.find((one) => `${one.instrument.split('@')[0]}.${one.metric}` === name)
  }

  it('headlines of extraction and update pass, published scores fail and name who wins them', async () => {
    expect(await share('alpsbench/extraction', 'strict-match.f1')).toMatchObject({ fails: false })
    expect(await share('alpsbench/extraction', 'research-algo.score')).toMatchObject({ fails: true })
    expect(await share('alpsbench/update', 'update-actions.action_f1')).toMatchObject({ fails: false })
    const nothing = await share('alpsbench/update', 'research-algo.score')
    expect(nothing).toMatchObject({ fails: true, system: 'baseline:do-nothing' })
    expect(nothing?.share).toBeGreaterThan(0.5)
  })
})

describe('rapport sensitivity', () => {
  it('is the same for the same seed, to the byte, and plants elsewhere for another', async () => {
    const track = 'alpsbench/utilization/persona'
    const first = (await measured(track)).text
    expect((await measuredAnew(track)).text).toBe(first)
    expect((await measuredAnew(track, '--seed', '5')).text).not.toBe(first)
  })

  it('prints a table, a plot of each figure and the names of what failed', async () => {
    const argv = ['sensitivity', 'alpsbench/extraction', '--data', 'sample', '--quiet']
    const { code, out } = await inProcess(folder, argv)
    expect(code).toBe(0)
    expect(out).toMatch(/^drop: the memory is left out/m)
    expect(out).toMatch(/── strict-match@1\nrecall +█▇▆▄▁ +1.000 .* 0.000 .* reacts/)
    expect(out).toMatch(/^ignores the error\n(?: .*\n)* {2}research-algo@1 recall: .*drift/m)
    expect(out).toMatch(/^punishes a harmless change\n(?: .*\n)* {2}strict-match@1 f1: .*paraphrase/m)
    expect(out).toMatch(/^fails the floor test\n(?: .*\n)* {2}research-algo@1 score: baseline:/m)
    for (const line of out.split('\n')) expect(line.length).toBeLessThanOrEqual(100)
  })

  it('ends when it is stopped', async () => {
    const stopped = await inProcess(folder, ['sensitivity', 'alpsbench/extraction', '--quiet'], {
      signal: AbortSignal.abort(),
    })
    expect(stopped).toMatchObject({ code: 1, out: '' })
    expect(stopped.err).toContain('stopped')
  })

  it.each([
    [['sensitivity', 'alpsbench/extraktion'], 2, 'did you mean'],
    [['sensitivity', 'alpsbench'], 2, 'one track'],
    [['sensitivity', 'cupid/generation'], 2, 'no changes'],
    [['sensitivity', 'alpsbench/extraction', '--data', 'nowhere'], 2, 'there is no data'],
  ])('%j ends with %i', async (argv, code, message) => {
    const ended = await inProcess(folder, argv)
    expect(ended.code).toBe(code)
    expect(ended.err).toContain(message)
  })
})
