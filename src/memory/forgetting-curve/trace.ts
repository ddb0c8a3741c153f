import { z } from 'zod'
import { memoryNoteSchema, placesByScore, type MemoryNote } from '../../core/memory-note.ts'

/** What is kept of a note beside its words. Times are days, of the calendar or counted from 0. */
export interface Trace {
  readonly note: MemoryNote
  /** S of the curve, in days: 1 at first, 1 more with every recall. */
  readonly strength: number
  /** The day it was said or last recalled; null: before the first session, whose day is not known yet. */
  readonly day: number | null
}

export const tracesSchema = z
  .array(z.object({ note: memoryNoteSchema, strength: z.number().positive(), day: z.number().nullable() }))
  .refine(
    (traces) => new Set(traces.map(({ note }) => note.id)).size === traces.length,
    'two notes have the same id',
  )

/** What is left of a memory, from 1 down to 0: exp(-t / S), with t the days since it was said or recalled. */
export function retention({ strength, day }: Trace, now: number): number {
  return Math.exp(-Math.max(0, now - (day ?? now)) / strength)
}

/**
 * The traces that come to mind best, best first, ties newer first. The score is similarity × retention; a similarity
 * below 0 counts as 0, or forgetting would bring it nearer.
 */
export function comesToMind(
  traces: readonly Trace[],
  { similarity, now, k }: { similarity: (note: MemoryNote) => number; now: number; k: number },
): { readonly trace: Trace; readonly score: number }[] {
  const scores = traces.map((trace) => Math.max(0, similarity(trace.note)) * retention(trace, now))
  return placesByScore(scores)
    .slice(0, k)
    .flatMap((place) => {
      const trace = traces[place]
      return trace === undefined ? [] : [{ trace, score: scores[place] ?? 0 }]
    })
}

/** With those that were recalled stronger by 1, and as fresh as on their first day. */
export function recall(traces: readonly Trace[], recalled: ReadonlySet<Trace>, now: number): Trace[] {
  return traces.map((trace) =>
    recalled.has(trace)
      ? { ...trace, strength: trace.strength + 1, day: Math.max(trace.day ?? now, now) }
      : trace,
  )
}

/** Without what fell below the threshold. */
export function remembered(traces: readonly Trace[], now: number, threshold: number): Trace[] {
  return traces.filter((trace) => retention(trace, now) >= threshold)
}
