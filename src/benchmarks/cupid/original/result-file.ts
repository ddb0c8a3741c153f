import type { JsonObject } from '../../../core/json.ts'
import { labelOfScore } from '../reading/rows.ts'
import { OVERFLOW } from './evaluation.ts'

/** A result of ours for one instance; a task that was not run is null. */
export interface OwnResult {
  /** The gold preference and its checklist. */
  readonly gold: Side
  readonly inference: OwnInference | null
  readonly request: string
  readonly generation: OwnGeneration | null
}

interface Side {
  readonly preference: string
  readonly checklist: readonly string[]
}

/** An inferred preference with what the matcher said, or an overflow. A part that could not be measured is null. */
export type OwnInference =
  | 'overflow'
  | {
      readonly preference: string
      readonly checklist: readonly string[] | null
      /** Scores, 0, 0.5 or 1, of the inferred checklist against the gold preference. */
      readonly inferredInGold: readonly number[] | null
      /** Scores of the gold checklist against the inferred preference. */
      readonly goldInInferred: readonly number[] | null
    }

export type OwnGeneration =
  | 'overflow'
  | {
      readonly answer: string
      /** The judge's score, 1 to 10, with its words; null where it could not be read. */
      readonly judged: { readonly score: number; readonly analysis: string } | null
    }

/**
 * A result of ours in the form of the original code (spec 1.9). What could not be measured is left out, so that it is
 * pending to every reader and never a zero. Every row has a label (D3), and a score is a number, which the original code
 * does not cut (D10).
 */
export function resultFile({ gold, inference, request, generation }: OwnResult): JsonObject {
  return {
    inference: inference === null ? {} : inferenceBlock(gold, inference),
    generation: generation === null ? {} : generationBlock(request, generation),
  }
}

function inferenceBlock(gold: Side, inference: OwnInference): JsonObject {
  const groundtruth = { preference: gold.preference, checklist: [...gold.checklist] }
  if (inference === 'overflow') {
    return {
      inferred: { preference: OVERFLOW, checklist: [] },
      groundtruth,
      match: { infer_to_gt: [], gt_to_infer: uncovered(gold.checklist) },
    }
  }
  const { preference, checklist, inferredInGold, goldInInferred } = inference
  if (checklist === null) return {}
  const block = { inferred: { preference, checklist: [...checklist] }, groundtruth }
  if (checklist.length === 0) {
    return { ...block, match: { infer_to_gt: [], gt_to_infer: uncovered(gold.checklist) } }
  }
  if (inferredInGold === null || goldInInferred === null) return block
  const match = {
    infer_to_gt: rows(checklist, inferredInGold),
    gt_to_infer: rows(gold.checklist, goldInInferred),
  }
  return { ...block, match }
}

function rows(entries: readonly string[], scores: readonly number[]): JsonObject[] {
  if (entries.length !== scores.length) {
    throw new RangeError(`${scores.length} scores for ${entries.length} entries of a checklist`)
  }
  return entries.map((entry, place) => ({ index: place + 1, entry, label: labelOfScore(scores[place] ?? 0) }))
}

function uncovered(entries: readonly string[]): JsonObject[] {
  return rows(
    entries,
    entries.map(() => 0),
  )
}

function generationBlock(request: string, generation: OwnGeneration): JsonObject {
  if (generation === 'overflow') {
    const alignment = { score: 0, analysis: 'Context length exceeded' }
    return { user_request: request, ai_response: OVERFLOW, alignment }
  }
  const { answer, judged } = generation
  const block = { user_request: request, ai_response: answer }
  if (judged !== null && !(judged.score >= 1 && judged.score <= 10)) {
    throw new RangeError(`a score is 1 to 10, got ${judged.score}`)
  }
  return judged === null ? block : { ...block, alignment: { score: judged.score, analysis: judged.analysis } }
}
