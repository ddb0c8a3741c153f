import type { MemoryPlan } from '../../core/memory-plan.ts'
import type { PublishedResult } from '../../core/published.ts'
import type { RunRecord } from '../../core/run.ts'
import type { CallTotals, Store } from '../../core/store.ts'
import type { ResultRow } from '../report.ts'
import type { ShownFigure } from '../shown-figure.ts'
import type { TrackContext } from '../track-context.ts'
import { checkCards, type MemoryCheckRun } from './check-cards.ts'
import { memoryFairness } from './fairness.ts'
import { memoryFlow } from './flow.ts'
import { StageTimes } from './latency.ts'
import { floorsMissing, memoryLifts } from './lift.ts'
import { memoryCalls } from './memory-calls.ts'
import { memoryRecords, type MemoryRecord } from './memory-id.ts'
import type { MemoryReport, MemorySystemReport } from './memory-report.ts'
import { memoryRates } from './rates.ts'
import { stageVisits } from './stage-results.ts'
import { StageSums } from './stage-sums.ts'
import { toldLanguage, type ToldLanguage } from './told-language.ts'

export interface MemoryReportOptions {
  readonly store: Pick<Store, 'references' | 'lookup'> & Partial<Pick<Store, 'cases'>>
  readonly run: RunRecord
  readonly calls: readonly CallTotals[]
  readonly checks: readonly MemoryCheckRun[]
  /** What memories are told on this track; undefined: languages can't be told. */
  readonly plan: Pick<MemoryPlan, 'history'> | undefined
  readonly context: TrackContext
  readonly rows: readonly ResultRow[]
  /** The figures that lift is given on, the leading one first. */
  readonly figures: readonly ShownFigure[]
}

/** What became of a track's memory systems; null where none took part. */
export async function buildMemoryReport(options: MemoryReportOptions): Promise<MemoryReport | null> {
  const { context, run, calls, checks, figures } = options
  const records = memoryRecords(context.record.systems)
  if (records.length === 0) return null
  const told = await toldLanguages(options)
  const systems: MemorySystemReport[] = []
  for (const record of records) systems.push(await systemReport(options, record, told))
  const sheets = records.flatMap(({ id, memory }) => (memory === undefined ? [] : [[id, memory] as const]))
  return {
    systems,
    lifts: memoryLifts(context, records, figures),
    floorsMissing: figures.length === 0 ? [] : floorsMissing(records),
    fairness: memoryFairness(sheets, run.spec.memory.waived),
    checks: checkCards(
      records.flatMap(({ parts, memory }) =>
        memory === undefined ? [] : [{ memory: parts.name, version: memory.version }],
      ),
      checks,
    ),
    calls: memoryCalls(calls, new Set(records.map(({ parts }) => parts.name))),
    concurrency: run.spec.concurrency,
    published: publishedMemories(context.facts.publishedResults),
  }
}

async function systemReport(
  { store, run, context, rows, figures }: MemoryReportOptions,
  { id, kind, memory, parts }: MemoryRecord,
  told: ReadonlyMap<string, ToldLanguage>,
): Promise<MemorySystemReport> {
  const sums = new StageSums((subject) => told.get(subject))
  const times = new StageTimes()
  for await (const visit of stageVisits(store, run.id, { track: context.record.track, system: id })) {
    sums.add(visit)
    times.add(visit)
  }
  const subjectOf = (subject: string) => context.book.subject(subject)
  return {
    system: id,
    kind,
    memory: parts.name,
    ownPrompt: memory?.own_prompt ?? false,
    sheet: memory ?? null,
    rates: memoryRates(context, id, rows),
    flow: memoryFlow(context, id, figures[0] ?? null),
    storage: sums.storage(subjectOf),
    retrieval: sums.retrieval(subjectOf),
    latency: times.latency(),
    faults: times.faults(),
  }
}

/** Memory systems, and the models behind them without a memory, under the figures that the former have. */
function publishedMemories(all: readonly PublishedResult[]): PublishedResult[] {
  const memories = all.filter(({ backbone }) => backbone !== undefined)
  return all.filter(
    (result) =>
      result.backbone !== undefined ||
      memories.some(
        (one) =>
          one.backbone === result.system &&
          one.instrument === result.instrument &&
          one.metric === result.metric &&
          one.slice?.value === result.slice?.value,
      ),
  )
}

/** What the user of each case wrote. Only profiles are held, never texts. */
async function toldLanguages({
  store,
  run,
  plan,
  context,
}: MemoryReportOptions): Promise<ReadonlyMap<string, ToldLanguage>> {
  const told = new Map<string, ToldLanguage>()
  if (plan === undefined || store.cases === undefined) return told
  for await (const subject of store.cases(run.id, context.record.track)) {
    told.set(subject.id, toldLanguage(plan, subject))
  }
  return told
}
