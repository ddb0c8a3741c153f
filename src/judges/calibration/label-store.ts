import type { CalibrationSample, HumanLabel, Retest } from '../../core/calibration.ts'
import type { Store } from '../../core/store.ts'

/** What is known of the judges of a run beside its verdicts. */
export interface CalibrationRecords {
  /** Oldest first. */
  readonly samples: readonly CalibrationSample[]
  /** Of each person's labels of a field of an item the last one, in the order in which they were first given. */
  readonly labels: readonly HumanLabel[]
  readonly retests: readonly Retest[]
}

type Events = Pick<Store, 'appendEvents' | 'events'>

/** Everything that was drawn, labelled and asked again in a run. */
export async function readCalibration(
  store: Pick<Events, 'events'>,
  run: string,
): Promise<CalibrationRecords> {
  const samples = new Map<string, CalibrationSample>()
  const labels = new Map<string, HumanLabel>()
  const retests: Retest[] = []
  for (const { event } of await store.events(run, 0)) {
    if (event.type === 'calibration-sample') samples.set(event.sample.id, event.sample)
    else if (event.type === 'human-labels') for (const label of event.labels) labels.set(keyOf(label), label)
    else if (event.type === 'retest') retests.push(event.retest)
  }
  return { samples: [...samples.values()], labels: [...labels.values()], retests }
}

/** Keeps a sample; one that is there already is not written again. */
export async function keepSample(
  store: Events,
  run: string,
  sample: CalibrationSample,
  at: number,
): Promise<void> {
  const { samples } = await readCalibration(store, run)
  if (samples.some(({ id }) => id === sample.id)) return
  await store.appendEvents(run, [{ at, event: { type: 'calibration-sample', sample } }])
}

/**
 * Keeps labels of drawn items, all or none. Whoever calls it has checked that the items were drawn.
 * @returns how many took the place of an earlier, different one of the same person
 */
export async function keepLabels(
  store: Events,
  run: string,
  labels: readonly HumanLabel[],
): Promise<{ readonly added: number; readonly replaced: number; readonly same: number }> {
  const before = new Map(
    (await readCalibration(store, run)).labels.map((label) => [keyOf(label), label.value]),
  )
  const fresh = labels.filter((label) => before.get(keyOf(label)) !== label.value)
  const replaced = fresh.filter((label) => before.has(keyOf(label))).length
  const [first] = fresh
  if (first !== undefined) {
    await store.appendEvents(run, [{ at: first.at, event: { type: 'human-labels', labels: [...fresh] } }])
  }
  return { added: fresh.length - replaced, replaced, same: labels.length - fresh.length }
}

function keyOf({ item, annotator, field }: HumanLabel): string {
  return JSON.stringify([item, annotator, field])
}
