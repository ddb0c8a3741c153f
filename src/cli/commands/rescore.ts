import { instrumentKey, type Scorer } from '../../core/scorer.ts'
import type { ModelSettings, RunRecord, RunSpec, TrackRecord } from '../../core/run.ts'
import { UsageError } from '../../core/errors.ts'
import type { Store } from '../../core/store.ts'
import { carryOn } from '../carry-on.ts'
import { claimingStoredRun } from '../claim-run.ts'
import { checkModels } from '../check-models.ts'
import type { CliContext } from '../context.ts'
import { checkEgress } from '../egress.ts'
import { openExistingStore } from '../find-run.ts'
import { leftToJudge } from '../left-to-judge.ts'
import { modelKit, withServers, type ModelKit } from '../models.ts'
import { panelsFor, refuseUnknownRubrics } from '../panels.ts'
import { scorersOf } from '../prepare-run.ts'
import { rebuildPlans, trackOf } from '../rebuild-run.ts'
import type { ReportChoices } from '../run-options.ts'

/** What `rescore` and `rejudge` add to a run. */
export interface AddedInstruments {
  readonly scorer: readonly string[]
  readonly matcher: 'greedy' | 'hungarian'
  readonly judge: ModelSettings['judge']
  readonly allowEgress: boolean
}

/**
 * `rapport rescore <run> --scorer …` and `rapport rejudge <run> --judge …`: adds instruments to a run, and brings
 * old instruments to the version of this Rapport. No system is asked: answers come from the store.
 */
export async function rescoreCommand(
  word: string,
  added: AddedInstruments,
  quiet: boolean,
  choices: ReportChoices,
  context: CliContext,
): Promise<void> {
  const store = await openExistingStore(context)
  try {
    const command = added.judge === null ? 'rescore' : 'rejudge'
    await claimingStoredRun(store, word, command, context, (run) =>
      addInstruments(store, run, added, quiet, choices, context),
    )
  } finally {
    await store.close()
  }
}

async function addInstruments(
  store: Store,
  run: RunRecord,
  added: AddedInstruments,
  quiet: boolean,
  choices: ReportChoices,
  context: CliContext,
): Promise<void> {
  if (run.state !== 'done') {
    throw new UsageError(
      `run ${run.id} is not finished, and rescoring asks no system`,
      `finish it first with: rapport resume ${run.id}`,
    )
  }
  const kit = await modelKit(run.spec.models, context, 'recorded')
  refuseUnknownRubrics(added.judge, run.spec.tracks.map(trackOf), kit.pack)
  const spec: RunSpec = {
    ...run.spec,
    tracks: run.spec.tracks.map((record) => withAdded(record, run, added, kit)),
    models: withServers(run.spec.models, judgeModels(added), kit.sources),
  }
  const updated: RunRecord = { ...run, spec }
  const rebuilt = await rebuildPlans(updated, store, context)
  // Judges are asked by `rescore` too, where a rubric has another version or prompt than the stored verdicts.
  const asked = { spec: await leftToJudge(updated, store, rebuilt.kit) }
  checkModels(asked, rebuilt.kit)
  await checkEgress({ ...asked, kit: rebuilt.kit }, added.allowEgress, context)
  await store.updateSpec(run.id, spec, context.clock.now())
  await carryOn(store, updated, rebuilt, { quiet, retry: 'none' }, choices, context)
  const keys = addedInstruments(run.spec, spec)
  if (keys.length > 0) {
    context.stderr.write(
      `added ${keys.join(', ')}; all metrics of all instruments: rapport report ${run.id} --all-metrics\n`,
    )
  }
}

function withAdded(
  record: TrackRecord,
  run: RunRecord,
  added: AddedInstruments,
  { pack }: Pick<ModelKit, 'pack'>,
): TrackRecord {
  const track = trackOf(record)
  const current = record.instruments.map(({ name, options }) =>
    track.scorer(name, { matcher: options['matcher'] === 'hungarian' ? 'hungarian' : run.spec.matcher }),
  )
  // Without a name, `rejudge` adds no scorer.
  const asked =
    added.scorer.length === 0 && added.judge !== null
      ? []
      : scorersOf(track, added, run.spec.tracks.map(trackOf))
  const all = new Map(
    [...current, ...asked].map((scorer): [string, Scorer] => [instrumentKey(scorer), scorer]),
  )
  const panels = [...record.judged, ...panelsFor(track, added.judge, run.spec.protocol, pack)]
  return {
    ...record,
    instruments: [...all.values()].map(({ name, version, options }) => ({ name, version, options })),
    judged: [...new Map(panels.map((panel) => [JSON.stringify(panel), panel])).values()],
  }
}

/** Ids of the models that an added judging asks. */
function judgeModels({ judge }: AddedInstruments): string[] {
  if (judge === null) return []
  return [...judge.models, ...(judge.decomposer === null ? [] : [judge.decomposer])]
}

/** Keys of instruments that the first specification lacks. */
function addedInstruments(before: RunSpec, after: RunSpec): string[] {
  const keys = (spec: RunSpec): string[] =>
    spec.tracks.flatMap(({ instruments, judged }) => [
      ...instruments.map(instrumentKey),
      ...judged.map(({ rubric, models }) => `${rubric} by ${models.join(' and ')}`),
    ])
  const known = new Set(keys(before))
  return [...new Set(keys(after))].filter((key) => !known.has(key))
}
