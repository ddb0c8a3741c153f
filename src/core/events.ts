import { z } from 'zod'
import { calibrationSampleSchema, humanLabelSchema, retestSchema } from './calibration.ts'
import { instrumentRecordSchema } from './instrument-record.ts'
import { memoryCheckResultSchema } from './memory-checks.ts'
import { faultReasons, faultSides } from './outcome.ts'
import { priceListFactsSchema } from './price-list-facts.ts'

/** What is told about a run while it goes on. Written to the store, so that another process can follow. */
export const runEventSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('run-started'), tracks: z.array(z.string()), total: z.number().nullable() }),
  z.object({
    type: z.literal('track-started'),
    track: z.string(),
    systems: z.array(z.string()),
    cases: z.number().nullable(),
  }),
  z.object({
    type: z.literal('progress'),
    track: z.string(),
    /** Units (case x system x repeat) done in this track, and of those reused from earlier work. */
    done: z.number(),
    reused: z.number(),
    total: z.number().nullable(),
    /** Failures so far by reason. */
    failures: z.record(z.string(), z.number()),
    /** The same by system; `failures` are units with a failure. Absent in events of earlier versions. */
    perSystem: z
      .array(z.object({ system: z.string(), done: z.number(), total: z.number(), failures: z.number() }))
      .exactOptional(),
    /** US dollars that the run's calls cost so far, at most; null: unknown, or no call was made. */
    cost: z.number().nullable().exactOptional(),
  }),
  z.object({
    type: z.literal('stage-failed'),
    track: z.string(),
    system: z.string(),
    case: z.string(),
    repeat: z.number(),
    attempt: z.number(),
    stage: z.string(),
    reason: z.enum(faultReasons),
    by: z.enum(faultSides),
    message: z.string(),
  }),
  z.object({
    type: z.literal('track-finished'),
    track: z.string(),
    cases: z.number(),
    casesHash: z.string(),
  }),
  z.object({
    /** What a judged instrument was when its judges were asked. Runs of earlier versions have no such event. */
    type: z.literal('instrument'),
    track: z.string(),
    instrument: instrumentRecordSchema,
  }),
  z.object({
    /** How a judge did on a rubric's hand-written probes. */
    type: z.literal('probes'),
    instrument: z.string(),
    judge: z.string(),
    falseAccept: z.object({ errors: z.number(), n: z.number() }),
    falseReject: z.object({ errors: z.number(), n: z.number() }),
    unmeasured: z.number(),
    state: z.enum(['passed', 'failed', 'undecided']),
    /** What the judge said of each probe, by probe id; asked anew in every run, never from the cache. */
    verdicts: z.record(z.string(), z.union([z.boolean(), z.string()])).default({}),
    /** When the oldest of these verdicts was asked for, in milliseconds since 1970; absent: with the event. */
    since: z.number().exactOptional(),
    /**
     * How its verdicts compare with others: with earlier ones of this run where these differ (`run` is the run
     * itself), else with those of the last run that had this judge; null when there was none.
     */
    moved: z.object({ run: z.string(), changed: z.number(), of: z.number() }).nullable().default(null),
  }),
  z.object({
    /** How a memory system did in the conformance suite. A failed check stops nothing. */
    type: z.literal('memory-checks'),
    memory: z.string(),
    version: z.string(),
    results: z.array(memoryCheckResultSchema),
  }),
  /** Which prices give the money of the calls that follow. Runs of earlier versions have no such event. */
  z.object({ type: z.literal('prices'), list: priceListFactsSchema }),
  /** Judged answers that were drawn for people to label. */
  z.object({ type: z.literal('calibration-sample'), sample: calibrationSampleSchema }),
  /** What people said of them; of one person's labels of a field the last one counts. */
  z.object({ type: z.literal('human-labels'), labels: z.array(humanLabelSchema) }),
  /** Verdicts of a judge that was asked again. */
  z.object({ type: z.literal('retest'), retest: retestSchema }),
  /** Somebody saw figures of the run, when its tracks had so many cases. */
  z.object({ type: z.literal('looked'), command: z.string(), cases: z.record(z.string(), z.number()) }),
  z.object({ type: z.literal('warning'), message: z.string() }),
  z.object({ type: z.literal('run-finished'), state: z.enum(['done', 'stopped', 'failed']) }),
])
export type RunEvent = z.infer<typeof runEventSchema>

/** An event with its place in the run's history. `seq` counts from 1 without gaps. */
export interface StoredEvent {
  readonly seq: number
  readonly at: number
  readonly event: RunEvent
}
