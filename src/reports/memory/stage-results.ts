import type { Json } from '../../core/json.ts'
import type { ResultReference, Store } from '../../core/store.ts'
import { batches, latestReferences } from '../latest-references.ts'
import { memoryPhases } from './memory-report.ts'

/** What became of one stage of a memory system on one case and repeat. */
export interface StageVisit {
  readonly reference: ResultReference
  /** null: it failed. */
  readonly output: Json | null
  /** Milliseconds; null where it failed. */
  readonly duration: number | null
}

const phases: ReadonlySet<string> = new Set(memoryPhases)

/** The memory's own stages, of each case and repeat the highest attempt, in the order of the store. */
export async function* stageVisits(
  store: Pick<Store, 'references' | 'lookup'>,
  run: string,
  filter: { readonly track: string; readonly system: string },
): AsyncGenerator<StageVisit> {
  const latest = latestReferences(store.references(run, filter), ({ instrument, stage }) =>
    instrument === '' && phases.has(stage) ? stage : null,
  )
  for await (const batch of batches(latest)) {
    const wanted = batch.filter(({ failure }) => failure === null).map(({ fingerprint }) => fingerprint)
    const results = await store.lookup(wanted)
    for (const reference of batch) {
      const result = reference.failure === null ? results.get(reference.fingerprint) : undefined
      yield { reference, output: result?.output ?? null, duration: result?.duration ?? null }
    }
  }
}
