import { RapportError } from '../../core/errors.ts'
import type { ModelPort } from '../../core/model.ts'
import type { RunRecord } from '../../core/run.ts'
import { instrumentKey } from '../../core/scorer.ts'
import type { Store } from '../../core/store.ts'
import { askAgain } from '../../judges/calibration/ask-again.ts'
import { readCalibration } from '../../judges/calibration/label-store.ts'
import { placeOf } from '../../reports/calibration/draw-items.ts'
import { groupBy } from '../../reports/calibration/group-by.ts'
import { crossFlips, stabilityOf } from '../../reports/calibration/stability.ts'
import { stabilityLines } from '../../reports/calibration/stability-text.ts'
import { plainText } from '../../reports/format.ts'
import { askedInstruments } from '../calibration/asked-instruments.ts'
import { chosenRubrics, judgedRubrics, predictionOf } from '../calibration/judged-answers.ts'
import { costLines, retestPlan, type RetestPlan } from '../calibration/retest-plan.ts'
import { checkModels } from '../check-models.ts'
import { claimingStoredRun } from '../claim-run.ts'
import { widthOf, type CliContext } from '../context.ts'
import { checkEgress } from '../egress.ts'
import { openExistingStore } from '../find-run.ts'
import { modelKit, openGateway, withServers, type ModelKit } from '../models.ts'

export interface StabilityChoices {
  /** Askings of each answer beside the stored verdict. */
  readonly times: number
  readonly perSystem: number
  readonly seed: number
  readonly track: string | undefined
  readonly rubric: string | undefined
  /** Models that judge instead of the run's own; empty: those. */
  readonly judges: readonly string[]
  readonly dryRun: boolean
  /** US dollars for this command alone. */
  readonly maxCost: number | undefined
  readonly allowEgress: boolean
  readonly json: boolean
  readonly quiet: boolean
}

/**
 * `rapport calibrate stability <run>`: asks the judges of a run again about some of its answers, under the same
 * prompts, never from the cache; then says how often they contradict themselves, other prompts and other models.
 */
export async function calibrateStabilityCommand(
  word: string,
  choices: StabilityChoices,
  context: CliContext,
): Promise<void> {
  const store = await openExistingStore(context)
  try {
    await claimingStoredRun(store, word, 'calibrate stability', context, async (stored) => {
      const { run, kit } = await withOwnSettings(store, stored, choices, context)
      const rubrics = chosenRubrics(await judgedRubrics(store, run, context), choices)
      const plans: RetestPlan[] = []
      for (const rubric of rubrics) plans.push(await retestPlan(store, run, rubric, choices, kit))
      const cost = await costLines(store, plans, choices.times, kit)
      if (choices.dryRun) {
        context.stdout.write([...cost, 'Nothing was sent.', ''].join('\n'))
        return
      }
      const spec = {
        ...run.spec,
        tracks: plans.map(({ rubric, panels }) => ({ ...rubric.record, systems: [], judged: [...panels] })),
        models: { ...run.spec.models, offered: [] },
      }
      checkModels({ spec }, kit)
      await checkEgress({ spec, kit }, choices.allowEgress, context)
      if (!choices.quiet) context.stderr.write(`${cost.join('\n')}\n`)
      await askAll(store, run, plans, kit, choices, context)
      await show(store, run, plans, choices, context)
    })
  } finally {
    await store.close()
  }
}

/** The run's settings with the judges and the limit of this command. */
async function withOwnSettings(
  store: Store,
  run: RunRecord,
  { judges, maxCost }: StabilityChoices,
  context: CliContext,
): Promise<{ readonly run: RunRecord; readonly kit: ModelKit }> {
  const { sources } = await modelKit(run.spec.models, context, 'recorded')
  const spent = (await store.callTotals(run.id)).reduce((sum, totals) => sum + totals.spent, 0)
  const models = {
    ...withServers(run.spec.models, judges, sources),
    // The gateway counts what the run has cost already.
    maxCost: maxCost === undefined ? null : spent + maxCost,
  }
  return { run: { ...run, spec: { ...run.spec, models } }, kit: await modelKit(models, context, 'recorded') }
}

/** Asks again about every drawn answer and keeps what is said, answer by answer. */
async function askAll(
  store: Store,
  run: RunRecord,
  plans: readonly RetestPlan[],
  kit: ModelKit,
  { times, quiet }: StabilityChoices,
  context: CliContext,
): Promise<void> {
  const gateway = await openGateway(kit, store, run, context)
  kit.attach(retesting(gateway))
  const fresh = `again ${run.id} ${context.clock.now()}`
  const work = plans.flatMap(({ rubric, instruments, drawn }) =>
    instruments.flatMap((instrument) => drawn.map((one) => ({ ...one, rubric, instrument }))),
  )
  let done = 0
  const askOne = async ({ rubric, instrument, answer, subject }: (typeof work)[number]): Promise<void> => {
    const prediction = await predictionOf(store, answer)
    const asked = []
    // Two systems that say the same are asked about apart: one reply for both would look like constancy.
    const own = `${fresh} ${placeOf({ ...answer, case: subject.id })}`
    for (let repeat = 0; repeat < times; repeat += 1) {
      asked.push(
        await askAgain(instrument, subject, prediction, { fresh: own, repeat, signal: context.signal }),
      )
    }
    const retest = {
      track: rubric.track.id,
      instrument: instrumentKey(instrument),
      system: answer.system,
      case: subject.id,
      repeat: answer.repeat,
      answer: answer.answer,
      asked,
    }
    await store.appendEvents(run.id, [{ at: context.clock.now(), event: { type: 'retest', retest } }])
    done += 1
    if (!quiet && (done % 50 === 0 || done === work.length))
      context.stderr.write(`asked again about ${done} of ${work.length} answers\n`)
  }
  try {
    const queue = work.values()
    const workers = Array.from({ length: run.spec.concurrency }, async () => {
      for (const one of queue) await askOne(one)
    })
    const ended = await Promise.allSettled(workers)
    if (context.signal.aborted)
      throw new RapportError('stopped; every answer that was asked about is kept', {
        fix: `see it with: rapport calibrate report ${run.id}`,
      })
    const failed = ended.find((one) => one.status === 'rejected')
    if (failed !== undefined) throw failed.reason
  } finally {
    // Calls that were cancelled still write down that they were made.
    await gateway.close()
  }
}

/** The same port; the ledger tells these calls from those of the run. */
function retesting(port: ModelPort): ModelPort {
  return {
    chat: (request, signal) =>
      port.chat({ ...request, purpose: request.purpose.replace(/^judge:/, 'retest:') }, signal),
    embed: (request, signal) => port.embed(request, signal),
  }
}

async function show(
  store: Store,
  run: RunRecord,
  plans: readonly RetestPlan[],
  { json }: StabilityChoices,
  context: CliContext,
): Promise<void> {
  const { retests } = await readCalibration(store, run.id)
  const tracks = groupBy(plans, ({ rubric }) => rubric.track.id)
  const found = [...tracks].map(([track, own]) => {
    const facts = own.flatMap(({ rubric, instruments }) => [...rubric.instruments, ...instruments])
    const unique = [...new Map(facts.map((one) => [instrumentKey(one), one])).values()]
    const asked = askedInstruments(unique, own[0]?.population ?? [], retests, track)
    return { track, judges: asked.map(stabilityOf), across: crossFlips(asked) }
  })
  if (json) {
    context.stdout.write(`${JSON.stringify({ run: run.id, tracks: found }, null, 2)}\n`)
    return
  }
  for (const { track, judges, across } of found) {
    const lines = stabilityLines(judges, across, widthOf(context))
    context.stdout.write(`${[plainText(track), ...lines, ''].join('\n')}\n`)
  }
}
