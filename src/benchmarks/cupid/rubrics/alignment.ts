import { z } from 'zod'
import type { JudgedCase, Rubric } from '../../../core/judge.ts'
import { fraction } from '../../../core/metric-kit.ts'
import type { MetricDefinition } from '../../../core/metric.ts'
import { parseOnce } from '../../../core/parse-once.ts'
import { referenceJudge, strictJudge } from '../prompts/judge.ts'
import { fill, type Template } from '../prompts/template.ts'
import { originalScore, originalScoreText, readJudgeScore } from '../reading/score.ts'
import { cupidGoldSchema, cupidInputSchema, generationPredictionSchema } from '../shapes.ts'
import { generationProbes } from './probes.ts'

const goldOf = parseOnce(cupidGoldSchema)
const inputOf = parseOnce(cupidInputSchema)

/** A score from which on an answer counts as good in a probe: "Good" on the scale. */
const GOOD = 7

const verdictSchema = z.object({ score: z.number() })

function answerOf({ prediction }: JudgedCase): string {
  return generationPredictionSchema.parse(prediction).answer
}

/** What the judge is sent (spec 2.10): preference and checklist, request and answer; neither history nor context. */
function messagesFor({ system, user }: Template, subject: JudgedCase) {
  const { preference, checklist } = goldOf(subject.gold)
  const list = checklist.map((entry) => `- ${entry}`).join('\n')
  const values = { request: inputOf(subject.input).request, answer: answerOf(subject) }
  return [
    { role: 'system', content: fill(system, { preference, checklist: list }) },
    { role: 'user', content: fill(user, values) },
  ] as const
}

function alignmentMetric(low: number): MetricDefinition {
  return {
    name: 'alignment',
    description: "A judge's score of 1 to 10 for how well the answer meets the gold preference.",
    aggregate: 'mean',
    direction: 'higher',
    range: [low, 10],
  }
}

/**
 * Preference alignment under the strict rules (spec 2.10, 5.2): decimals stay, a score off the scale or two different ones
 * are no score, and an answer of nothing is never above the lowest.
 */
export const strictAlignment: Rubric = {
  name: 'alignment',
  version: '1',
  title: 'Preference alignment on a scale from 1 to 10',
  protocol: 'strict',
  metrics: [alignmentMetric(1)],
  reply: null,
  tries: 3,
  prompt: (subject) => messagesFor(strictJudge, subject),
  read(text) {
    const read = readJudgeScore(text)
    return read.status === 'ok' ? { score: read.score } : null
  },
  score(verdict, subject) {
    const score = answerOf(subject).trim() === '' ? 1 : verdictSchema.parse(verdict).score
    return { alignment: fraction(score) }
  },
  bounds: () => ({ alignment: { worst: fraction(1), best: fraction(10) } }),
  passes: (verdict, subject) => answerOf(subject).trim() !== '' && verdictSchema.parse(verdict).score >= GOOD,
  probes: generationProbes,
}

/**
 * The authors' arithmetic (spec 2.10): the text after the heading is cut to a whole number, and whatever can't be read is
 * 0. A number off the scale from 0 to 10, which the original would average all the same, is unscored here.
 */
export function originalAlignment(template: Template): Rubric {
  return {
    ...strictAlignment,
    name: 'alignment-original',
    title: "Preference alignment with the authors' arithmetic",
    protocol: 'reference',
    metrics: [alignmentMetric(0)],
    tries: 1,
    prompt: (subject) => messagesFor(template, subject),
    read(text) {
      const captured = originalScoreText(text)
      const score = captured === null ? 0 : originalScore(captured)
      return typeof score === 'number' && Number.isFinite(score) ? { score } : null
    },
    score(verdict) {
      const { score } = verdictSchema.parse(verdict)
      return { alignment: score < 0 || score > 10 ? { unscored: 'judge-unreadable' } : fraction(score) }
    },
    bounds: () => ({ alignment: { worst: fraction(0), best: fraction(10) } }),
    passes: (verdict) => verdictSchema.parse(verdict).score >= GOOD,
  }
}

/** In our words. */
export const ownOriginalAlignment = originalAlignment(referenceJudge)
