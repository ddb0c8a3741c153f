import type { CalibrationSample, DrawnItem, HumanLabel } from '../../core/calibration.ts'
import { labelledItems, type AdjudicationRule, type LabelledField } from './adjudicate.ts'
import { placeOf } from './draw-items.ts'
import type { LabelField } from './label-field.ts'

/** An answer with one judge's verdict on it. */
export interface JudgedValues {
  /** Names the answer on its track. */
  readonly place: string
  readonly system: string
  readonly cluster: string
  readonly language: string | null
  /** Hash of the prediction. */
  readonly answer: string
  /** Characters. */
  readonly length: number
  /** By metric; absent where there is no verdict. */
  readonly values: Readonly<Record<string, number>>
}

/** An answer that was drawn and that at least one person labelled in this field. */
export interface LabelledAnswer {
  readonly place: string
  readonly system: string
  readonly cluster: string
  readonly language: string | null
  readonly length: number
  readonly stratum: string
  /** How many judged answers it stands for: size of its stratum over its labelled answers. */
  readonly weight: number
  readonly labels: LabelledField['labels']
  /** What the people come to; null: unresolved. */
  readonly truth: number | null
  /** What the judge said; null: no verdict. */
  readonly verdict: number | null
}

/** Draws that can be put together: of one rubric, with the strata of the newest. */
export interface SamplePool {
  /** Drawn answers, each once. */
  readonly items: readonly DrawnItem[]
  /** By item id, of all draws: the answer that it is. */
  readonly placeOf: ReadonlyMap<string, string>
  /** Judged answers in each stratum when the newest draw was made. */
  readonly sizes: ReadonlyMap<string, number>
  /** Draws with other strata, which have to stay out: their chances are not known together. */
  readonly leftOut: number
}

/**
 * Puts the draws under one rubric of a track together: without replacement from the same strata, so that whatever was
 * drawn of a stratum is a random sample of it.
 */
export function poolSamples(samples: readonly CalibrationSample[]): SamplePool | null {
  const newest = samples.at(-1)
  if (newest === undefined) return null
  const fitting = samples.filter(({ stratify }) => stratify === newest.stratify)
  const items = new Map(
    fitting.flatMap((sample) => sample.items.map((item) => [placeOf(item), item] as const)),
  )
  return {
    items: [...items.values()],
    placeOf: new Map(
      fitting.flatMap((sample) => sample.items.map((item) => [item.id, placeOf(item)] as const)),
    ),
    sizes: new Map(fitting.flatMap(({ strata }) => strata.map(({ name, size }) => [name, size] as const))),
    leftOut: samples.length - fitting.length,
  }
}

/** Labels of a field with the judge's verdicts beside them. */
export interface JoinedLabels {
  readonly answers: readonly LabelledAnswer[]
  /** Drawn answers that the run has other words for now: their labels don't count. */
  readonly stale: number
  readonly unresolved: number
}

/**
 * Labels by answer, beside what a judge said of it.
 * @param labels of all fields; items that are not of the pool are passed over
 * @param meanOf the field is the mean of these, of one person's labels; absent: it was asked for itself
 */
export function joinLabels(
  pool: SamplePool,
  labels: readonly HumanLabel[],
  judged: ReadonlyMap<string, JudgedValues>,
  field: Pick<LabelField, 'name'>,
  rule: AdjudicationRule,
  meanOf?: readonly string[],
): JoinedLabels {
  const placed = labels.flatMap((label): HumanLabel[] => {
    const place = pool.placeOf.get(label.item)
    return place === undefined ? [] : [{ ...label, item: place }]
  })
  const byPlace = labelledItems(
    meanOf === undefined ? placed : means(placed, field.name, meanOf),
    field,
    rule,
  )
  const current = pool.items.filter((item) => judged.get(placeOf(item))?.answer === item.answer)
  const labelled = current.flatMap((item) => {
    const place = placeOf(item)
    const [own, answer] = [byPlace.get(place), judged.get(place)]
    return own === undefined || answer === undefined ? [] : [{ item, answer, own }]
  })
  const resolved = new Map<string, number>()
  for (const { item, own, answer } of labelled) {
    if (own.truth === null || answer.values[field.name] === undefined) continue
    resolved.set(item.stratum, (resolved.get(item.stratum) ?? 0) + 1)
  }
  return {
    answers: labelled.map(({ item, answer, own }) => ({
      place: answer.place,
      system: answer.system,
      cluster: answer.cluster,
      language: answer.language,
      length: answer.length,
      stratum: item.stratum,
      weight: (pool.sizes.get(item.stratum) ?? 0) / (resolved.get(item.stratum) ?? 1),
      labels: own.labels,
      truth: own.truth,
      verdict: answer.values[field.name] ?? null,
    })),
    stale: pool.items.length - current.length,
    unresolved: labelled.filter(({ own }) => own.truth === null).length,
  }
}

/** Of each person who labelled all parts of an item, their mean. */
function means(labels: readonly HumanLabel[], name: string, parts: readonly string[]): HumanLabel[] {
  const byPerson = new Map<string, Map<string, HumanLabel>>()
  for (const label of labels) {
    const key = JSON.stringify([label.item, label.annotator])
    const own = byPerson.get(key) ?? new Map<string, HumanLabel>()
    byPerson.set(key, own)
    own.set(label.field, label)
  }
  return [...byPerson.values()].flatMap((own): HumanLabel[] => {
    const given = parts.map((part) => own.get(part))
    const values = given.flatMap((label) => (label?.value == null ? [] : [label.value]))
    const [first] = given
    if (first === undefined || values.length < parts.length) return []
    const value = values.reduce((sum, one) => sum + one, 0) / values.length
    return [{ ...first, field: name, value }]
  })
}
