import type { MetricDefinition } from '../../core/metric.ts'
import { estimate, type Estimate } from '../../stats/estimate.ts'
import type { LabelledAnswer } from './labelled-answers.ts'
import { withinSlope } from './within-slope.ts'

/** A measured effect, or why there is none. */
export type Effect = { readonly effect: Estimate } | { readonly none: string }

/** An answer with a verdict, as far as biases need it. */
export interface BiasAnswer {
  readonly case: string
  readonly system: string
  readonly cluster: string
  /** Characters. */
  readonly length: number
  /** Where the right one of two candidates stood, where the rubric shows two. */
  readonly placeOfRight: 'first' | 'second' | null
  readonly value: number
}

/** Empty answers fail by rule, not by length. */
const isSaid = ({ length }: { readonly length: number }): boolean => length > 0

/**
 * What a judge gives more to an answer twice as long, between systems' answers to the same case. Systems that write more
 * may be better, so it is an upper bound of a bias; `verbosityError` is the bias where there are labels.
 */
export function verbosity(answers: readonly BiasAnswer[]): Effect {
  return slope(
    answers.filter(isSaid).map((answer) => ({
      group: answer.case,
      cluster: answer.cluster,
      x: Math.log2(answer.length),
      y: answer.value,
    })),
  )
}

/** What a judge gives more than people do to an answer twice as long, within each system's labelled answers. */
export function verbosityError(answers: readonly LabelledAnswer[]): Effect {
  return slope(
    answers
      .filter(isSaid)
      .flatMap(({ system, cluster, length, verdict, truth }) =>
        verdict === null || truth === null
          ? []
          : [{ group: system, cluster, x: Math.log2(length), y: verdict - truth }],
      ),
  )
}

/** What a judge gives more where the right one of two candidates stands first. */
export function orderEffect(answers: readonly BiasAnswer[]): Effect {
  const shown = answers.flatMap(({ placeOfRight, cluster, value }) =>
    placeOfRight === null
      ? []
      : // A slope on half a step to either side is the difference of the two means.
        [{ group: '', cluster, x: placeOfRight === 'first' ? 0.5 : -0.5, y: value }],
  )
  if (shown.length === 0) return { none: 'the rubric shows no two candidates to choose from' }
  const places = new Set(shown.map(({ x }) => x))
  if (places.size < 2) return { none: 'the right candidate stood in one place only' }
  const found = slope(shown)
  return 'none' in found ? { none: 'verdicts do not vary' } : found
}

function slope(points: Parameters<typeof withinSlope>[0]): Effect {
  const found = withinSlope(points)
  return 'none' in found ? found : { effect: found.slope }
}

/**
 * Of instruments that match two lists in both directions: recall less precision of each answer. On answers that are the
 * gold itself both directions are the same question, so a difference there is the matcher's.
 * @returns null where the instrument has no two directions
 */
export function twoWayDifference(
  metrics: readonly MetricDefinition[],
  answers: readonly { readonly cluster: string; readonly values: Readonly<Record<string, number>> }[],
): Effect | null {
  const has = (name: string): boolean => metrics.some((metric) => metric.name === name)
  if (!has('precision') || !has('recall')) return null
  const rows = answers.flatMap(({ cluster, values: { precision, recall } }) =>
    precision === undefined || recall === undefined
      ? []
      : [{ cluster, numerator: recall - precision, denominator: 1 }],
  )
  const effect = estimate(rows, { aggregate: 'mean', range: [-1, 1], binary: false })
  return effect === undefined ? { none: 'no answer was matched in both directions' } : { effect }
}
