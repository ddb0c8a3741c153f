import { UsageError } from '../core/errors.ts'
import type { RunRecord } from '../core/run.ts'
import { instrumentKey } from '../core/scorer.ts'
import type { Store } from '../core/store.ts'
import type { Objection } from '../reports/gate/min-gate.ts'
import type { JudgeCard } from '../reports/judge-card.ts'
import type { FailurePolicy } from '../reports/report.ts'
import { readTrackContext } from '../reports/read-track.ts'
import type { ShownFigure } from '../reports/shown-figure.ts'
import type { TrackContext } from '../reports/track-context.ts'
import type { CliContext } from './context.ts'
import { judgeCards } from './judge-cards.ts'
import { trackFactsOf } from './track-facts.ts'

/** A run with its figures, for decisions. */
export interface GateRun {
  readonly run: RunRecord
  /** By track. */
  readonly contexts: ReadonlyMap<string, TrackContext>
  /** How the judges of a figure did on their probes; none where no judge gave it. */
  readonly judges: (shown: ShownFigure) => readonly JudgeCard[]
  readonly objection: Objection
}

/** @throws UsageError for a run that is not finished */
export function refuseUnfinished(run: RunRecord): void {
  if (run.state === 'done') return
  throw new UsageError(
    `run ${run.id} is not finished (${run.state}), and the cases that came first decide nothing`,
    `go on with: rapport resume ${run.id}`,
  )
}

/** Reads the figures of all tracks of a run. */
export async function readGateRun(
  store: Store,
  run: RunRecord,
  policy: FailurePolicy,
  context: Pick<CliContext, 'env' | 'cwd'>,
): Promise<GateRun> {
  const { tracks } = await trackFactsOf(store, run, context)
  const contexts = new Map<string, TrackContext>()
  for (const record of run.spec.tracks) {
    const facts = tracks.find(({ id }) => id === record.track)
    if (facts !== undefined)
      contexts.set(record.track, await readTrackContext({ store, run, policy }, record, facts))
  }
  const cards = await judgeCards(store, run)
  const judgesOf = new Map(
    tracks.flatMap(({ scorers }) =>
      scorers.map((scorer) => [instrumentKey(scorer), (scorer.judges ?? []).flatMap(({ models }) => models)]),
    ),
  )
  const ownCards = ({ instrument }: ShownFigure): JudgeCard[] => {
    const judges = judgesOf.get(instrument) ?? []
    return cards.filter((card) => judges.includes(card.judge) && card.instrument === instrument.split('?')[0])
  }
  const objection: Objection = (shown) => {
    const own = ownCards(shown)
    const failed = own.find(({ state }) => state === 'failed')
    if (failed !== undefined) return `the judge ${failed.judge} failed its probes`
    const moved = own.find((card) => card.moved !== null && card.moved.changed > 0)
    return moved === undefined
      ? null
      : `the judge ${moved.judge} says something else on its probes than before`
  }
  return { run, contexts, judges: ownCards, objection }
}
