import type { RunEvent } from '../core/events.ts'
import type { Probe } from '../core/judge.ts'
import type { ModelParameters } from '../core/model.ts'
import type { RunRecord } from '../core/run.ts'
import type { Store } from '../core/store.ts'
import { instrumentKey } from '../core/scorer.ts'
import type { JudgedInstrument } from '../core/stage.ts'
import { runChainProbes } from '../judges/chain-probe.ts'
import { probeReport, runProbes, type ProbeOutcome } from '../judges/probe.ts'
import type { CliContext } from './context.ts'
import type { ModelKit } from './models.ts'
import { judgedInstruments, judgesOfPanel, judgingsOf, parametersOf, type Judging } from './panels.ts'
import { trackOf } from './rebuild-run.ts'
import { newestVerdicts, PROBES_LAST } from './stale-probes.ts'

type ProbeEvent = Extract<RunEvent, { type: 'probes' }>
type AskedBefore = ProbeEvent & { readonly at: number }

/** How many earlier runs are looked through for the same judge. */
const LOOKED_BACK = 20

/**
 * Puts the hand-written probes of every rubric and chain of a run before its judges and writes down how they did. They are
 * also the fixed anchors by which a judge that changed behind its name is noticed: asked anew in every run, and where
 * a run goes on after a while, and compared with what was said before.
 */
export async function probeJudges(
  run: RunRecord,
  store: Store,
  kit: ModelKit,
  context: CliContext,
): Promise<void> {
  for (const { member, instrument, before, probes } of await probesToAsk(run, store, kit)) {
    const last = before.at(-1)
    const all = probesIn(member.judging)
    const started = context.clock.now()
    const asked = await askProbes(member, probes, kit, {
      // What was said before is in the cache under the word it was asked with.
      fresh: last === undefined ? run.id : `${run.id} ${last.at}`,
      signal: context.signal,
    })
    const outcomes = all.map((probe) => asked.find(({ id }) => id === probe.id) ?? keptOutcome(probe, last))
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
      since: last === undefined || probes.length === all.length ? started : (last.since ?? last.at),
      moved:
        movedWithin(run.id, before, verdicts) ??
        (await movedSince(store, run, instrument, member.judge, verdicts)),
    }
    await store.appendEvents(run.id, [{ at: context.clock.now(), event }])
  }
}

/**
 * Probes that a judge of a run has not been asked, or could not be; all of them where it has judged on long after it
 * answered. Whatever goes on without a new verdict asks nothing twice.
 */
export async function probesToAsk(
  run: RunRecord,
  store: Store,
  kit: Pick<ModelKit, 'pack' | 'port' | 'serverOf'>,
): Promise<
  {
    readonly member: PanelMember
    readonly instrument: string
    /** What it said when it was asked before, oldest first. */
    readonly before: readonly AskedBefore[]
    readonly probes: readonly Probe[]
  }[]
> {
  const history = await probesOf(store, run.id)
  const members = panelMembers(run, kit)
  const verdicts =
    history.length === 0
      ? new Map<string, number>()
      : await newestVerdicts(
          store,
          run.id,
          members.flatMap(({ instruments }) => instruments),
        )
  return members.flatMap((member) => {
    const { judging, judge, instruments } = member
    const { version } = judging.kind === 'chain' ? judging.chain : judging.rubric
    const instrument = `${judging.name}@${version}`
    const before = history.filter((event) => event.instrument === instrument && event.judge === judge)
    const last = before.at(-1)
    const all = probesIn(judging)
    const isStale =
      last !== undefined &&
      instruments.some(
        (one) => (verdicts.get(instrumentKey(one)) ?? 0) > (last.since ?? last.at) + PROBES_LAST,
      )
    const probes = last === undefined || isStale ? all : all.filter(({ id }) => last.verdicts[id] === 'down')
    return probes.length === 0 ? [] : [{ member, instrument, before, probes }]
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
  /** Those of the run that it gives verdicts to. */
  readonly instruments: readonly JudgedInstrument[]
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
function panelMembers(run: RunRecord, kit: Pick<ModelKit, 'pack' | 'port' | 'serverOf'>): PanelMember[] {
  const members = new Map<string, PanelMember>()
  for (const record of run.spec.tracks) {
    const track = trackOf(record)
    const known = judgingsOf(track, kit.pack)
    for (const panel of record.judged) {
      const judging = known.find(({ name }) => name === panel.rubric)
      if (judging === undefined) continue
      const instruments = judgedInstruments(track, [panel], kit)
      for (const judge of judgesOfPanel(panel)) {
        const name = `${panel.rubric} ${judge}`
        members.set(name, {
          judging,
          judge,
          roles: panel.roles ?? {},
          parameters: parametersOf(panel),
          instruments: [...(members.get(name)?.instruments ?? []), ...instruments],
        })
      }
    }
  }
  return [...members.values()]
}

async function probesOf(store: Store, run: string): Promise<AskedBefore[]> {
  return (await store.events(run, 0)).flatMap(({ at, event }) =>
    event.type === 'probes' ? [{ ...event, at }] : [],
  )
}

/**
 * How verdicts differ from earlier ones of the same run, from those with the most differences; null: from none. Also
 * of a judge that moved back: some of the figures are of the other one.
 */
function movedWithin(
  run: string,
  before: readonly ProbeEvent[],
  verdicts: ProbeEvent['verdicts'],
): ProbeEvent['moved'] {
  const pairs = [...before.map((event) => event.verdicts), verdicts]
  const found = pairs.flatMap((one, place) =>
    pairs.slice(0, place).map((other) => ({ run, ...changesBetween(one, other) })),
  )
  const most = found.toSorted((a, b) => b.changed - a.changed)[0]
  return most === undefined || most.changed === 0 ? null : most
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
    const changes = changesBetween(verdicts, last.verdicts)
    if (changes.of > 0) return { run: id, ...changes }
  }
  return null
}

/** On how many of the probes that were answered both times the answers differ. */
function changesBetween(
  one: ProbeEvent['verdicts'],
  other: ProbeEvent['verdicts'],
): { changed: number; of: number } {
  const shared = Object.keys(one).filter((probe) => isAnswer(one[probe]) && isAnswer(other[probe]))
  return { changed: shared.filter((probe) => one[probe] !== other[probe]).length, of: shared.length }
}

/** A judge that could not be reached did not say anything else than before. */
function isAnswer(verdict: ProbeEvent['verdicts'][string] | undefined): boolean {
  return verdict !== undefined && verdict !== 'down' && verdict !== 'not-asked'
}
