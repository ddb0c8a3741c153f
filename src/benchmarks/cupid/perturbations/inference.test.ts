import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Perturbation, PlantCase } from '../../../core/perturbation.ts'
import { readRewordings } from '../../../io/rewordings.ts'
import { comparableLexically } from '../../../text/language.ts'
import { tokenizeMultilingual } from '../../../text/tokenize.ts'
import { openCupid } from '../data/open.ts'
import { inferenceTrack } from '../inference/track.ts'
import { cupidGoldSchema } from '../shapes.ts'

const sample = fileURLToPath(new URL('../../../../sample', import.meta.url))
const options = {
  split: null,
  view: 'as-published',
  pools: 'original',
  rekey: false,
  rowBase: 'unique',
  seed: 0,
} as const

const cases: PlantCase[] = []
const changes = new Map<string, Perturbation>()
beforeAll(async () => {
  const dataset = await openCupid('sample', { home: '.', sample, workingDirectory: '.' })
  const oracle = inferenceTrack.baselines.find(({ id }) => id === 'oracle')?.create({ seed: 0, states: [] })
  if (dataset === null || oracle?.access !== 'gold') throw new Error('no sample')
  const call = { repeat: 0, attempt: 1, fresh: null, signal: new AbortController().signal }
  for await (const { id, cluster, input, gold } of dataset.cases('cupid/inference', options)) {
    const response = await oracle.predictPrivileged({ input, gold, id }, call)
    if (response.form === 'contract') cases.push({ id, cluster, input, gold, prediction: response.value })
  }
  for (const one of (await inferenceTrack.perturbations?.(sample)) ?? []) changes.set(one.id, one)
})

function change(id: string): Perturbation {
  const found = changes.get(id)
  if (found === undefined) throw new Error(id)
  return found
}

/** A figure with the change made in every case where it can be made: sums over these cases. */
function figure(id: string, name: string): number {
  const [instrument = '', metric = ''] = name.split('.')
  const scorer = inferenceTrack.scorer(instrument, { matcher: 'greedy' })
  let [numerator, denominator] = [0, 0]
  for (const subject of cases) {
    const places = change(id).places(subject)
    if (places.length === 0) continue
    const stranger = cases.find(({ cluster }) => cluster !== subject.cluster) ?? null
    const chosen = places.map((at) => ({ at, draw: () => 1, stranger: () => stranger }))
    const prediction = change(id).plant(subject, chosen)
    expect(inferenceTrack.checkRow(inferenceTrack.predictionRow(subject.id, prediction))).toEqual({
      id: subject.id,
    })
    const found = scorer.score(prediction, { input: subject.input, gold: subject.gold }).metrics[metric]
    if (found === undefined || 'unscored' in found) throw new Error(name)
    numerator += found.numerator
    denominator += found.denominator
  }
  return numerator / denominator
}

describe('changes of inferred preferences', () => {
  it('concern figures that the track has', () => {
    const known = inferenceTrack.scorerNames.flatMap((name) =>
      inferenceTrack.scorer(name, { matcher: 'greedy' }).metrics.map((metric) => `${name}.${metric.name}`),
    )
    for (const { concerns } of changes.values())
      if (concerns !== 'all') for (const one of concerns) expect(known).toContain(one)
  })

  it.each([
    ['drop', 'lexical-match.recall', 0],
    ['drop', 'lexical-rivals.change_adopted', 0],
    ['hallucinate', 'lexical-match.recall', 1],
    ['wrong-user', 'lexical-match.recall', 0],
    ['stale', 'lexical-rivals.stale', 1],
    ['stale', 'lexical-rivals.change_adopted', 0],
    ['append', 'lexical-match.recall', 1],
    ['append', 'lexical-rivals.change_adopted', 0],
    ['wrong-context', 'lexical-rivals.contrast_error', 1],
    ['wrong-context', 'lexical-rivals.contrast_kept', 0],
    ['over-apply', 'lexical-match.recall', 1],
    ['over-apply', 'lexical-rivals.contrast_kept', 0],
    ['wrong-evidence', 'evidence.evidence_precision', 0],
    ['wrong-evidence', 'evidence.evidence_recall', 0],
    ['pad', 'word-limit.over_limit', 1],
    ['pad', 'lexical-match.recall', 1],
    ['reorder', 'evidence.evidence_precision', 1],
    ['paraphrase', 'lexical-match.recall', 0],
    ['wrong-language', 'lexical-match.recall', 0],
  ])('%s: %s is %d', (id, name, expected) => {
    expect(figure(id, name)).toBe(expected)
  })

  it.each([
    ['hallucinate', 'lexical-match.precision'],
    ['append', 'lexical-match.precision'],
    ['over-apply', 'lexical-match.precision'],
    ['detail', 'lexical-match.precision'],
  ])('%s costs %s something and not all', (id, name) => {
    expect(figure(id, name)).toBeGreaterThan(0.3)
    expect(figure(id, name)).toBeLessThan(0.95)
  })

  it('of a change of mind, or of contexts, can be made only where there is one', () => {
    const typesOf = (id: string) =>
      new Set(
        cases
          .filter((subject) => change(id).places(subject).length > 0)
          .map(({ gold }) => cupidGoldSchema.parse(gold).type),
      )
    expect(typesOf('stale')).toEqual(new Set(['changing']))
    expect(typesOf('append')).toEqual(new Set(['changing']))
    expect(typesOf('wrong-context')).toEqual(new Set(['contrastive']))
    expect(typesOf('over-apply')).toEqual(new Set(['contrastive']))
  })
})

describe('the hand-written rewordings', () => {
  it('are there for every gold preference of the sample, and say it otherwise', async () => {
    const rewordings = await readRewordings(join(sample, 'cupid'))
    const golds = new Set(cases.map(({ gold }) => cupidGoldSchema.parse(gold).preference))
    expect(new Set(rewordings.keys())).toEqual(golds)
    for (const { value, paraphrase, changed, translated } of rewordings.values()) {
      expect(comparableLexically(value, paraphrase).comparable, paraphrase).toBe(true)
      const words = new Set(tokenizeMultilingual(value))
      const fresh = tokenizeMultilingual(changed).filter((word) => !words.has(word))
      expect(fresh.length, changed).toBeGreaterThan(0)
      expect(fresh.length, changed).toBeLessThanOrEqual(4)
      expect(new Set([value, paraphrase, changed, translated]).size).toBe(4)
    }
  })
})
