import type { JsonObject } from '../../../core/json.ts'
import { greedyAssignment, hungarianAssignment } from '../../../text/assignment.ts'
import { confidencePenalty, confidenceScore, confidenceValue } from '../../../text/confidence.ts'
import { pythonRound } from '../../../text/python-round.ts'
import { labelSimilarity, PreparedValue, typeMatch, valueSimilarity } from '../../../text/similarity.ts'
import { textField } from './memory-lists.ts'
import { harmonic } from '../../../core/metric-kit.ts'

export type Matcher = 'greedy' | 'hungarian'

/** How the parts of a pair are weighed, and from which unrounded score on it is accepted. */
export interface PairRule {
  readonly label: number
  readonly value: number
  readonly type: number
  readonly confidence: number
  readonly threshold: number
}

/** AlpsBench spec 2.2.6, 2.2.7. */
const publishedRule: PairRule = { label: 0.4, value: 0.4, type: 0.1, confidence: 0.1, threshold: 0.3 }

/** A memory with its value normalised once. */
export interface PreparedItem {
  readonly item: JsonObject
  readonly value: PreparedValue
}

/** An accepted pair; all figures rounded to 4 decimals, as they enter the score (AlpsBench spec 2.2.8). */
export interface ResearchPair {
  /** Positions in the gold and predicted lists. */
  readonly gold: number
  readonly predicted: number
  readonly score: number
  readonly label: number
  readonly value: number
  readonly type: number
  readonly confidence: number
  readonly confidenceDifference: number
  readonly confidencePenalty: number
}

/** What the research matcher says about a row (AlpsBench spec 2.2.7, 2.2.8). */
export interface ResearchMatch {
  readonly pairs: readonly ResearchPair[]
  /** Positions without accepted pair, in list order. */
  readonly missing: readonly number[]
  readonly extra: readonly number[]
  readonly precision: number
  readonly recall: number
  readonly f1: number
  /** Mean of the rounded pair scores, itself not rounded; 0 without pairs. */
  readonly quality: number
  /** 0-100, rounded to 4 decimals. */
  readonly score: number
}

export function prepareItems(items: readonly JsonObject[]): readonly PreparedItem[] {
  return items.map((item) => ({ item, value: new PreparedValue(item['value']) }))
}

/**
 * Layer B (AlpsBench spec 2.2): pairs gold and predicted items by a weighted similarity of label, value, type
 * and confidence, and turns quality and coverage into a score. The order of the rounding steps is part of it.
 * @param rule the published one by default
 */
export function matchResearch(
  gold: readonly PreparedItem[],
  predicted: readonly PreparedItem[],
  matcher: Matcher,
  rule: PairRule = publishedRule,
): ResearchMatch {
  // Only the scores are kept: all parts of thousands of items by thousands would fill the memory.
  const scores = gold.map((g) => Float64Array.from(predicted, (p) => pairParts(g, p, rule).score))
  const assign = matcher === 'greedy' ? greedyAssignment : hungarianAssignment
  const pairs = assign(scores, rule.threshold).flatMap(({ row, column }) => {
    const [g, p] = [gold[row], predicted[column]]
    return g === undefined || p === undefined ? [] : [rounded(row, column, pairParts(g, p, rule))]
  })

  const matchedGold = new Set(pairs.map((pair) => pair.gold))
  const matchedPredicted = new Set(pairs.map((pair) => pair.predicted))
  const precision = predicted.length === 0 ? 0 : pairs.length / predicted.length
  const recall = gold.length === 0 ? 0 : pairs.length / gold.length
  const f1 = pythonRound(harmonic(precision, recall), 4)
  let sum = 0
  for (const pair of pairs) sum += pair.score
  const quality = sum / Math.max(pairs.length, 1)
  return {
    pairs,
    missing: positionsOutside(gold.length, matchedGold),
    extra: positionsOutside(predicted.length, matchedPredicted),
    precision: pythonRound(precision, 4),
    recall: pythonRound(recall, 4),
    f1,
    quality,
    score: pythonRound(Math.min(100, Math.max(0, 100 * 0.6 * quality + 100 * 0.4 * f1)), 4),
  }
}

/** The id of an item as the reference lists it: empty when missing. */
export function idOf(item: PreparedItem | undefined): string {
  return item === undefined ? '' : textField(item.item, 'memory_id')
}

interface PairParts {
  readonly score: number
  readonly label: number
  readonly value: number
  readonly type: number
  readonly confidence: number
  readonly confidenceDifference: number
  readonly confidencePenalty: number
}

function pairParts(gold: PreparedItem, predicted: PreparedItem, rule: PairRule): PairParts {
  const a = gold.item
  const b = predicted.item
  const label = labelSimilarity(a['label'], b['label'])
  const value = valueSimilarity(gold.value, predicted.value)
  const type = typeMatch(a['type'], b['type']) ? 1 : 0
  const confidence = confidenceScore(a['confidence'], b['confidence'])
  const score = rule.label * label + rule.value * value + rule.type * type + rule.confidence * confidence
  return {
    score: Math.min(1, Math.max(0, score)),
    label,
    value,
    type,
    confidence,
    confidenceDifference: Math.abs(confidenceValue(a['confidence']) - confidenceValue(b['confidence'])),
    confidencePenalty: confidencePenalty(a['confidence'], b['confidence']),
  }
}

function rounded(gold: number, predicted: number, parts: PairParts): ResearchPair {
  return {
    gold,
    predicted,
    score: pythonRound(parts.score, 4),
    label: pythonRound(parts.label, 4),
    value: pythonRound(parts.value, 4),
    type: parts.type,
    confidence: pythonRound(parts.confidence, 4),
    confidenceDifference: pythonRound(parts.confidenceDifference, 4),
    confidencePenalty: pythonRound(parts.confidencePenalty, 4),
  }
}

function positionsOutside(length: number, taken: ReadonlySet<number>): number[] {
  return Array.from({ length }, (_, position) => position).filter((position) => !taken.has(position))
}
