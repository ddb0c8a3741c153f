import { isJsonObject, type Json } from '../../../core/json.ts'
import { originalScore } from '../reading/score.ts'
import { addCounts, noCounts, originalCounts, type Counts } from './counts.ts'
import { OriginalCrash } from './crash.ts'
import { precisionRecall, type PrecisionRecall } from './precision-recall.ts'

/** What a summary is taken over. */
export type OriginalTask = 'inference' | 'generation' | 'both'

/** The `inference` block of `results.json` (spec 1.9). */
export interface InferenceSummary extends PrecisionRecall {
  readonly n_true_matched: number
  readonly n_predicted_matched: number
  readonly n_true: number
  readonly n_predicted: number
}

/** The `generation` block of `results.json`. */
export interface GenerationSummary {
  /** Mean of the scores; what could not be read counts as 0. */
  readonly average_score: number
  readonly n_instances: number
}

export interface OriginalSummary {
  readonly inference?: InferenceSummary
  readonly generation?: GenerationSummary
}

/** The block that sums of counts give. */
export function inferenceSummary(counts: Counts): InferenceSummary {
  return {
    ...precisionRecall(counts),
    n_true_matched: counts.true_matched,
    n_predicted_matched: counts.predicted_matched,
    n_true: counts.n_true,
    n_predicted: counts.n_predicted,
  }
}

/** The key of a result file in the original code: its name up to the first dot (spec 5.3, D22). */
export function originalKey(fileName: string): string {
  return fileName.split('.')[0] ?? ''
}

/**
 * Result files by the key that the original code gives them. `results.json` is left out; of two files with one key the
 * later in the order given stays.
 */
export function filesByKey<T>(files: ReadonlyMap<string, T>): ReadonlyMap<string, T> {
  const kept = new Map<string, T>()
  for (const [name, file] of files) {
    if (name !== 'results.json') kept.set(originalKey(name), file)
  }
  return kept
}

/**
 * What the original code writes to `results.json` (spec 2.9, 2.10).
 * @param files contents by file name; null for what is no JSON
 * @throws OriginalCrash where the original code raises, naming the instance; and where the mean is no number
 */
export function originalSummary(files: ReadonlyMap<string, Json>, task: OriginalTask): OriginalSummary {
  const instances = filesByKey(files)
  return {
    ...(task === 'generation' ? {} : { inference: inferenceOf(instances) }),
    ...(task === 'inference' ? {} : { generation: generationOf(instances) }),
  }
}

function inferenceOf(instances: ReadonlyMap<string, Json>): InferenceSummary {
  let counts = noCounts
  for (const [key, file] of instances) {
    counts = addCounts(
      counts,
      named(key, () => originalCounts(blockOf(file, 'inference'))),
    )
  }
  return inferenceSummary(counts)
}

function generationOf(instances: ReadonlyMap<string, Json>): GenerationSummary {
  let sum = 0
  for (const [key, file] of instances) sum += named(key, () => scoreOf(blockOf(file, 'generation')))
  if (!Number.isFinite(sum)) throw new OriginalCrash('not_finite', 'the mean of the scores is no number')
  return { average_score: instances.size === 0 ? 0 : sum / instances.size, n_instances: instances.size }
}

function blockOf(file: Json, name: string): Json | undefined {
  if (!isJsonObject(file)) throw new OriginalCrash('unreadable_file', 'the file holds no JSON object')
  return file[name]
}

function scoreOf(generation: Json | undefined): number {
  const alignment = isJsonObject(generation) ? generation['alignment'] : undefined
  if (!isJsonObject(alignment) || !('score' in alignment)) {
    throw new OriginalCrash('missing_stage', 'generation.alignment is missing')
  }
  const score = originalScore(alignment['score'] ?? null)
  if (typeof score === 'number') return score
  // Python adds true as 1.
  if (typeof score === 'boolean') return Number(score)
  throw new OriginalCrash('malformed_score', 'a score is no number')
}

function named<T>(key: string, call: () => T): T {
  try {
    return call()
  } catch (error) {
    if (!(error instanceof OriginalCrash)) throw error
    throw new OriginalCrash(error.kind, `${key}: ${error.what}`)
  }
}
