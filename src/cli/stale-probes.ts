import { instrumentKey, type InstrumentIdentity } from '../core/scorer.ts'
import type { Stage } from '../core/stage.ts'
import type { Store } from '../core/store.ts'

/** Milliseconds that a judge is taken to stay the same. */
export const PROBES_LAST = 3_600_000

/** References that are looked up at once. */
const BATCH = 500

/**
 * When the newest verdict of each judged instrument in a run was given, in milliseconds since 1970, by instrument key.
 * Verdicts that come from other runs count with their own time; an instrument without any is left out.
 */
export async function newestVerdicts(
  store: Store,
  run: string,
  instruments: readonly (InstrumentIdentity & { readonly stages: readonly Pick<Stage, 'kind' | 'name'>[] })[],
): Promise<ReadonlyMap<string, number>> {
  const newest = new Map<string, number>()
  // A judge's words are read again by a later version of the rules: that asks nobody.
  const asking = new Map(
    instruments.map((one) => [
      instrumentKey(one),
      new Set(one.stages.flatMap(({ kind, name }) => (kind === 'judge' ? [name] : []))),
    ]),
  )
  let batch = new Map<string, string>()
  const look = async (): Promise<void> => {
    for (const [print, { finishedAt }] of await store.lookup([...batch.keys()])) {
      const key = batch.get(print) ?? ''
      newest.set(key, Math.max(newest.get(key) ?? finishedAt, finishedAt))
    }
    batch = new Map()
  }
  for await (const { instrument, stage, fingerprint } of store.references(run, {})) {
    if (asking.get(instrument)?.has(stage) !== true) continue
    batch.set(fingerprint, instrument)
    if (batch.size >= BATCH) await look()
  }
  await look()
  return newest
}
