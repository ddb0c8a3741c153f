import type { RunEvent } from '../core/events.ts'
import type { Probe, Rubric } from '../core/judge.ts'
import type { RunRecord } from '../core/run.ts'
import type { Store } from '../core/store.ts'
import { probeReport, runProbes, type ProbeOutcome } from '../judges/probe.ts'
import type { CliContext } from './context.ts'
import { judgeParameters, type ModelKit } from './models.ts'
import { trackOf } from './rebuild-run.ts'

type ProbeEvent = Extract<RunEvent, { type: 'probes' }>

/** How many earlier runs are looked through for the same judge. */
const LOOKED_BACK = 20

/**
 * Puts the hand-written probes of every rubric of a run before its judges and writes down how they did. They are
 * also the fixed anchors by which a judge that changed behind its name is noticed: asked anew in every run, and
 * compared with the last one.
 */
export async function probeJudges(
  run: RunRecord,
  store: Store,
  kit: ModelKit,
  context: CliContext,
): Promise<void> {
  for (const { rubric, model, instrument, last, probes } of await probesToAsk(run, store)) {
    const asked = await runProbes(
      { ...rubric, probes },
      { model, port: kit.port, parameters: judgeParameters },
      { fresh: run.id, signal: context.signal },
    )
    const outcomes = rubric.probes.map(
      (probe) => asked.find(({ id }) => id === probe.id) ?? keptOutcome(probe, last),
    )
    const { falseAccept, falseReject, unmeasured, state } = probeReport(outcomes)
    const verdicts = Object.fromEntries(outcomes.map(({ id, judged }) => [id, judged]))
    const event: ProbeEvent = {
      type: 'probes',
      instrument,
      judge: model,
      falseAccept: { errors: falseAccept.errors, n: falseAccept.n },
      falseReject: { errors: falseReject.errors, n: falseReject.n },
      unmeasured,
      state,
      verdicts,
      moved: await movedSince(store, run, instrument, model, verdicts),
    }
    await store.appendEvents(run.id, [{ at: context.clock.now(), event }])
  }
}

/** Probes that a judge of a run has not been asked, or could not be: a resumed run asks nothing twice. */
export async function probesToAsk(
  run: RunRecord,
  store: Store,
): Promise<
  {
    readonly rubric: Rubric
    readonly model: string
    readonly instrument: string
    /** What it said when it was asked before. */
    readonly last: ProbeEvent | undefined
    readonly probes: readonly Probe[]
  }[]
> {
  const before = await probesOf(store, run.id)
  return [...panelMembers(run)].flatMap(({ rubric, model }) => {
    const instrument = `${rubric.name}@${rubric.version}`
    const last = before.findLast((event) => event.instrument === instrument && event.judge === model)
    const probes =
      last === undefined ? rubric.probes : rubric.probes.filter(({ id }) => last.verdicts[id] === 'down')
    return probes.length === 0 ? [] : [{ rubric, model, instrument, last, probes }]
  })
}

/** What a judge said of a probe when it was asked before. */
function keptOutcome({ id, language, kind, passes }: Probe, last: ProbeEvent | undefined): ProbeOutcome {
  const said = last?.verdicts[id]
  const judged = typeof said === 'boolean' || said === 'unreadable' || said === 'not-asked' ? said : 'down'
  return { id, language, kind, passes, judged }
}

/** Every rubric of a run with every model that judges under it, none twice. */
function panelMembers(run: RunRecord): Iterable<{ rubric: Rubric; model: string }> {
  const members = new Map<string, { rubric: Rubric; model: string }>()
  for (const record of run.spec.tracks) {
    const { rubrics } = trackOf(record)
    for (const { rubric: name, models } of record.judged) {
      const rubric = rubrics.find((known) => known.name === name)
      if (rubric === undefined) continue
      for (const model of models) members.set(`${name} ${model}`, { rubric, model })
    }
  }
  return members.values()
}

async function probesOf(store: Store, run: string): Promise<ProbeEvent[]> {
  return (await store.events(run, 0)).flatMap(({ event }) => (event.type === 'probes' ? [event] : []))
}

/** Compares verdicts with those of the newest earlier run with the same judge under the same rubric. */
async function movedSince(
  store: Store,
  run: RunRecord,
  instrument: string,
  model: string,
  verdicts: ProbeEvent['verdicts'],
): Promise<ProbeEvent['moved']> {
  const earlier = (await store.runs()).filter(
    ({ id, createdAt }) => id !== run.id && createdAt <= run.createdAt,
  )
  for (const { id } of earlier.slice(0, LOOKED_BACK)) {
    const last = (await probesOf(store, id)).findLast(
      (event) => event.instrument === instrument && event.judge === model,
    )
    if (last === undefined) continue
    const shared = Object.keys(verdicts).filter(
      (probe) => isAnswer(verdicts[probe]) && isAnswer(last.verdicts[probe]),
    )
    if (shared.length === 0) continue
    const changed = shared.filter((probe) => verdicts[probe] !== last.verdicts[probe]).length
    return { run: id, changed, of: shared.length }
  }
  return null
}

/** A judge that could not be reached did not say anything else than before. */
function isAnswer(verdict: ProbeEvent['verdicts'][string] | undefined): boolean {
  return verdict !== undefined && verdict !== 'down' && verdict !== 'not-asked'
}
