import type { JudgePanelRecord, RunRecord, RunSpec, TrackRecord } from '../core/run.ts'
import { instrumentKey } from '../core/scorer.ts'
import type { Store } from '../core/store.ts'
import { probesToAsk } from './judge-probes.ts'
import type { ModelKit } from './models.ts'
import { judgedInstruments, judgesOfPanel } from './panels.ts'
import { trackOf } from './rebuild-run.ts'

/**
 * A run's specification with those panels alone that are asked when only instruments are brought up to date: of
 * which there is no verdict yet (new, or under another version or prompt), which could not be reached for a case, or
 * whose probes are open. No system is in it, since none is asked; nothing is offered to programs.
 */
export async function leftToJudge(run: RunRecord, store: Store, kit: ModelKit): Promise<RunSpec> {
  const probed = new Set(
    (await probesToAsk(run, store, kit)).map(({ member }) => `${member.judging.name} ${member.judge}`),
  )
  const tracks: TrackRecord[] = []
  for (const record of run.spec.tracks) {
    const track = trackOf(record)
    const complete =
      record.judged.length === 0 ? new Set() : await completeInstruments(store, run.id, track.id)
    const isLeft = (panel: JudgePanelRecord): boolean =>
      judgesOfPanel(panel).some((judge) => probed.has(`${panel.rubric} ${judge}`)) ||
      judgedInstruments(track, [panel], kit).some((instrument) => !complete.has(instrumentKey(instrument)))
    tracks.push({ ...record, systems: [], judged: record.judged.filter(isLeft) })
  }
  return { ...run.spec, tracks, models: { ...run.spec.models, offered: [] } }
}

/** Instruments with outcomes, none of which is a judge that could not be reached. */
async function completeInstruments(store: Store, run: string, track: string): Promise<ReadonlySet<string>> {
  const seen = new Set<string>()
  const open = new Set<string>()
  for await (const { instrument, outcome } of store.outcomes(run, { track })) {
    seen.add(instrument)
    if (outcome.status === 'failed' && outcome.reason === 'judge') open.add(instrument)
  }
  return new Set([...seen].filter((instrument) => !open.has(instrument)))
}
