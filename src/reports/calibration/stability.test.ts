import { describe, expect, it } from 'vitest'
import type { MetricDefinition } from '../../core/metric.ts'
import { crossFlips, stabilityOf, type AskedInstrument } from './stability.ts'
import { stabilityLines } from './stability-text.ts'

const metric = (name: string, range: readonly [number, number] = [0, 1]): MetricDefinition => ({
  name,
  description: '',
  aggregate: 'mean',
  direction: 'higher',
  range,
  ...(range[1] === 1 ? { binary: true } : {}),
})

function instrument(rubric: string, model: string, changes: Partial<AskedInstrument> = {}): AskedInstrument {
  return {
    instrument: `${rubric}?judge=${model}`,
    label: `${rubric} (${model})`,
    rubric,
    judges: [{ role: 'judge', models: [model] }],
    metrics: [metric('pass_rate')],
    answers: [0, 1, 2, 3].map((at) => ({
      place: `p${at}`,
      system: at < 2 ? 'a' : 'b',
      cluster: `k${at}`,
      stored: { pass_rate: at % 2 },
      again: [],
    })),
    ...changes,
  }
}

const first = instrument('r@1', 'm')
const again = (...values: (number | null)[]) => values.map((value) => ({ pass_rate: value }))
const asked = {
  ...first,
  answers: first.answers.map((answer, at) => ({
    ...answer,
    again: [again(0, 0), again(1, 1), again(0, 1), []][at] ?? [],
  })),
}

describe('test and retest', () => {
  it('counts the stored verdict as one asking, and leaves out what was not asked again', () => {
    const [field] = stabilityOf(asked).fields
    expect(field?.all).toMatchObject({ answers: 3, wavering: 1 })
    expect(field?.all.share?.value).toBeCloseTo(2 / 9, 12)
    expect(field?.systems.map(({ system, flips }) => [system, flips.answers, flips.wavering])).toEqual([
      ['a', 2, 0],
      ['b', 1, 1],
    ])
  })

  it('is empty where nobody asked again', () => {
    expect(stabilityOf(first).fields).toEqual([])
  })

  it('of a judge that has no verdict in the run uses its own askings alone', () => {
    const alone = { ...asked, answers: asked.answers.map((answer) => ({ ...answer, stored: {} })) }
    expect(stabilityOf(alone).fields[0]?.all).toMatchObject({
      answers: 3,
      wavering: 1,
      share: { value: 1 / 3 },
    })
  })
})

describe('flips between instruments', () => {
  const turned = (rubric: string, model: string, changes: Partial<AskedInstrument> = {}) =>
    instrument(rubric, model, {
      answers: first.answers.map((answer, at) => ({
        ...answer,
        stored: at === 0 ? {} : { pass_rate: at === 1 ? 0 : at % 2 },
      })),
      ...changes,
    })

  it('are those of models under one rubric, and of rubrics with the same models, on common answers', () => {
    const found = crossFlips([first, turned('r@1', 'n'), turned('q@1', 'm')])
    expect(
      found.map(({ across, labels, flips }) => [across, labels[1], flips.answers, flips.wavering]),
    ).toEqual([
      ['models', 'r@1 (n)', 3, 1],
      ['prompts', 'q@1 (m)', 3, 1],
    ])
  })

  it('take the first asking of a judge that the run does not have', () => {
    const outside = instrument('r@1', 'n', {
      answers: first.answers.map((answer, at) => ({
        ...answer,
        stored: {},
        again: at === 0 ? [] : again(at === 1 ? 0 : at % 2, 1),
      })),
    })
    expect(crossFlips([first, outside])).toMatchObject([
      { across: 'models', flips: { answers: 3, wavering: 1 } },
    ])
  })

  it('need a metric in common, on one scale', () => {
    const other = turned('q@1', 'm', { metrics: [metric('warmth')] })
    const scaled = turned('q@2', 'm', { metrics: [metric('pass_rate', [0, 100])] })
    expect(crossFlips([first, other])).toEqual([])
    expect(crossFlips([first, scaled])).toEqual([])
  })
})

it('reads like this', () => {
  const lines = stabilityLines([stabilityOf(asked)], crossFlips([first, instrument('r@1', 'n')]), 90)
  expect(lines.join('\n')).toMatchInlineSnapshot(`
    "r@1 (m): the same prompt, asked again
    metric     system  flips                 answers  wavering
    ──────────────────────────────────────────────────────────
    pass_rate  all     0.222 [0.009, 0.903]        3         1
               a       0.000 [0.000, 0.842]        2         0
               b       0.667 [0.000, 1.000]        1         1

    Across models, from the first verdict of each
    r@1 (m) against r@1 (n) on pass_rate: flips 0.000 [0.000, 0.602], 4 answers

    flips: the chance that two verdicts on the same answer differ, with a 95 % interval over
    cases; an answer counts once, however often it was asked. The stored verdict counts as one
    asking, so a judge that changed since shows here too."
  `)
})
