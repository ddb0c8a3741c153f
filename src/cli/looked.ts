import type { RunRecord } from '../core/run.ts'
import type { Store } from '../core/store.ts'
import { canonicalJson } from '../core/json.ts'
import type { CliContext } from './context.ts'

/** How many cases a run had, track by track, when somebody saw its figures. */
type Sizes = Readonly<Record<string, number>>

/**
 * Writes down that figures of a run were shown, so that it can be told when it, or a larger run of the same kind, is
 * extended afterwards. The same size is noted once.
 */
export async function noteLooked(
  store: Store,
  run: RunRecord,
  command: string,
  { clock }: Pick<CliContext, 'clock'>,
): Promise<void> {
  const cases = await sizesOf(store, run)
  const known = await looksAt(store, run)
  if (known.some((size) => canonicalJson({ ...size }) === canonicalJson({ ...cases }))) return
  await store.appendEvents(run.id, [
    { at: clock.now(), event: { type: 'looked', command, cases: { ...cases } } },
  ])
}

async function looksAt(store: Store, run: Pick<RunRecord, 'id'>): Promise<Sizes[]> {
  return (await store.events(run.id, 0)).flatMap(({ event }) =>
    event.type === 'looked' ? [event.cases] : [],
  )
}

async function sizesOf(store: Store, { id, spec }: RunRecord): Promise<Sizes> {
  const sizes: Record<string, number> = {}
  for (const { track } of spec.tracks) {
    let count = 0
    for await (const _ of store.caseSummaries(id, track)) count += 1
    sizes[track] = count
  }
  return sizes
}

/** A look at less than this share is a try, and changes hardly anything. */
const LEAST_SHARE = 0.1

/** What is asked of whom, without how much of it: runs that agree in this are one experiment at different sizes. */
function kindOf({ spec }: RunRecord, track: string): string {
  const { limit: _limit, ids: _ids, sample: _sample, ...data } = spec.data
  const record = spec.tracks.find((one) => one.track === track)
  return canonicalJson({
    data,
    protocol: spec.protocol,
    systems: (record?.systems ?? []).filter(({ kind }) => kind === 'ranked').map(({ id }) => id),
  })
}

/**
 * Warns, track by track, where the cases of a run are more than somebody had seen the figures of before: in this run, or
 * in an earlier one that asked the same systems for fewer cases of the same data.
 */
export async function extensionWarnings(store: Store, run: RunRecord): Promise<string[]> {
  const own = await sizesOf(store, run)
  const seen = new Map<string, { cases: number; run: string }>()
  for (const other of await store.runs()) {
    if (other.createdAt > run.createdAt) continue
    const looks = await looksAt(store, other)
    if (looks.length === 0) continue
    for (const { track } of run.spec.tracks) {
      if (!other.spec.tracks.some((one) => one.track === track)) continue
      if (kindOf(other, track) !== kindOf(run, track)) continue
      const whole = own[track] ?? 0
      const sizes = looks
        .flatMap((size) => size[track] ?? [])
        .filter((size) => size < whole && size >= LEAST_SHARE * whole)
      const largest = Math.max(0, ...sizes)
      if (largest > (seen.get(track)?.cases ?? 0)) seen.set(track, { cases: largest, run: other.id })
    }
  }
  return [...seen].map(
    ([track, { cases, run: id }]) =>
      `${track}: figures of ${cases} of these ${own[track] ?? 0} cases were looked at before${id === run.id ? '' : ` (run ${id})`}. If the cases after them were added because of what was seen, p values are too small and intervals too narrow: decide the size first (rapport plan).`,
  )
}
