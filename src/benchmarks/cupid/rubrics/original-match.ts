import { z } from 'zod'
import { isJsonObject, type Json } from '../../../core/json.ts'
import type { JudgedCase } from '../../../core/judge.ts'
import type { JudgeChain, Readings } from '../../../core/judge-chain.ts'
import { fraction } from '../../../core/metric-kit.ts'
import { parseOnce } from '../../../core/parse-once.ts'
import type { MetricScore, ScoreResult } from '../../../core/scorer.ts'
import { matchBounds, matchMetrics, type MatchMetric } from '../inference/match-metrics.ts'
import { originalChecklist, originalRows, UnusableReply } from '../original/replies.ts'
import { originalScoreOfLabel } from '../reading/rows.ts'
import { cupidGoldSchema } from '../shapes.ts'
import { checklistIn, decomposeStep, matchStep, type MatchWording } from './preference-match.ts'
import { inferenceProbes } from './probes.ts'

const goldOf = parseOnce(cupidGoldSchema)

/** What the original code reads out of a reply; null where it can't use it. */
function orNull(read: () => Json): Json {
  try {
    return read()
  } catch (error) {
    if (error instanceof UnusableReply) return null
    throw error
  }
}

const checklistSchema = z.array(z.string())

function checklistOf(text: string): readonly string[] | null {
  return checklistSchema.safeParse(orNull(() => originalChecklist(text))).data ?? null
}

/** Any model but the fine-tuned one, which alone gives its rows bare. */
const GENERAL = 'a general model'

/** In the place of labels: rows that the call takes and on which the aggregation raises (spec 5.3, D3, D15). */
const RAISES = 'raises'

/** Labels of the rows that came, whatever they are; null where the call itself fails. */
function labelsOf(text: string): Json {
  const rows = orNull(() => originalRows(text, GENERAL))
  if (!isRows(rows)) return null
  const labels = rows.map((row) => (isJsonObject(row) ? row['label'] : undefined))
  const given = labels.filter((label) => label !== undefined)
  return given.length < labels.length ? RAISES : given
}

function isRows(value: Json | undefined): value is readonly Json[] {
  return Array.isArray(value)
}

/** One direction: labels are added up as they came; a failed call is an empty list (spec 2.11). */
function direction(labels: Json | undefined, entries: number, failed: boolean): MetricScore {
  if (failed || !isRows(labels)) return fraction(0, entries)
  const sum = labels.reduce((total: number, label) => total + originalScoreOfLabel(label), 0)
  // More rows than entries (D14): the original goes past 1, which is no share any more.
  return sum > entries ? { unscored: 'judge-unreadable' } : fraction(sum, entries)
}

/**
 * The original arithmetic over what the models said: if either direction failed, both are zero; a checklist that can't be
 * read drops the case; an empty one gives rows without labels, on which the original aggregation raises (spec 5.3, D3).
 */
function originalScores(readings: Readings, subject: JudgedCase): ScoreResult {
  const gold = goldOf(subject.gold).checklist
  const inferred = checklistIn(readings)
  const unscored = (reason: 'judge-unreadable') =>
    Object.fromEntries(matchMetrics.map(({ name }) => [name, { unscored: reason }]))
  if (inferred === null) return { metrics: unscored('judge-unreadable'), detail: { original: 'dropped' } }
  if (inferred.length === 0) {
    return { metrics: unscored('judge-unreadable'), detail: { original: 'D3: the aggregation raises' } }
  }
  const rows = [readings['inferred_in_gold'], readings['gold_in_inferred']]
  if (rows.includes(RAISES)) {
    return { metrics: unscored('judge-unreadable'), detail: { original: 'D3, D15: the aggregation raises' } }
  }
  const failed = rows.some((one) => !isRows(one ?? null))
  const precision = direction(rows[0], inferred.length, failed)
  const recall = direction(rows[1], gold.length, failed)
  const [p, r] = [precision, recall].map((one) =>
    'unscored' in one ? null : one.numerator / one.denominator,
  )
  const f1: MetricScore =
    p === null || r === null || p === undefined || r === undefined
      ? { unscored: 'judge-unreadable' }
      : fraction(p + r === 0 ? 0 : (2 * p * r) / (p + r))
  const metrics: Record<MatchMetric, MetricScore> = { precision, recall, f1 }
  return { metrics, detail: { original: failed ? 'a failed match counts as zero' : 'ok' } }
}

/**
 * Preference match as the authors' code computes it (spec 2.7-2.11): one try, exact labels, rows added up as they came, a
 * failed match counts as zero. Where the original passes 1 or raises, there is no figure, and the detail says which.
 */
export function originalMatch(wording: MatchWording): JudgeChain {
  return {
    name: 'preference-match-original',
    version: '1',
    title: "Preference match with the authors' arithmetic",
    protocol: 'reference',
    metrics: matchMetrics,
    tries: 1,
    steps: [decomposeStep(wording.decomposer, checklistOf), matchStep(wording, 8192, () => labelsOf)],
    score: originalScores,
    bounds: ({ gold }) => (gold === null ? {} : matchBounds(goldOf(gold))),
    passes(readings, subject) {
      const { f1 } = originalScores(readings, subject).metrics
      return f1 === undefined || 'unscored' in f1 ? null : f1.numerator >= 0.5
    },
    probes: inferenceProbes,
  }
}
