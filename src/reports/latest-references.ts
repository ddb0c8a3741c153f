import type { ResultReference } from '../core/store.ts'

/** Stage results that are held at a time. */
const BATCH = 256

/**
 * Of each case and repeat the references of the highest attempt, one per name.
 * @param references those of one system, cases and repeats together, as the store orders them
 * @param nameOf null: of no interest
 */
export async function* latestReferences(
  references: AsyncIterable<ResultReference>,
  nameOf: (reference: ResultReference) => string | null,
): AsyncGenerator<ResultReference> {
  let unit = ''
  let latest = new Map<string, ResultReference>()
  let attempt = 0
  for await (const reference of references) {
    const name = JSON.stringify([reference.case, reference.repeat])
    if (name !== unit) {
      yield* latest.values()
      unit = name
      latest = new Map()
      attempt = 0
    }
    // A later attempt that failed earlier in the graph has no output: that of an older attempt must not stand in.
    if (reference.attempt > attempt) {
      attempt = reference.attempt
      latest = new Map()
    }
    const wanted = nameOf(reference)
    if (wanted !== null) latest.set(wanted, reference)
  }
  yield* latest.values()
}

/** In batches that a look-up takes at once. */
export async function* batches(
  references: AsyncIterable<ResultReference>,
): AsyncGenerator<ResultReference[]> {
  let batch: ResultReference[] = []
  for await (const reference of references) {
    batch.push(reference)
    if (batch.length < BATCH) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}
