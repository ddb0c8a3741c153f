import { fileURLToPath } from 'node:url'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Perturbation, PlantCase, PlantPlace } from '../../../core/perturbation.ts'
import { isJsonObject, type Json, type JsonObject } from '../../../core/json.ts'
import { createRandom } from '../../../stats/random.ts'
import { openAlpsbench } from '../data/open.ts'
import { alpsbench } from '../benchmark.ts'
import { itemsAt, textField } from '../scoring/memory-lists.ts'

const sample = fileURLToPath(new URL('../../../../sample', import.meta.url))
const options = {
  split: null,
  view: 'as-published',
  pools: 'original',
  rekey: false,
  rowBase: 'unique',
  seed: 0,
} as const

interface Loaded {
  readonly cases: readonly PlantCase[]
  readonly perturbations: readonly Perturbation[]
  readonly figures: ReadonlySet<string>
}

async function load(id: string): Promise<Loaded> {
  const track = alpsbench.tracks.find((one) => one.id === id)
  const dataset = await openAlpsbench('sample', { home: '.', sample, workingDirectory: '.' })
  const oracle = track?.baselines.find((one) => one.id === 'oracle')?.create({ seed: 0, states: [] })
  if (track?.perturbations === undefined || dataset === null || oracle?.access !== 'gold') throw new Error(id)
  const call = { repeat: 0, attempt: 1, fresh: null, signal: new AbortController().signal }
  const cases: PlantCase[] = []
  for await (const { id: name, cluster, input, gold } of dataset.cases(id, options)) {
    const response = await oracle.predictPrivileged({ input, gold, id: name }, call)
    if (response.form === 'contract')
      cases.push({ id: name, cluster, input, gold, prediction: response.value })
  }
  const figures = track.scorerNames.flatMap((name) =>
    track.scorer(name, { matcher: 'greedy' }).metrics.map((metric) => `${name}.${metric.name}`),
  )
  return { cases, perturbations: await track.perturbations(sample), figures: new Set(figures) }
}

const tracks = ['extraction', 'update', 'retrieval/d100', 'utilization/preference', 'utilization/reality']
const loaded = new Map(
  await Promise.all(tracks.map(async (name) => [name, await load(`alpsbench/${name}`)] as const)),
)

function placeAt(at: number, subject: PlantCase, cases: readonly PlantCase[], seed: number): PlantPlace {
  const random = createRandom(`${seed}/${subject.id}/${at}`)
  return {
    at,
    draw: (below) => random.integer(0, Math.max(0, below - 1)),
    stranger: (suits) => cases.find((other) => other.cluster !== subject.cluster && suits(other)) ?? null,
  }
}

describe.each(tracks)('changes of %s', (name) => {
  const { cases, perturbations, figures } = loaded.get(name) ?? {
    cases: [],
    perturbations: [],
    figures: new Set(),
  }

  it('concern figures that the track has', () => {
    for (const { id, concerns } of perturbations) {
      if (concerns === 'all') continue
      expect(concerns.length).toBeGreaterThan(0)
      for (const figure of concerns) expect(figures, `${id} ${figure}`).toContain(figure)
    }
    expect(new Set(perturbations.map(({ id }) => id)).size).toBe(perturbations.length)
  })

  it('nothing chosen leaves the prediction as it is; everything chosen changes it', () => {
    for (const perturbation of perturbations)
      for (const subject of cases) {
        expect(perturbation.plant(subject, [])).toEqual(subject.prediction)
        const places = perturbation.places(subject)
        if (places.length === 0) continue
        const all = places.map((at) => placeAt(at, subject, cases, 1))
        expect(perturbation.plant(subject, all), `${perturbation.id} ${subject.id}`).not.toEqual(
          subject.prediction,
        )
      }
  })

  it('never change what they were given, and are the same for the same draws', () => {
    const before = JSON.stringify(cases)
    fc.assert(
      fc.property(
        fc.constantFrom(...perturbations),
        fc.constantFrom(...cases),
        fc.nat(50),
        (one, subject, seed) => {
          const plant = () =>
            one.plant(
              subject,
              one.places(subject).map((at) => placeAt(at, subject, cases, seed)),
            )
          expect(plant()).toEqual(plant())
        },
      ),
      { numRuns: 60 },
    )
    expect(JSON.stringify(cases)).toBe(before)
  })
})

/** What each change of a list does to the item it is made at: by hand. `null` is a field that is not to be looked at. */
describe('changes of one item of a list', () => {
  const { cases, perturbations } = loaded.get('extraction') ?? { cases: [], perturbations: [] }
  const [subject] = cases
  const itemsOf = (prediction: Json): readonly JsonObject[] => itemsAt(prediction, 'memory_items')
  const planted = (id: string, at: number): readonly JsonObject[] => {
    const one = perturbations.find((perturbation) => perturbation.id === id)
    if (one === undefined || subject === undefined) throw new Error(id)
    return itemsOf(one.plant(subject, [placeAt(at, subject, cases, 1)]))
  }
  const old = itemsOf(subject?.prediction ?? null)

  it.each([
    ['drop', -1, []],
    ['hallucinate', 1, []],
    ['drift', 0, ['value']],
    ['wrong-label', 0, ['label']],
    ['wrong-type', 0, ['type']],
    ['detail', 0, ['value']],
    ['wrong-language', 0, ['value']],
    ['paraphrase', 0, ['value']],
  ])('%s: %i items more, other %j', (id, more, fields) => {
    const now = planted(id, 1)
    expect(now.length).toBe(old.length + more)
    expect(now[0]).toEqual(old[0])
    expect(now.at(-1)).toEqual(old.at(-1))
    if (more !== 0) return
    const [before = {}, after = {}] = [old[1], now[1]]
    expect(isJsonObject(after)).toBe(true)
    expect(Object.keys(before).filter((key) => before[key] !== after[key])).toEqual(fields)
  })

  it('wrong-label takes a label of another category', () => {
    const category = (item: JsonObject | undefined) => textField(item ?? {}, 'label').split('/')[0]
    for (const at of old.keys()) expect(category(planted('wrong-label', at)[at])).not.toBe(category(old[at]))
  })

  it("wrong-user puts another user's whole memory there", () => {
    const theirs = cases.slice(1).flatMap(({ prediction }) => itemsOf(prediction))
    expect(theirs).toContainEqual(planted('wrong-user', 1)[1])
  })

  it('reorder keeps every item', () => {
    const key = (item: JsonObject) => JSON.stringify(item)
    const now = planted('reorder', 0)
    expect(now.map(key).toSorted()).toEqual(old.map(key).toSorted())
    expect(now).not.toEqual(old)
  })
})

describe('changes of an update', () => {
  const { cases, perturbations } = loaded.get('update') ?? { cases: [], perturbations: [] }
  const plantAll = (id: string, subject: PlantCase): string[] => {
    const one = perturbations.find((perturbation) => perturbation.id === id)
    const places = one?.places(subject).map((at) => placeAt(at, subject, cases, 1)) ?? []
    return itemsAt(one?.plant(subject, places) ?? null, 'memory_items').map((item) =>
      textField(item, 'value'),
    )
  }
  const valuesOf = (holder: Json, key: string) => itemsAt(holder, key).map((item) => textField(item, 'value'))

  it('stale, append and over-apply do to the list what their names say', () => {
    for (const subject of cases) {
      const pool = valuesOf(subject.input, 'existing_memories')
      const answer = valuesOf(subject.gold, 'answer')
      const [old = ''] = pool.filter((value) => !answer.includes(value))
      const [replacement = '', added = ''] = answer.filter((value) => !pool.includes(value))
      const kept = answer.filter((value) => pool.includes(value))
      expect(plantAll('stale', subject).toSorted()).toEqual([...kept, old, added].toSorted())
      expect(plantAll('append', subject).toSorted()).toEqual([...answer, old].toSorted())
      const over = plantAll('over-apply', subject)
      expect(over.filter((value) => pool.includes(value))).toEqual([])
      expect(new Set(over)).toEqual(new Set([replacement, added]))
    }
  })
})
