import { describe, expect, it } from 'vitest'
import type { CalibrationSample, HumanLabel } from '../../core/calibration.ts'
import type { MetricDefinition } from '../../core/metric.ts'
import { calibrationOf } from './calibration.ts'
import { calibrationLines } from './calibration-text.ts'
import type { InstrumentCalibration } from './instrument-calibration.ts'
import { matcherAgreement } from './instrument-calibration.ts'
import { poolSamples, type JudgedValues } from './labelled-answers.ts'

const passRate: MetricDefinition = {
  name: 'pass_rate',
  description: '',
  aggregate: 'mean',
  direction: 'higher',
  range: [0, 1],
  binary: true,
}
const warmth: MetricDefinition = {
  name: 'warmth',
  description: '',
  aggregate: 'mean',
  direction: 'higher',
  range: [1, 5],
}
const f1: MetricDefinition = {
  name: 'recall',
  description: '',
  aggregate: 'ratio',
  direction: 'higher',
  range: [0, 1],
}

/** Of system `a` 100 answers with 40 drawn, of `b` 50 with 40; each right in half of the cases. */
const sizes = { a: 100, b: 50 } as const
const isRight = (at: number): boolean => at % 2 === 0
/** Accepts every right answer, of wrong ones those of `b`. */
const verdictOf = (system: string, at: number): number => (isRight(at) || system === 'b' ? 1 : 0)

const judged: JudgedValues[] = (['a', 'b'] as const).flatMap((system) =>
  Array.from({ length: sizes[system] }, (_, at) => ({
    place: JSON.stringify([system, `c${at}`, 0]),
    system,
    cluster: `k${at}`,
    language: at % 4 < 2 ? 'en' : 'zh',
    answer: 'h',
    length: 20 + 7 * ((at * 13) % 11) + (system === 'b' ? 40 : 0),
    values: { pass_rate: verdictOf(system, at), warmth: isRight(at) ? 5 : 2 + (at % 3 === 0 ? 1 : 0) },
  })),
)
const sample: CalibrationSample = {
  id: 's',
  track: 'demo/track',
  rubric: 'judge-demo@1',
  seed: 0,
  stratify: null,
  fields: ['pass_rate', 'warmth'],
  strata: (['a', 'b'] as const).map((system) => ({
    name: system,
    system,
    value: null,
    size: sizes[system],
    drawn: 40,
  })),
  items: (['a', 'b'] as const).flatMap((system) =>
    Array.from({ length: 40 }, (_, at) => ({
      id: `i${system}${at}`,
      system,
      case: `c${at}`,
      repeat: 0,
      stratum: system,
      answer: 'h',
      language: at % 4 < 2 ? 'en' : 'zh',
    })),
  ),
}
const labels: HumanLabel[] = sample.items.flatMap((item, at) =>
  ['ada', 'bo'].flatMap((annotator) => {
    const place = Number(item.case.slice(1))
    // Bo misses one in ten.
    const right = isRight(place) !== (annotator === 'bo' && at % 10 === 9)
    const facts = { item: item.id, annotator, at: 0, language: item.language }
    return [
      { ...facts, field: 'pass_rate', value: right ? 1 : 0 },
      { ...facts, field: 'warmth', value: right ? 4 : 2 },
    ]
  }),
)

function calibrated(metrics: readonly MetricDefinition[] = [passRate, warmth], given = labels) {
  const pool = poolSamples([sample])
  if (pool === null) throw new Error('no sample')
  return calibrationOf({ metrics, meanOf: {}, pool, labels: given, judged })
}

describe('a judge against people', () => {
  it('rates weigh each labelled answer by what it stands for', () => {
    const [field] = calibrated().fields
    const accuracy = field?.accuracy
    // 80 drawn answers, 8 of them tied: 4 a system. Of the wrong ones, `a` stands for 100 / 36, `b` for 50 / 36 each.
    expect(field).toMatchObject({ labelled: 72, unresolved: 8 })
    expect(accuracy?.sensitivity?.value).toBe(1)
    const wrongA = (accuracy?.counts.tn ?? 0) * (100 / 36)
    const wrongB = (accuracy?.counts.fp ?? 0) * (50 / 36)
    expect(accuracy?.specificity?.value).toBeCloseTo(wrongA / (wrongA + wrongB), 10)
  })

  it('each system is corrected by its own labels: only one of them was favoured', () => {
    const [field] = calibrated().fields
    const [a, b] = field?.corrections ?? []
    expect(a?.uncorrected?.value).toBe(0.5)
    expect(a?.corrected?.value).toBeCloseTo(0.5, 6)
    expect(b?.uncorrected?.value).toBe(1)
    expect(b).toMatchObject({ corrected: null, missing: expect.stringContaining('say nothing') })
  })

  it('a metric that is no mean over cases is measured and not corrected', () => {
    const [field] = calibrated(
      [{ ...f1, name: 'warmth', range: [1, 5] }],
      labels.filter(({ field: name }) => name === 'warmth'),
    ).fields
    expect(field).toMatchObject({ corrections: [], uncorrectable: 'the figure is no mean over cases' })
    expect(field?.agreement.judge).not.toBeNull()
  })

  it('metrics that nobody labelled are left out', () => {
    expect(calibrated([passRate, f1]).fields.map(({ metric }) => metric)).toEqual(['pass_rate'])
    expect(calibrated([passRate], []).fields).toEqual([])
  })
})

it('agreement with a program is told where both say yes or no, and not of one that says the same of all', () => {
  const scorer = (name: string, valueOf: (place: string) => number) => ({
    name,
    metrics: [passRate],
    valuesOf: (place: string) => ({ pass_rate: valueOf(place) }),
  })
  const own = { metrics: [passRate], answers: judged.filter(({ system }) => system === 'a') }
  const same = matcherAgreement(
    own,
    scorer('key@1', (place) => (/c\d*[02468]"/.test(place) ? 1 : 0)),
  )
  expect(same).toMatchObject([{ scorer: 'key@1', metric: 'pass_rate', kappa: { value: 1, n: 100 } }])
  expect(
    matcherAgreement(
      own,
      scorer('constant@1', () => 1),
    ),
  ).toEqual([])
  expect(
    matcherAgreement(
      { ...own, metrics: [warmth] },
      scorer('key@1', () => 1),
    ),
  ).toEqual([])
})

it('reads like this', () => {
  const one: InstrumentCalibration = {
    track: 'demo/track',
    instrument: 'judge-demo@1?judge=demo/judge',
    label: 'judge-demo@1',
    rubric: 'judge-demo@1',
    by: 'demo/judge\u001B[31m',
    judged: 150,
    drawn: 80,
    leftOut: 0,
    missing: null,
    ...calibrated(),
    stability: { instrument: '', label: 'judge-demo@1', fields: [] },
    biases: {
      metric: 'pass_rate',
      verbosity: { none: 'verdicts do not vary where lengths do' },
      order: { none: 'the rubric shows no two candidates to choose from' },
      twoWay: null,
      overlap: {
        judges: ['openai'],
        authors: ['openai'],
        judgesThatWrote: ['openai'],
        systems: [{ system: 'openai/gpt-5.2', family: 'openai', as: ['judge', 'author'] }],
        unknown: ['b'],
        mean: { all: 0.75, without: 0.5, systems: 1 },
        preferences: [],
      },
      panel: [{ system: 'openai/gpt-5.2', judges: ['openai/o3'], all: 0.8, without: 0.7, n: 40 }],
      authors: 'invented',
    },
    matchers: [],
  }
  const lines = calibrationLines({ track: 'demo/track', instruments: [one], across: [] }, 90, (text) => text)
  for (const line of lines) expect(line.length).toBeLessThanOrEqual(90)
  expect(lines.join('\n')).toMatchInlineSnapshot(`
    "demo/track: test and retest
    judge-demo@1 was not asked again (rapport calibrate stability).

    judge-demo@1, judged by demo/judge [31m
    150 answers have a verdict. 80 answers were drawn for labels.
    Against people
    metric     alpha, judge       alpha, people      kappa              labelled  people
    ────────────────────────────────────────────────────────────────────────────────────
    pass_rate  0.45 [0.34, 0.53]  0.80 [0.60, 0.95]  0.47 [0.38, 0.55]        72       2
    warmth     0.68 [0.46, 0.76]  0.80 [0.60, 0.95]  0.76 [0.68, 0.81]        80       2

    pass_rate      judge accepts  judge rejects  rate
    ──────────────────────────────────────────────────────────────────────────
    people accept             40              0  sensitivity 1.00 [0.83, 1.00]
    people reject             16             16  specificity 0.67 [0.54, 0.78]

    metric     language  alpha, judge       alpha, people      labelled
    ───────────────────────────────────────────────────────────────────
    pass_rate  en        0.45 [0.30, 0.57]  0.80 [0.49, 1.00]        40
    pass_rate  zh        0.45 [0.30, 0.57]  0.80 [0.49, 1.00]        40
    warmth     en        0.69 [0.34, 0.81]  0.80 [0.49, 1.00]        40
    warmth     zh        0.67 [0.34, 0.78]  0.80 [0.49, 1.00]        40
    One label out of several people's (majority): what more than half of the labels say; an
      answer without such a majority is unresolved and counts nowhere.
    One label out of several people's (median): the median of the labels; of an even number
      the mean of the middle two.

    pass_rate, corrected by the labels of each system
    system  as judged             corrected             labelled  by
    ──────────────────────────────────────────────────────────────────────────
    a       0.500 [0.402, 0.598]  0.500 [0.359, 0.622]        36  rogan-gladen
    b       1.000 [0.929, 1.000]  none                        36
    b: the judge accepts wrong answers as often as right ones, so its verdicts say nothing.

    warmth, corrected by the labels of each system
    system  as judged             corrected             labelled  by
    ────────────────────────────────────────────────────────────────────────────────
    a       3.670 [3.385, 3.927]  3.097 [2.887, 3.307]        40  prediction-powered
    b       3.660 [3.243, 4.021]  3.090 [2.811, 3.370]        40  prediction-powered

    Length: not measured (verdicts do not vary where lengths do).
    Length, against people: the judge’s verdict less people’s changes by -0.001 [-0.109,
      +0.113] on an answer twice as long (n 72, 36 clusters).
    Order: not measured (the rubric shows no two candidates to choose from).
    Family: judge openai; gold: invented; the judge's family wrote it too (openai). Of the
      same family: openai/gpt-5.2 (openai, as the judge and author of the gold). Mean
      pass_rate over systems 0.750 with them, 0.500 without (1 left). Not known: b.
    Family: no judge of another family judged under this rubric, so kindness to its own can
      not be told.
    Family: without openai/o3 the panel gives openai/gpt-5.2 0.700 instead of 0.800, as the
      mean of its judges (n 40)."
  `)
})
