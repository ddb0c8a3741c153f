import { UsageError } from '../../core/errors.ts'
import type { JsonObject } from '../../core/json.ts'
import { asciiJson, pythonJson } from '../../text/python-json.ts'
import { pythonRound } from '../../text/python-round.ts'
import { rowContract, type ContractFields } from '../../core/row-contract.ts'
import { memoryFields, retrievalFields, utilizationFields } from './contract-fields.ts'

/** What a run is, for its manifest. Every field is written as it is; nothing is looked up. */
export interface RunFilesDescriptor {
  readonly track: string
  /** Null when the data has no splits. */
  readonly split: string | null
  readonly system: string
  /** The data set's id and revision. */
  readonly dataset: string
  readonly revision: string | null
  /** ISO time; null leaves the files independent of when they are written. */
  readonly createdAt: string | null
  /** False on the hidden test: then nothing is scored here. */
  readonly hasReferences: boolean
}

/** A case's part in the run files. */
export interface RunFilesRow {
  readonly id: string
  /** In the contract's form without the id; null where the system gave none. */
  readonly prediction: JsonObject | null
  /**
   * Metrics of `public-exact` by name, 0 to 1, and for lists of memories `pred_count` and `reference_count`; null
   * where the row has no score. A failure that counts as worst has zeros here.
   */
  readonly metrics: Readonly<Record<string, number>> | null
}

/** How a task's public metrics are called in a row and in the summary (spec 2.1). */
interface PublicNames {
  readonly fields: ContractFields
  /** Metric of `public-exact`, its name in a row, its name in the summary. */
  readonly metrics: readonly (readonly [metric: string, row: string, summary: string])[]
  readonly counts: readonly string[]
  /** The main score: its name in a row and in the summary. */
  readonly main: readonly [row: string, summary: string]
}

const memories: PublicNames = {
  fields: memoryFields,
  metrics: [
    ['precision', 'precision', 'mean_precision'],
    ['recall', 'recall', 'mean_recall'],
    ['f1', 'f1', 'mean_f1'],
    ['exact_match', 'exact_match', 'exact_match_rate'],
  ],
  counts: ['pred_count', 'reference_count'],
  main: ['f1', 'mean_f1'],
}

const retrieval: PublicNames = {
  fields: retrievalFields,
  metrics: [
    ['accuracy', 'accuracy', 'accuracy'],
    ['accuracy', 'id_match', 'memory_id_match_rate'],
    // The contract forbids the keys that could carry a value (spec 2.1).
    ['', 'value_match', 'memory_value_match_rate'],
  ],
  counts: [],
  main: ['accuracy', 'accuracy'],
}

const utilization: PublicNames = {
  fields: utilizationFields,
  metrics: [
    ['grounding_accuracy', 'grounding_accuracy', 'grounding_accuracy'],
    ['grounding_accuracy', 'used_memory_fact_match', 'used_memory_fact_match_rate'],
    ['response_present', 'response_present', 'response_present_rate'],
  ],
  counts: [],
  main: ['grounding_accuracy', 'grounding_accuracy'],
}

function namesOf(track: string): PublicNames {
  if (track === 'alpsbench/extraction' || track === 'alpsbench/update') return memories
  if (track.startsWith('alpsbench/retrieval/')) return retrieval
  if (track.startsWith('alpsbench/utilization/')) return utilization
  throw new UsageError(`${track} is no track of AlpsBench`)
}

/**
 * AlpsBench's own run files (spec 1.7): `run_manifest.json`, `predictions.jsonl`, `scores.jsonl` (only with
 * references), `summary.json`. Row values and means are rounded to 6 decimals as the public scorer prints them.
 * Rows without a prediction are left out of `predictions.jsonl`, rows without a score out of the means; the
 * manifest counts both. Spec 1.7 fixes the names of the files and 2.1 those of the figures; the fields of the
 * manifest are ours.
 * @returns lines without line ends, by file name
 * @throws UsageError for a track of another benchmark
 */
export function runFiles(
  descriptor: RunFilesDescriptor,
  rows: readonly RunFilesRow[],
): Readonly<Record<string, readonly string[]>> {
  const names = namesOf(descriptor.track)
  const { predictionRow } = rowContract(names.fields)
  const predicted = rows.flatMap(({ id, prediction }) =>
    prediction === null ? [] : [pythonJson(predictionRow(id, prediction))],
  )
  const scored = descriptor.hasReferences
    ? rows.flatMap(({ id, metrics }) =>
        metrics === null ? [] : [{ id, values: rowValues(metrics, names), metrics }],
      )
    : []
  const manifest = {
    track: descriptor.track,
    split: descriptor.split,
    system: descriptor.system,
    dataset: descriptor.dataset,
    dataset_revision: descriptor.revision,
    created_at: descriptor.createdAt,
    rows: rows.length,
    rows_without_prediction: rows.length - predicted.length,
    rows_without_score: rows.length - scored.length,
    scorer: descriptor.hasReferences ? 'public-exact' : null,
  }
  return {
    'run_manifest.json': [asciiJson(manifest)],
    'predictions.jsonl': predicted,
    ...(descriptor.hasReferences
      ? { 'scores.jsonl': scored.map((row) => scoreLine(row.id, row.values, row.metrics, names)) }
      : {}),
    'summary.json': [
      descriptor.hasReferences
        ? summaryLine(
            scored.map(({ values }) => values),
            names,
          )
        : UNSCORED,
    ],
  }
}

const UNSCORED =
  '{"local_scoring": false, "message": "The references of this split are private; it can\'t be scored here."}'

/** Values of a row by name in the row. */
type Values = ReadonlyMap<string, number>

function rowValues(metrics: Readonly<Record<string, number>>, names: PublicNames): Values {
  return new Map(names.metrics.map(([metric, row]) => [row, pythonRound(metrics[metric] ?? 0, 6)]))
}

function scoreLine(
  id: string,
  values: Values,
  metrics: Readonly<Record<string, number>>,
  names: PublicNames,
): string {
  return objectText([
    ['benchmark_id', pythonJson(id)],
    ...Array.from(values, ([name, value]) => [name, floatText(value)] as const),
    ...names.counts.map((name) => [name, String(metrics[name] ?? 0)] as const),
    ['main_score', floatText(values.get(names.main[0]) ?? 0)],
  ])
}

/** Macro means of the rounded row values (spec 2.1, aggregation); no rows give a main score of 0.0. */
function summaryLine(rows: readonly Values[], names: PublicNames): string {
  const mean = (name: string) => {
    const sum = rows.reduce((total, values) => total + (values.get(name) ?? 0), 0)
    return floatText(rows.length === 0 ? 0 : pythonRound(sum / rows.length, 6))
  }
  const [mainRow, mainName] = names.main
  return objectText([
    ['num_rows', String(rows.length)],
    ['main_metric', pythonJson(mainName)],
    ['main_score', mean(mainRow)],
    ...(rows.length === 0 ? [] : names.metrics.map(([, row, summary]) => [summary, mean(row)] as const)),
  ])
}

/** Python writes a whole float with `.0`, which JSON.stringify drops. */
function floatText(value: number): string {
  return Number.isInteger(value) ? `${value}.0` : pythonJson(value)
}

function objectText(entries: readonly (readonly [key: string, text: string])[]): string {
  return `{${entries.map(([key, text]) => `${pythonJson(key)}: ${text}`).join(', ')}}`
}
