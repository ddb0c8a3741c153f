import type { RunEvent } from '../core/events.ts'
import type { Probe } from '../core/judge.ts'
import type { ModelParameters } from '../core/model.ts'
import type { RunRecord } from '../core/run.ts'
import type { Store } from '../core/store.ts'
import { runChainProbes } from '../judges/chain-probe.ts'
import { probeReport, runProbes, type ProbeOutcome } from '../judges/probe.ts'
import type { CliContext } from './context.ts'
import type { ModelKit } from './models.ts'
import { judgesOfPanel, judgingsOf, parametersOf, type Judging } from './panels.ts'
import { trackOf } from './rebuild-run.ts'

type ProbeEvent = Extract<RunEvent, { type: 'probes' }>

/** How many earlier runs are looked through for the same judge. */
const LOOKED_BACK = 20

/**
 * Puts the hand-written probes of every rubric and chain of a run before its judges and writes down how they did. They are
 * also the fixed anchors by which a judge that changed behind its name is noticed: asked anew in every run, and
 * compared with the last one.
 */
export async function probeJudges(
  run: RunRecord,
  store: Store,
  kit: ModelKit,
  context: CliContext,
): Promise<void> {
  for (const { member, instrument, last, probes } of await probesToAsk(run, store, kit)) {
    const asked = await askProbes(member, probes, kit, { fresh: run.id, signal: context.signal })
    const outcomes = probesIn(member.judging).map(
      (probe) => asked.find(({ id }) => id === probe.id) ?? keptOutcome(probe, last),
    )
    const { falseAccept, falseReject, unmeasured, state } = probeReport(outcomes)
    const verdicts = Object.fromEntries(outcomes.map(({ id, judged }) => [id, judged]))
    const event: ProbeEvent = {
      type: 'probes',
      instrument,
      judge: member.judge,
      falseAccept: { errors: falseAccept.errors, n: falseAccept.n },
      falseReject: { errors: falseReject.errors, n: falseReject.n },
      unmeasured,
      state,
      verdicts,
      moved: await movedSince(store, run, instrument, member.judge, verdicts),
    }
    await store.appendEvents(run.id, [{ at: context.clock.now(), event }])
  }
}

/** Probes that a judge of a run has not been asked, or could not be: a resumed run asks nothing twice. */
export async function probesToAsk(
  run: RunRecord,
  store: Store,
  kit: Pick<ModelKit, 'pack'>,
): Promise<
  {
    readonly member: PanelMember
    readonly instrument: string
    /** What it said when it was asked before. */
    readonly last: ProbeEvent | undefined
    readonly probes: readonly Probe[]
  }[]
> {
  const before = await probesOf(store, run.id)
  return [...panelMembers(run, kit)].flatMap((member) => {
    const { judging, judge } = member
    const { version } = judging.kind === 'chain' ? judging.chain : judging.rubric
    const instrument = `${judging.name}@${version}`
    const last = before.findLast((event) => event.instrument === instrument && event.judge === judge)
    const all = probesIn(judging)
    const probes = last === undefined ? all : all.filter(({ id }) => last.verdicts[id] === 'down')
    return probes.length === 0 ? [] : [{ member, instrument, last, probes }]
  })
}

/** What a judge said of a probe when it was asked before. */
function keptOutcome({ id, language, kind, passes }: Probe, last: ProbeEvent | undefined): ProbeOutcome {
  const said = last?.verdicts[id]
  const judged = typeof said === 'boolean' || said === 'unreadable' || said === 'not-asked' ? said : 'down'
  return { id, language, kind, passes, judged }
}

/** One judge under one rubric, or the cast of a chain. */
interface PanelMember {
  readonly judging: Judging
  /** The model, or who plays which part. */
  readonly judge: string
  /** Of a chain. */
  readonly roles: Readonly<Record<string, string>>
  readonly parameters: ModelParameters
}

function probesIn(judging: Judging): readonly Probe[] {
  return judging.kind === 'chain' ? judging.chain.probes : judging.rubric.probes
}

function askProbes(
  { judging, judge, roles, parameters }: PanelMember,
  probes: readonly Probe[],
  { port }: Pick<ModelKit, 'port'>,
  options: Parameters<typeof runProbes>[2],
): Promise<readonly ProbeOutcome[]> {
  return judging.kind === 'chain'
    ? runChainProbes({ ...judging.chain, probes }, { roles, port, parameters }, options)
    : runProbes({ ...judging.rubric, probes }, { model: judge, port, parameters }, options)
}

/** Every rubric and chain of a run with everybody who judges under it, none twice. */
function panelMembers(run: RunRecord, { pack }: Pick<ModelKit, 'pack'>): Iterable<PanelMember> {
  const members = new Map<string, PanelMember>()
  for (const record of run.spec.tracks) {
    const known = judgingsOf(trackOf(record), pack)
    for (const panel of record.judged) {
      const judging = known.find(({ name }) => name === panel.rubric)
      if (judging === undefined) continue
      for (const judge of judgesOfPanel(panel)) {
        members.set(`${panel.rubric} ${judge}`, {
          judging,
          judge,
          roles: panel.roles ?? {},
          parameters: parametersOf(panel),
        })
      }
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
