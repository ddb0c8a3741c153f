import type { JudgedCase, Probe, Rubric } from '../../../core/judge.ts'
import type { JsonObject } from '../../../core/json.ts'
import { trimInvisible } from '../../../text/reply-cleaning.ts'
import { readVerdict, type VerdictShape } from '../../../text/verdict-reader.ts'
import { fraction, meanMetric } from '../../../core/metric-kit.ts'
import { answerMaterial, hasReference, labelOf, type AnswerMaterial } from './answer-material.ts'
import { judgeMessages, verdictForm } from './kit.ts'

/** Numbers of a verdict after the hard rules, each 0 to 1. */
export type FieldValues = Readonly<Record<string, number>>

/** A rubric with several fields in the manner of the authors' repository (AlpsBench spec 2.7.2). */
export interface FieldCriterion {
  readonly name: string
  readonly title: string
  readonly instruction: string
  /** What each number says; `overall` among them where the rubric has one. */
  readonly numbers: Readonly<Record<string, string>>
  /** A yes-or-no finding that the hard rule rests on. */
  readonly finding: string | null
  /** The hard rule, applied to what the judge said; identity where there is none. */
  enforce(values: FieldValues, found: boolean): FieldValues
  /** Our binary reading (spec 2.7.2, product rules). */
  isPass(values: FieldValues): boolean
  /** Whether `isPass` becomes a figure; some rubrics have none. */
  readonly hasPassRate: boolean
  /** False for cases that another rubric of the ability judges. */
  appliesTo(material: Pick<AnswerMaterial, 'label'>): boolean
  readonly probes: readonly Probe[]
}

/** Every number is a figure of its own beside the pass rate. An empty answer has 0 everywhere. */
export function fieldRubric(criterion: FieldCriterion): Rubric {
  const { name, finding } = criterion
  const numbers = Object.keys(criterion.numbers)
  const shape: VerdictShape = {
    reason: { kind: 'text' },
    ...(finding === null ? {} : { [finding]: { kind: 'boolean' } }),
    ...Object.fromEntries(numbers.map((number) => [number, { kind: 'number', min: 0, max: 1 }] as const)),
  }
  const reply = verdictForm(name.replaceAll('-', '_'), shape)
  const valuesOf = (verdict: JsonObject, subject: JudgedCase): FieldValues => {
    const isEmpty = trimInvisible(answerMaterial(subject).answer) === ''
    const said = numbers.map((number) => [number, isEmpty ? 0 : numberAt(verdict, number)] as const)
    return criterion.enforce(Object.fromEntries(said), finding !== null && verdict[finding] === true)
  }
  const passRate = criterion.hasPassRate
    ? [{ ...meanMetric('pass_rate', 'Our binary reading of the fields'), binary: true }]
    : []
  const metrics = [
    ...passRate,
    ...numbers.map((number) => meanMetric(number, criterion.numbers[number] ?? '')),
  ]
  return {
    name,
    version: '1',
    title: criterion.title,
    metrics,
    reply,
    prompt(subject) {
      const material = answerMaterial(subject)
      const { query, memory, answer, claimedFact } = material
      if (memory === null) return { unscored: 'no-reference' }
      if (!criterion.appliesTo(material)) return { unscored: 'not-applicable' }
      const shown = { query, known_of_the_user: memory, answer, fact_the_answer_claims_to_use: claimedFact }
      return judgeMessages(criterion.instruction, reply, shown)
    },
    read: (text) => readVerdict(text, shape),
    score(verdict, subject) {
      const values = valuesOf(verdict, subject)
      return {
        ...Object.fromEntries(numbers.map((number) => [number, fraction(values[number] ?? 0)] as const)),
        ...(criterion.hasPassRate ? { pass_rate: fraction(criterion.isPass(values) ? 1 : 0) } : {}),
      }
    },
    bounds(subject) {
      const applies = hasReference(subject.gold) && criterion.appliesTo({ label: labelOf(subject.gold) })
      const weight = applies ? 1 : 0
      const each = { worst: fraction(0, weight), best: fraction(weight, weight) }
      return Object.fromEntries(metrics.map((metric) => [metric.name, each] as const))
    },
    passes: (verdict, subject) => criterion.isPass(valuesOf(verdict, subject)),
    probes: criterion.probes,
  }
}

function numberAt(verdict: JsonObject, name: string): number {
  const value = verdict[name]
  if (typeof value !== 'number') throw new TypeError(`a verdict that was read has no ${name}`)
  return value
}
