import type { RunRecord } from '../core/run.ts'
import type { Store } from '../core/store.ts'
import type { JudgeCard } from '../reports/judge-card.ts'

/** The latest result of each judge's probes. */
export async function judgeCards(store: Store, run: RunRecord): Promise<JudgeCard[]> {
  const cards = new Map<string, JudgeCard>()
  for (const { event } of await store.events(run.id, 0)) {
    if (event.type !== 'probes') continue
    const { type: _type, verdicts: _verdicts, since: _since, moved, ...card } = event
    cards.set(`${card.instrument} ${card.judge}`, {
      ...card,
      moved: moved === null ? null : { ...moved, inThisRun: moved.run === run.id },
    })
  }
  return [...cards.values()]
}
