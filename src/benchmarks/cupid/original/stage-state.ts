import { z } from 'zod'
import { isJsonObject, knownJson, type Json } from '../../../core/json.ts'
import type { Counts } from '../arithmetic/counts.ts'
import { iterate } from '../arithmetic/iterate.ts'
import { readRows } from '../reading/rows.ts'
import { readJudgeScore, readScoreText } from '../reading/score.ts'
import { OVERFLOW } from './evaluation.ts'

/** A stage of a result file under the strict rules (spec 5.2, aggregation). */
export interface StageState<T> {
  readonly status: 'ok' | 'overflow' | 'failed' | 'pending'
  /** What failed; null for other states. */
  readonly kind: string | null
  /** Part of the primary figure; null where there is none. */
  readonly primary: T | null
  /** Part of the pessimistic figure, in which a failure counts as zero. */
  readonly pessimistic: T | null
}

const pending = { status: 'pending', kind: null, primary: null, pessimistic: null } as const

const ok = <T>(value: T): StageState<T> => ({
  status: 'ok',
  kind: null,
  primary: value,
  pessimistic: value,
})

const failed = <T>(kind: string, pessimistic: T | null): StageState<T> => ({
  status: 'failed',
  kind,
  primary: null,
  pessimistic,
})

const sideSchema = z.object({ preference: z.string(), checklist: z.array(z.string()) })
const inferenceSchema = z.object({
  inferred: sideSchema,
  groundtruth: sideSchema,
  match: z.object({ infer_to_gt: knownJson, gt_to_infer: knownJson }),
})

const sum = (scores: readonly number[]): number => scores.reduce((total, score) => total + score, 0)

/**
 * Counts of one stored inference. Rows are lined up with entries, so that no sum passes their number. An empty inferred
 * checklist is a result, whatever its rows look like (D3): all gold entries 0, no inferred ones.
 * @param inference the `inference` block of a result file
 */
export function inferenceState(inference: Json | undefined): StageState<Counts> {
  if (!isJsonObject(inference))
    return inference === undefined ? pending : failed<Counts>('malformed_file', null)
  if (!('inferred' in inference) || !('match' in inference)) return pending
  const file = inferenceSchema.safeParse(inference)
  if (!file.success) return failed<Counts>('malformed_file', null)
  const { inferred, groundtruth, match } = file.data
  const nothing: Counts = {
    true_matched: 0,
    predicted_matched: 0,
    n_true: groundtruth.checklist.length,
    n_predicted: inferred.checklist.length,
  }
  if (inferred.checklist.length === 0) {
    return { ...ok(nothing), status: inferred.preference === OVERFLOW ? 'overflow' : 'ok' }
  }
  // How a failed call is stored (D8).
  if (iterate(match.infer_to_gt)?.length === 0 && iterate(match.gt_to_infer)?.length === 0) {
    return failed('match_call', nothing)
  }
  const predicted = readRows(match.infer_to_gt, inferred.checklist.length)
  if (predicted.status !== 'ok') return failed(`infer_to_gt:${predicted.status}`, nothing)
  const truth = readRows(match.gt_to_infer, groundtruth.checklist.length)
  if (truth.status !== 'ok') return failed(`gt_to_infer:${truth.status}`, nothing)
  return ok({ ...nothing, true_matched: sum(truth.scores), predicted_matched: sum(predicted.scores) })
}

const alignmentSchema = z.object({ score: knownJson, analysis: z.string() })

/**
 * The score, 1 to 10, of one stored answer. The judge's whole text is read where it is there, so that a score that the
 * original code cut or missed comes back (D10, D11, D17).
 * @param generation the `generation` block of a result file
 */
export function generationState(generation: Json | undefined): StageState<number> {
  if (!isJsonObject(generation))
    return generation === undefined ? pending : failed<number>('malformed_file', null)
  if (!('ai_response' in generation)) return pending
  if (generation['ai_response'] === OVERFLOW) return { ...failed('', 0), status: 'overflow', kind: null }
  if (!('alignment' in generation)) return pending
  const file = alignmentSchema.safeParse(generation['alignment'])
  if (!file.success) return failed<number>('malformed_file', null)
  const { score, analysis } = file.data
  const whole = readJudgeScore(analysis)
  const read = whole.status === 'missing_section' ? readScoreText(score) : whole
  if (read.status === 'ok') return ok(read.score)
  // How a failed call is stored (D9).
  return failed(score === 0 ? 'judge_call' : read.status, 0)
}
