import { beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { measureSensitivity, type SensitivityReport } from '../audit/sensitivity/index.ts'
import type { Case } from '../core/case.ts'
import type { Json } from '../core/json.ts'
import { meanMetric } from '../core/metric-kit.ts'
import type { Scorer } from '../core/scorer.ts'
import { findTrack } from '../registry/benchmarks.ts'
import { openContext } from './context.ts'
import { openDataset } from './prepare-run.ts'

const world = { cwd: '.', env: {} }
const options = {
  split: null,
  view: 'as-published',
  pools: 'original',
  rekey: false,
  rowBase: 'unique',
  seed: 0,
} as const

const listSchema = z.object({ memory_items: z.array(z.object({ label: z.string(), value: z.string() })) })

/** A field of every item of a list. */
function fieldsOf(holder: Json, field: 'label' | 'value'): string[] {
  return listSchema.parse(holder).memory_items.map((item) => item[field])
}

/** F1 of two lists of texts, each text used once. */
function f1(gold: readonly string[], predicted: readonly string[]): number {
  const left = [...gold]
  const found = predicted.filter((text) => {
    const at = left.indexOf(text)
    if (at !== -1) left.splice(at, 1)
    return at !== -1
  })
  return gold.length + predicted.length === 0 ? 0 : (2 * found.length) / (gold.length + predicted.length)
}

/** strict-match with other insides: what is declared of its F1 holds for it too. */
function mutant(figure: (gold: Json, predicted: Json) => number): Scorer {
  return {
    name: 'strict-match',
    version: 'mutant',
    options: {},
    metrics: [meanMetric('f1', 'Broken')],
    score: (prediction, { gold }) => ({
      metrics: { f1: { numerator: figure(gold, prediction), denominator: 1 } },
    }),
    bounds: () => ({
      f1: { worst: { numerator: 0, denominator: 1 }, best: { numerator: 1, denominator: 1 } },
    }),
  }
}

const track = findTrack('alpsbench/extraction')
const cases: Case[] = []

beforeAll(async () => {
  const dataset = await openDataset('sample', world)
  for await (const subject of dataset.cases('alpsbench/extraction', options)) cases.push(subject)
})

async function verdictsOn(
  scorer: Scorer,
): Promise<{ named: Record<string, string[]>; report: SensitivityReport }> {
  if (track?.perturbations === undefined) throw new Error('extraction has no perturbations')
  const report = await measureSensitivity({
    track,
    scorers: [scorer],
    perturbations: await track.perturbations(openContext(world).sample),
    cases,
    oracle: cases.map(({ gold }) => gold),
    blind: [{ system: 'baseline:empty', predictions: cases.map(() => ({ memory_items: [] })) }],
    seed: 0,
    pause: () => Promise.resolve(),
  })
  const named: Record<string, string[]> = {}
  for (const { verdict, perturbation } of report.reactions) (named[verdict] ??= []).push(perturbation)
  return { named, report }
}

describe('a scorer that is broken is named', () => {
  it('when equal labels are enough for a pair', async () => {
    const { named } = await verdictsOn(
      mutant((gold, predicted) => f1(fieldsOf(gold, 'label'), fieldsOf(predicted, 'label'))),
    )
    expect(named['ignores']).toEqual(['drift', 'detail', 'wrong-language'])
    expect(named['reacts']).toEqual(['drop', 'hallucinate', 'wrong-user'])
  })

  it('when long lists are worth more', async () => {
    const { named } = await verdictsOn(
      mutant((_gold, predicted) => Math.min(1, fieldsOf(predicted, 'value').length / 20)),
    )
    expect(named['rewards']).toEqual(['hallucinate'])
    expect(named['ignores']).toEqual(['drift', 'wrong-user', 'detail', 'wrong-language'])
  })

  it('when the order of the list counts', async () => {
    const { named } = await verdictsOn(
      mutant((gold, predicted) => {
        const [wanted, found] = [fieldsOf(gold, 'value'), fieldsOf(predicted, 'value')]
        return (
          wanted.filter((value, at) => value === found[at]).length / Math.max(wanted.length, found.length, 1)
        )
      }),
    )
    expect(named['punishes']).toEqual(['paraphrase', 'reorder'])
  })

  it('when everybody gets half', async () => {
    const { named, report } = await verdictsOn(mutant(() => 0.5))
    expect(named['ignores']).toHaveLength(6)
    expect(report.floors).toMatchObject([{ metric: 'f1', system: 'baseline:empty', share: 1, fails: true }])
  })

  it('and one that compares values exactly is named for paraphrases alone', async () => {
    const { named, report } = await verdictsOn(
      mutant((gold, predicted) => f1(fieldsOf(gold, 'value'), fieldsOf(predicted, 'value'))),
    )
    expect(named).toEqual({
      reacts: ['drop', 'hallucinate', 'drift', 'wrong-user', 'detail', 'wrong-language'],
      free: ['wrong-label', 'wrong-type'],
      punishes: ['paraphrase'],
      steady: ['reorder'],
    })
    const drop = report.reactions.find(({ perturbation }) => perturbation === 'drop')
    const values = drop?.figures.map((figure) => figure?.value ?? Number.NaN) ?? []
    expect([values[0], values[4]]).toEqual([1, 0])
    expect(values.toSorted((a, b) => b - a)).toEqual(values)
    expect(new Set(values).size).toBe(5)
    expect(report.floors).toMatchObject([{ share: 0, fails: false }])
  })
})
