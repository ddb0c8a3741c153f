import { resolve } from 'node:path'
import { RapportError, UsageError } from '../../core/errors.ts'
import type { RunRecord, SystemRecord } from '../../core/run.ts'
import type { Store } from '../../core/store.ts'
import { writeTextFile } from '../../io/atomic-file.ts'
import type { Condition } from '../../reports/gate/condition.ts'
import { junitXml } from '../../reports/gate/junit.ts'
import { minGate } from '../../reports/gate/min-gate.ts'
import { noWorseGate } from '../../reports/gate/no-worse-gate.ts'
import { overall, type GateResult } from '../../reports/gate/verdict.ts'
import type { FailurePolicy } from '../../reports/report.ts'
import { caseHashes } from '../../reports/hashed-series.ts'
import type { TrackContext } from '../../reports/track-context.ts'
import { widthOf, type CliContext } from '../context.ts'
import { refuseUnfair } from '../fairness.ts'
import { extensionWarnings, noteLooked } from '../looked.ts'
import { findRun, openExistingStore } from '../find-run.ts'
import { gateLines } from '../gate-lines.ts'
import { readGateRun, refuseUnfinished, type GateRun } from '../gate-run.ts'
import { askedFigures, figureOrRefuse, readCondition, ownSystemsOf, trackContext } from '../gate-words.ts'
import { waivable } from '../memory-settings.ts'
import { sameAnswers } from '../same-answers.ts'

export interface GateOptions {
  readonly min: readonly string[]
  readonly noWorseThan: string | undefined
  readonly metric: readonly string[]
  readonly margin: number
  readonly alpha: number
  readonly system: readonly string[]
  readonly againstSystem: string | undefined
  readonly intersection: boolean
  readonly failures: 'worst' | 'exclude' | undefined
  readonly waive: readonly string[]
  readonly junit: string | undefined
  readonly json: boolean
}

/**
 * `rapport gate <run>`: whether a run is surely good enough.
 * @throws RapportError with exit code 4 when a condition is missed, 5 when one is undecided and none missed
 */
export async function gateCommand(word: string, options: GateOptions, context: CliContext): Promise<void> {
  if (options.min.length === 0 && options.noWorseThan === undefined)
    throw new UsageError(
      'the gate asks nothing',
      "say what must hold, such as --min 'alpsbench/update.action_f1>=0.6' or --no-worse-than <run>",
    )
  const conditions = options.min.map(readCondition)
  const store = await openExistingStore(context)
  try {
    const run = await findRun(store, word)
    refuseUnfinished(run)
    const policy = options.failures ?? run.spec.failures
    const now = await readGateRun(store, run, policy, context)
    const results = [
      ...conditions.flatMap((asked) => minResults(now, asked, options)),
      ...(options.noWorseThan === undefined
        ? []
        : await noWorseResults(store, now, options.noWorseThan, policy, options, context)),
    ]
    const verdict = overall(results)
    for (const warning of await extensionWarnings(store, run)) context.stderr.write(`warning: ${warning}\n`)
    await noteLooked(store, run, 'gate', context)
    if (options.junit !== undefined)
      await writeTextFile(resolve(context.cwd, options.junit), junitXml(results))
    context.stdout.write(
      options.json
        ? `${JSON.stringify({ run: run.id, verdict, alpha: options.alpha, results }, null, 2)}\n`
        : `${gateLines(run.id, results, widthOf(context)).join('\n')}\n`,
    )
    if (verdict === 'missed') throw new RapportError(summary(results, 'missed'), { exitCode: 4 })
    if (verdict === 'undecided') throw new RapportError(summary(results, 'undecided'), { exitCode: 5 })
  } finally {
    await store.close()
  }
}

function summary(results: readonly GateResult[], verdict: 'missed' | 'undecided'): string {
  const count = results.filter((result) => result.verdict === verdict).length
  return `the gate is ${verdict}: ${count} of ${results.length} ${results.length === 1 ? 'condition' : 'conditions'}`
}

function minResults(now: GateRun, asked: Condition, options: GateOptions): GateResult[] {
  const context = trackContext(now, asked.track)
  const shown = figureOrRefuse(context, asked)
  const direction =
    asked.metric === 'headline'
      ? 'higher'
      : context.metrics.get(`${shown.instrument} ${shown.metric}`)?.direction
  const operator = direction === 'lower' ? '<=' : '>='
  if (asked.operator !== operator)
    throw new UsageError(
      `${asked.metric} is better when ${direction ?? 'higher'}, so ${asked.operator} asks for a bad figure`,
      `write '${asked.track}.${asked.metric}${operator}${asked.threshold}'`,
    )
  return ownSystemsOf(now, context, options.system).map(({ id }) =>
    minGate(context, id, shown, asked, { alpha: options.alpha, objection: now.objection }),
  )
}

async function noWorseResults(
  store: Store,
  now: GateRun,
  word: string,
  policy: FailurePolicy,
  options: GateOptions,
  context: CliContext,
): Promise<GateResult[]> {
  const other = await findRun(store, word)
  refuseUnfinished(other)
  const before = await readGateRun(store, other, policy, context)
  if (before.run.id === now.run.id && options.againstSystem === undefined)
    throw new UsageError('a run is no worse than itself', 'name another run, or --against-system')
  refuseOtherWays(now.run, before.run)
  const results: GateResult[] = []
  for (const { track: nowTrack, shown } of askedFigures(now, options.metric)) {
    const { track } = nowTrack.record
    const beforeTrack = trackContext(before, track)
    if (!options.intersection) refuseOtherCases(nowTrack, beforeTrack, before.run.id)
    if (!beforeTrack.metrics.has(`${shown.instrument} ${shown.metric}`))
      throw new UsageError(
        `run ${before.run.id} was not measured by ${shown.instrument}`,
        `add it: rapport rescore ${before.run.id} --scorer ${shown.instrument.split('@')[0] ?? ''}, or rejudge`,
      )
    for (const system of ownSystemsOf(now, nowTrack, options.system)) {
      const match = counterpart(before, beforeTrack, system, options.againstSystem)
      refuseUnfair(
        track,
        [system, { ...match, id: `${match.id} of ${before.run.id}` }],
        options.waive.flatMap((text) => text.split(',')).map(waivable),
      )
      const answered = (run: RunRecord, id: string) => ({ run: run.id, track, system: id })
      results.push(
        noWorseGate(
          { run: now.run.id, context: nowTrack, system: system.id },
          { run: before.run.id, context: beforeTrack, system: match.id },
          shown,
          {
            alpha: options.alpha,
            margin: options.margin,
            same: await sameAnswers(store, answered(now.run, system.id), answered(before.run, match.id)),
            objection: (one) => now.objection(one) ?? before.objection(one),
          },
        ),
      )
    }
  }
  return results
}

/** The system it is held against: the same id, the one named, or the only ranked one. */
function counterpart(
  { run }: GateRun,
  { record }: TrackContext,
  system: SystemRecord,
  named: string | undefined,
): SystemRecord {
  const found = record.systems.find(({ id }) => id === (named ?? system.id))
  if (found !== undefined) return found
  const known = record.systems.map(({ id }) => id)
  throw new UsageError(
    `${JSON.stringify(named ?? system.id)} was not run on ${record.track} in ${run.id}`,
    `name its counterpart with --against-system: ${known.join(', ')}`,
  )
}

/** Figures of two ways of asking are not compared. */
function refuseOtherWays(now: RunRecord, before: RunRecord): void {
  const ways = [
    ['protocol', now.spec.protocol, before.spec.protocol],
    ['view', now.spec.data.view, before.spec.data.view],
    ['pools', now.spec.data.pools, before.spec.data.pools],
  ] as const
  for (const [name, one, other] of ways) {
    if (one !== other)
      throw new UsageError(
        `the runs have another ${name}: ${one} here, ${other} in ${before.id}`,
        'run one of them again under the settings of the other',
      )
  }
}

function refuseOtherCases(now: TrackContext, before: TrackContext, run: string): void {
  const [own, other] = [caseHashes(now.book), caseHashes(before.book)]
  const common = [...own].filter((hash) => other.has(hash)).length
  if (common === own.size && common === other.size) return
  throw new UsageError(
    `the runs have other cases on ${now.record.track}: ${own.size} here, ${other.size} in ${run}, ${common} in both`,
    common === 0
      ? 'they have none in common, so nothing can be compared'
      : 'add --intersection to compare those that both have',
  )
}
