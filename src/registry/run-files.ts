import { runFiles, type RunFilesDescriptor } from '../benchmarks/alpsbench/run-files.ts'
import { isJsonObject, type Json, type JsonObject } from '../core/json.ts'

/** A case of a run with what its system gave. */
export interface ExportedCase {
  readonly id: string
  readonly gold: Json
  readonly prediction: JsonObject | null
  /** Values of `public-exact` by metric; null without a score. */
  readonly metrics: Readonly<Record<string, number>> | null
}

/** Number of objects in a list of memories. */
function itemsOf(value: Json | undefined): number {
  return Array.isArray(value) ? value.filter((item: Json) => isJsonObject(item)).length : 0
}

/** The run files of the benchmark that a track belongs to, as lines by file name. */
export function officialRunFiles(
  descriptor: RunFilesDescriptor,
  cases: readonly ExportedCase[],
): Readonly<Record<string, readonly string[]>> {
  return runFiles(
    descriptor,
    cases.map(({ id, gold, prediction, metrics }) => {
      const reference = isJsonObject(gold) ? (gold['memory_items'] ?? gold['answer']) : undefined
      const counts = {
        pred_count: itemsOf(prediction?.['memory_items']),
        reference_count: itemsOf(reference),
      }
      return { id, prediction, metrics: metrics === null ? null : { ...metrics, ...counts } }
    }),
  )
}
