import { instrumentKey, type Scorer } from '../../core/scorer.ts'
import type { RunRecord, RunSpec } from '../../core/run.ts'
import { UsageError } from '../../core/errors.ts'
import { carryOn } from '../carry-on.ts'
import type { CliContext } from '../context.ts'
import { findRun, openExistingStore } from '../find-run.ts'
import { scorersOf } from '../prepare-run.ts'
import { rebuildPlans, trackOf } from '../rebuild-run.ts'
import type { ReportChoices } from '../run-options.ts'

/**
 * `rapport rescore <run> --scorer …`: adds instruments to a run, and brings old instruments to the version of
 * this Rapport. No system is asked: answers come from the store.
 */
export async function rescoreCommand(
  word: string,
  instruments: { scorer: readonly string[]; matcher: 'greedy' | 'hungarian' },
  quiet: boolean,
  choices: ReportChoices,
  context: CliContext,
): Promise<void> {
  const store = await openExistingStore(context)
  try {
    const run = await findRun(store, word)
    if (run.state !== 'done') {
      throw new UsageError(
        `run ${run.id} is not finished, and rescoring asks no system`,
        `finish it first with: rapport resume ${run.id}`,
      )
    }
    const spec: RunSpec = {
      ...run.spec,
      tracks: run.spec.tracks.map((record) => {
        const track = trackOf(record)
        const current = record.instruments.map(({ name, options }) =>
          track.scorer(name, {
            matcher: options['matcher'] === 'hungarian' ? 'hungarian' : run.spec.matcher,
          }),
        )
        const asked = scorersOf(track, instruments, run.spec.tracks.map(trackOf))
        const all = new Map(
          [...current, ...asked].map((scorer): [string, Scorer] => [instrumentKey(scorer), scorer]),
        )
        return {
          ...record,
          instruments: [...all.values()].map(({ name, version, options }) => ({ name, version, options })),
        }
      }),
    }
    const updated: RunRecord = { ...run, spec }
    const rebuilt = await rebuildPlans(updated, store, context)
    await store.updateSpec(run.id, spec, context.clock.now())
    await carryOn(store, updated, rebuilt, { quiet, retry: 'none' }, choices, context)
    const added = addedInstruments(run.spec, spec)
    if (added.length > 0) {
      context.stderr.write(
        `added ${added.join(', ')}; all metrics of all instruments: rapport report ${run.id} --all-metrics\n`,
      )
    }
  } finally {
    await store.close()
  }
}

/** Keys of instruments that the first specification lacks. */
function addedInstruments(before: RunSpec, after: RunSpec): string[] {
  const keys = (spec: RunSpec): string[] =>
    spec.tracks.flatMap(({ instruments }) => instruments.map(instrumentKey))
  const known = new Set(keys(before))
  return [...new Set(keys(after))].filter((key) => !known.has(key))
}
