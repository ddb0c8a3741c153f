import { scoreResultSchema } from '../core/score-result.ts'
import { instrumentKey, type ItemRow } from '../core/scorer.ts'
import type { CaseSummary, ResultReference, Store } from '../core/store.ts'
import { countsOf, figureOf } from './figure.ts'
import { batches, latestReferences } from './latest-references.ts'
import type { ResultRow } from './report.ts'
import { seriesOf, type TrackContext } from './track-context.ts'
import type { Counted } from './track-book.ts'

const ITEM_NOTE = 'items of scored answers: failed and unscored cases have no items'

type Losses = ReturnType<typeof countsOf>

const NO_LOSSES: Losses = {
  asked: 0,
  unscored: 0,
  unscoredBy: {},
  failed: 0,
  failedBy: { system: 0, infrastructure: 0 },
  notJudged: 0,
  skipped: 0,
  invalid: false,
}

/** Sums of one slice, by case, over all its scored repeats. */
interface ItemSlice {
  readonly instrument: string
  readonly metric: string
  readonly value: string
  readonly sums: Map<string, { numerator: number; denominator: number }>
}

/**
 * Rows by the value of an item tag (memory type, label …): per system, instrument and item metric the ratio of the
 * items' sums, clustered by case. Repeats are averaged. Streams over the scorers' outputs, system by system.
 * @returns no rows when no item has the tag
 */
export async function itemSliceRows(
  store: Pick<Store, 'references' | 'lookup'>,
  run: string,
  context: TrackContext,
  tag: string,
): Promise<ResultRow[]> {
  const rows: ResultRow[] = []
  for (const system of context.record.systems) {
    const reader = new SystemItems(tag)
    const filter = { track: context.record.track, system: system.id }
    for await (const batch of batches(scoredReferences(store.references(run, filter)))) {
      const results = await store.lookup(batch.map(({ fingerprint }) => fingerprint))
      for (const reference of batch) {
        const result = results.get(reference.fingerprint)
        const output = result === undefined ? undefined : scoreResultSchema.safeParse(result.output)
        if (output?.success === true) reader.add(reference, output.data.items ?? [])
      }
    }
    const counts = countsByInstrument(context, system.id)
    for (const slice of reader.slices()) {
      const counted = reader.counted(slice, (id) => context.book.subject(id))
      const { figure, exact } = figureOf(counted, { aggregate: 'ratio', range: [0, 1] })
      rows.push({
        track: context.record.track,
        system: system.id,
        kind: system.kind,
        instrument: slice.instrument,
        metric: slice.metric,
        policy: context.policy,
        figure,
        ...(counts.get(slice.instrument) ?? NO_LOSSES),
        ...(exact === undefined ? {} : { exact }),
        note: ITEM_NOTE,
        slice: { tag, value: slice.value },
      })
    }
  }
  return rows.toSorted(
    (a, b) =>
      compare(a.slice?.value, b.slice?.value) ||
      compare(a.instrument, b.instrument) ||
      compare(a.metric, b.metric),
  )
}

function compare(a = '', b = ''): number {
  return a < b ? -1 : a > b ? 1 : 0
}

/** References to outputs of instruments; of each case, repeat and instrument the highest attempt, if it succeeded. */
async function* scoredReferences(
  references: AsyncIterable<ResultReference>,
): AsyncGenerator<ResultReference> {
  const latest = latestReferences(references, ({ instrument }) => (instrument === '' ? null : instrument))
  for await (const reference of latest) if (reference.failure === null) yield reference
}

/** The items of one system that have the tag. */
class SystemItems {
  readonly #tag: string
  readonly #slices = new Map<string, ItemSlice>()
  /** Scored repeats by instrument and case: one with no such item counts as 0/0. */
  readonly #repeats = new Map<string, Map<string, number>>()

  constructor(tag: string) {
    this.#tag = tag
  }

  add(reference: ResultReference, items: readonly ItemRow[]): void {
    const { instrument, case: id } = reference
    const repeats = this.#repeats.get(instrument) ?? new Map<string, number>()
    this.#repeats.set(instrument, repeats.set(id, (repeats.get(id) ?? 0) + 1))
    for (const { tags, metric, numerator, denominator } of items) {
      const value = Object.hasOwn(tags, this.#tag) ? tags[this.#tag] : undefined
      if (value === undefined) continue
      const sums = this.#slice(instrument, metric, value).sums
      const sum = sums.get(id) ?? { numerator: 0, denominator: 0 }
      sum.numerator += numerator
      sum.denominator += denominator
      sums.set(id, sum)
    }
  }

  slices(): Iterable<ItemSlice> {
    return this.#slices.values()
  }

  counted(slice: ItemSlice, subjectOf: (id: string) => CaseSummary | undefined): Counted[] {
    return [...slice.sums].flatMap(([id, { numerator, denominator }]) => {
      const subject = subjectOf(id)
      if (subject === undefined) return []
      const repeats = this.#repeats.get(slice.instrument)?.get(id) ?? 1
      const { cluster, weight } = subject
      return [
        { case: id, cluster, weight, numerator: numerator / repeats, denominator: denominator / repeats },
      ]
    })
  }

  #slice(instrument: string, metric: string, value: string): ItemSlice {
    const name = JSON.stringify([instrument, metric, value])
    let slice = this.#slices.get(name)
    if (slice === undefined) this.#slices.set(name, (slice = { instrument, metric, value, sums: new Map() }))
    return slice
  }
}

/** What was lost per instrument, over all cases: nobody knows which items a lost case would have had. */
function countsByInstrument(context: TrackContext, system: string): Map<string, Losses> {
  return new Map(
    context.facts.scorers.flatMap((scorer) => {
      const instrument = instrumentKey(scorer)
      const [metric] = scorer.metrics
      if (metric === undefined) return []
      const series = seriesOf(context, system, { instrument, metric: metric.name }, metric)
      return [[instrument, countsOf(series, context.invalidShare)]]
    }),
  )
}
