import type { JudgedCase, Probe, Rubric } from '../../../core/judge.ts'
import type { JsonObject } from '../../../core/json.ts'
import { trimInvisible } from '../../../text/reply-cleaning.ts'
import { readVerdict, type VerdictShape } from '../../../text/verdict-reader.ts'
import { fraction, meanMetric } from '../../../core/metric-kit.ts'
import { answerMaterial, hasReference } from './answer-material.ts'
import { judgeMessages, verdictForm } from './kit.ts'

/** A pass-or-fail criterion for answers (AlpsBench spec 2.7.1). */
export interface BinaryCriterion {
  readonly name: string
  readonly title: string
  readonly description: string
  /** What the judge is told, the questions of `requires` and `forbids` among it. */
  readonly instruction: string
  /** Under which name the judge sees the memory. */
  readonly memoryName: string
  /** Yes-or-no findings that must all be true, and ones that must all be false, for an answer to pass. */
  readonly requires: readonly string[]
  readonly forbids: readonly string[]
  readonly probes: readonly Probe[]
}

/**
 * A rubric with one pass rate. The judge states its findings before its verdict, and the hard rules are enforced on
 * them: an empty answer never passes, nor one with a finding against it, whatever the judge concludes.
 */
export function binaryRubric(criterion: BinaryCriterion): Rubric {
  const { name, requires, forbids } = criterion
  const shape: VerdictShape = {
    ...Object.fromEntries([...requires, ...forbids].map((field) => [field, { kind: 'boolean' }] as const)),
    reason: { kind: 'text' },
    passes: { kind: 'boolean' },
  }
  const reply = verdictForm(name.replaceAll('-', '_'), shape)
  const passes = (verdict: JsonObject, subject: JudgedCase): boolean =>
    verdict['passes'] === true &&
    requires.every((field) => verdict[field] === true) &&
    forbids.every((field) => verdict[field] === false) &&
    trimInvisible(answerMaterial(subject).answer) !== ''
  return {
    name,
    version: '1',
    title: criterion.title,
    metrics: [{ ...meanMetric('pass_rate', criterion.description), binary: true }],
    reply,
    prompt(subject) {
      const { query, memory, evidence, answer } = answerMaterial(subject)
      if (memory === null) return { unscored: 'no-reference' }
      return judgeMessages(criterion.instruction, reply, {
        query,
        [criterion.memoryName]: memory,
        ...(evidence === null ? {} : { user_words_behind_it: evidence }),
        answer,
      })
    },
    read: (text) => readVerdict(text, shape),
    score: (verdict, subject) => ({ pass_rate: fraction(passes(verdict, subject) ? 1 : 0) }),
    bounds({ gold }) {
      const weight = hasReference(gold) ? 1 : 0
      return { pass_rate: { worst: fraction(0, weight), best: fraction(weight, weight) } }
    },
    passes,
    probes: criterion.probes,
  }
}
