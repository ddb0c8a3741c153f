import { UsageError } from '../../core/errors.ts'
import type { Store } from '../../core/store.ts'
import { boundPlan, growths, pairPlan, type PlanRow } from '../../reports/plan/run-plan.ts'
import type { TrackContext } from '../../reports/track-context.ts'
import { assumedSpread, clustersFor, detectable, type Decision } from '../../stats/power.ts'
import { widthOf, type CliContext } from '../context.ts'
import { findRun, openExistingStore } from '../find-run.ts'
import { askedFigures, readCondition, figureOrRefuse, systemsOf, trackContext } from '../gate-words.ts'
import { readGateRun, refuseUnfinished } from '../gate-run.ts'
import { assumedLines, planLines, type AssumedPlan } from '../plan-lines.ts'

export interface PlanChoices {
  readonly difference?: number
  readonly metric: readonly string[]
  readonly system: readonly string[]
  readonly min: readonly string[]
  readonly alpha: number
  readonly power: number
  readonly pairs?: number
  readonly failures?: 'worst' | 'exclude'
  readonly cases?: number
  readonly clusters?: number
  readonly rate?: number
  readonly deviation?: number
  readonly within: number
  readonly between: number
  readonly json: boolean
}

/** `rapport plan [run]`: from a run's own spread, or from what is assumed. */
export async function planCommand(
  word: string | undefined,
  choices: PlanChoices,
  context: CliContext,
): Promise<void> {
  if (choices.power <= choices.alpha)
    throw new UsageError('--power must be above --alpha', 'usual are --power 0.8 --alpha 0.05')
  if (word === undefined) {
    const plan = assumedPlan(choices)
    context.stdout.write(text(choices.json, plan, assumedLines(plan, widthOf(context))))
    return
  }
  refuseAssumptions(choices)
  const store = await openExistingStore(context)
  try {
    const { id, rows, alphas } = await runPlan(store, word, choices, context)
    const { alpha, power } = choices
    context.stdout.write(
      text(
        choices.json,
        { run: id, alpha, power, rows },
        planLines(id, rows, alphas, choices, widthOf(context)),
      ),
    )
  } finally {
    await store.close()
  }
}

function text(json: boolean, document: object, lines: readonly string[]): string {
  return json ? `${JSON.stringify(document, null, 2)}\n` : `${lines.join('\n')}\n`
}

function refuseAssumptions({ cases, clusters, rate, deviation }: PlanChoices): void {
  const given = Object.entries({ cases, clusters, rate, deviation }).filter(
    ([, value]) => value !== undefined,
  )
  const [first] = given
  if (first === undefined) return
  throw new UsageError(
    `--${first[0]} is an assumption, and a run tells by itself`,
    'leave it out, or leave the run out',
  )
}

function assumedPlan(choices: PlanChoices): AssumedPlan {
  const { cases, clusters = cases, rate, deviation, within, between, alpha, power, pairs = 1 } = choices
  if (cases === undefined || clusters === undefined)
    throw new UsageError('a plan without a run needs a size', 'name a run, or say --cases 300 --clusters 100')
  if (clusters > cases)
    throw new UsageError(`${cases} cases can't be in ${clusters} clusters`, 'a cluster has at least one case')
  if ((rate === undefined) === (deviation === undefined))
    throw new UsageError(
      'how much scores vary must be said once',
      'for a rate --rate 0.4, for other scores --deviation 0.3 (in the unit of the figure)',
    )
  const spread = assumedSpread({
    cases,
    clusters,
    deviation: deviation ?? Math.sqrt((rate ?? 0.5) * (1 - (rate ?? 0.5))),
    withinClusters: Math.min(1, Math.max(0, within)),
    betweenSystems: Math.max(-1, between),
  })
  const decision: Decision = { alpha: alpha / pairs, power }
  const needed =
    choices.difference === undefined ? undefined : clustersFor(spread, choices.difference, decision)
  return {
    cases,
    clusters,
    alpha,
    power,
    pairs,
    standardError: spread.standardError,
    detectable: detectable(spread, decision),
    grown: growths.map((times) => ({
      times,
      detectable: detectable(
        { standardError: spread.standardError / Math.sqrt(times), clusters: clusters * times },
        decision,
      ),
    })),
    difference: choices.difference ?? null,
    needed: needed === undefined ? null : { clusters: needed, cases: Math.ceil((needed * cases) / clusters) },
  }
}

async function runPlan(
  store: Store,
  word: string,
  choices: PlanChoices,
  context: CliContext,
): Promise<{ id: string; rows: PlanRow[]; alphas: ReadonlyMap<string, number> }> {
  const run = await findRun(store, word)
  refuseUnfinished(run)
  const found = await readGateRun(store, run, choices.failures ?? run.spec.failures, context)
  const { alpha, power, difference = null } = choices
  const rows: PlanRow[] = []
  const alphas = new Map<string, number>()
  for (const typed of choices.min) {
    const asked = readCondition(typed)
    const track = trackContext(found, asked.track)
    const shown = figureOrRefuse(track, asked)
    if (asked.metric === 'headline')
      throw new UsageError(
        'a headline has no plan: floor and ceiling change with the cases too',
        `plan its metric: ${track.record.track}.${shown.metric}`,
      )
    for (const { id } of systemsOf(found, track, choices.system))
      rows.push(boundPlan(track, shown, id, asked, { decision: { alpha, power }, difference }))
  }
  if (choices.min.length > 0) return { id: run.id, rows, alphas }
  for (const { track, shown } of askedFigures(found, choices.metric)) {
    const pairs = pairsOf(systemsOf(found, track, choices.system).map(({ id }) => id))
    if (pairs.length === 0) continue
    // Holm's first step: the strictest that any of the comparisons meets.
    const each = alpha / (choices.pairs ?? pairs.length)
    alphas.set(track.record.track, each)
    for (const pair of pairs)
      rows.push(pairPlan(track, shown, pair, { decision: { alpha: each, power }, difference }))
  }
  if (rows.length === 0) throw nothingToCompare(found.contexts)
  return { id: run.id, rows, alphas }
}

function pairsOf(ids: readonly string[]): (readonly [string, string])[] {
  return ids.flatMap((a, i) => ids.slice(i + 1).map((b) => [a, b] as const))
}

function nothingToCompare(contexts: ReadonlyMap<string, TrackContext>): UsageError {
  const ids = new Set([...contexts.values()].flatMap(({ record }) => record.systems.map(({ id }) => id)))
  return new UsageError(
    'no track of the run has two ranked systems to compare',
    `name systems with --system (${[...ids].join(', ')}), or hold one against a number with --min`,
  )
}
