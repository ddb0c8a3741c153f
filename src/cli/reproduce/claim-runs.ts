import { Command } from 'commander'
import type { ClaimRunPlan } from '../../core/claim.ts'
import type { CaseOptions, Dataset } from '../../core/dataset.ts'
import { RapportError } from '../../core/errors.ts'
import { canonicalJson } from '../../core/json.ts'
import type { RunRecord } from '../../core/run.ts'
import type { Store } from '../../core/store.ts'
import type { Benchmark } from '../../core/track.ts'
import { planRun } from '../../engine/plan.ts'
import { claimingRun } from '../claim-run.ts'
import type { CliContext } from '../context.ts'
import { executeShown } from '../execute.ts'
import { findRun } from '../find-run.ts'
import { openDataset, prepareRun, type PreparedRun } from '../prepare-run.ts'
import { newRunId, provenanceOf } from '../provenance.ts'
import { rebuildPlans } from '../rebuild-run.ts'
import { addRunOptions, runOptionsSchema, type RunChoices } from '../run-options.ts'
import { recordedModels } from '../select-systems.ts'

const RECORDED = 'recorded:*'

interface WantedRun {
  readonly tracks: readonly string[]
  readonly systems: readonly string[]
  readonly choices: RunChoices
}

/**
 * The runs that claims need, made where they are not in the store yet. A run of the same specification and cases is
 * taken as it is; one that was stopped goes on.
 * @param seeds how many draws of the pools
 * @throws RapportError when it is stopped
 */
export async function claimRuns(
  plans: readonly ClaimRunPlan[],
  benchmark: Benchmark,
  { data, seeds, quiet }: { readonly data: string; readonly seeds: number; readonly quiet: boolean },
  argv: readonly string[],
  store: Store,
  context: CliContext,
): Promise<RunRecord[]> {
  const dataset = await openDataset(data, context, [benchmark])
  const runs: RunRecord[] = []
  for (const plan of plans) {
    const draws = plan.pools === 'drawn' ? Array.from({ length: seeds }, (_, place) => place + 1) : [0]
    for (const seed of draws) {
      const wanted = await wantedRun(plan, dataset, { ...choicesFor(plan, data), seed, quiet })
      if (wanted !== null) runs.push(await madeRun(wanted, argv, store, context))
    }
  }
  return runs
}

/** What `rapport run` would be asked for; null where the data has none of it. */
async function wantedRun(
  plan: ClaimRunPlan,
  dataset: Dataset,
  choices: RunChoices,
): Promise<WantedRun | null> {
  const options: CaseOptions = { ...choices, split: null }
  const present = await dataset.tracks(options)
  const tracks = plan.tracks.filter((track) => present.includes(track))
  const models: string[] = []
  if (plan.systems.includes(RECORDED))
    for (const id of tracks) models.push(...(await recordedModels(dataset, { id }, options)))
  const systems = plan.systems.filter((word) => word !== RECORDED || models.length > 0)
  return tracks.length === 0 || (systems.length === 0 && !plan.baselines)
    ? null
    : { tracks, systems, choices }
}

/** As `rapport run` takes them when nothing else is said. */
function choicesFor({ baselines, pools }: ClaimRunPlan, data: string): RunChoices {
  const defaults = addRunOptions(new Command()).parse([], { from: 'user' }).opts()
  return { ...runOptionsSchema.parse(defaults), baselines, pools, data }
}

async function madeRun(
  { tracks, systems, choices }: WantedRun,
  argv: readonly string[],
  store: Store,
  context: CliContext,
): Promise<RunRecord> {
  const id = newRunId(context.clock.now())
  const tell = (text: string): void => {
    if (!choices.quiet) context.stderr.write(`${text}\n`)
  }
  const draw = choices.pools === 'drawn' ? `, drawn pools, seed ${choices.seed}` : ''
  const about = `${tracks.join(', ')}${draw}`
  const prepared = await prepareRun(tracks, systems, choices, id, context)
  try {
    const found = await earlierRun(prepared, store)
    if (found?.state === 'done') {
      tell(`${about}: taken from run ${found.id}`)
      return found
    }
    tell(`${about}: ${found === undefined ? `run ${id}` : `going on with run ${found.id}`}`)
    const options = { quiet: choices.quiet, retry: 'can-succeed', abortOnBadRow: false } as const
    const own = found?.id ?? id
    await claimingRun(store, own, 'reproduce', context, async () => {
      if (found === undefined) {
        const run = await planRun({
          store,
          clock: context.clock,
          id,
          spec: prepared.spec,
          provenance: await provenanceOf(context, argv),
          cases: (track) => untilStopped(prepared.cases(track), context),
        })
        await executeShown(store, run, prepared.plans, options, prepared.kit, context)
        return
      }
      const { plans, kit } = await rebuildPlans(found, store, context)
      try {
        await executeShown(store, found, plans, options, kit, context)
      } finally {
        for (const plan of plans) for (const system of plan.systems) await system.close?.()
      }
    }).catch((error: unknown) => {
      throw context.signal.aborted ? stopped() : error
    })
    return await findRun(store, own)
  } finally {
    await prepared.close()
  }
}

/** A stored run of the same specification whose cases are the same, the newest first. */
async function earlierRun(prepared: PreparedRun, store: Store): Promise<RunRecord | undefined> {
  const wanted = canonicalJson(prepared.spec)
  const alike = (await store.runs()).filter(
    ({ spec, state }) => state !== 'planning' && canonicalJson(spec) === wanted,
  )
  for (const run of alike) if (await hasCases(run, prepared, store)) return run
  return undefined
}

/** A folder may have changed since. Of drawn pools the first track tells: the draws of the others begin with it. */
async function hasCases(run: RunRecord, prepared: PreparedRun, store: Store): Promise<boolean> {
  const { tracks, data } = run.spec
  for (const { track } of data.pools === 'drawn' ? tracks.slice(0, 1) : tracks) {
    const kept: string[] = []
    for await (const { hash } of store.caseSummaries(run.id, track)) kept.push(hash)
    let place = 0
    for await (const { hash } of prepared.cases(track)) {
      if (kept[place] !== hash) return false
      place += 1
    }
    if (place !== kept.length) return false
  }
  return true
}

async function* untilStopped<T>(items: AsyncIterable<T>, { signal }: CliContext): AsyncGenerator<T> {
  for await (const item of items) {
    if (signal.aborted) throw stopped()
    yield item
  }
}

function stopped(): RapportError {
  return new RapportError('stopped; everything that finished is kept', {
    exitCode: 1,
    fix: 'start it again with the command you used: it goes on from there',
  })
}
