import type { MetricDefinition } from '../../core/metric.ts'

/** How the values of a field compare: yes or no, whole steps, or a measure. */
export type Scale = 'binary' | 'ordinal' | 'interval'

/** One thing that people are asked of an answer: a metric of the rubric. */
export interface LabelField {
  readonly name: string
  readonly description: string
  readonly scale: Scale
  readonly range: readonly [number, number]
}

/** Up to so many steps are ranks that people can tell apart; more are a measure. */
const MOST_STEPS = 10

/** Scale of a metric: pass or fail; 1 to 5 and the like; 0 to 1 or 0 to 100. */
export function scaleOf({ binary, range: [low, high] }: Pick<MetricDefinition, 'binary' | 'range'>): Scale {
  if (binary === true) return 'binary'
  const steps = high - low
  return Number.isInteger(low) && Number.isInteger(steps) && steps > 1 && steps <= MOST_STEPS
    ? 'ordinal'
    : 'interval'
}

export function labelFieldOf(metric: MetricDefinition): LabelField {
  const { name, description, range } = metric
  return { name, description, scale: scaleOf(metric), range }
}

/**
 * What people can be asked under a rubric: all of its metrics but those that are computed from others.
 * @param meanOf names of metrics that are the mean of others
 */
export function labelFields(
  metrics: readonly MetricDefinition[],
  meanOf: Readonly<Record<string, readonly string[]>> = {},
): LabelField[] {
  return metrics
    .filter(({ name, aggregate }) => aggregate !== 'harmonic' && !Object.hasOwn(meanOf, name))
    .map(labelFieldOf)
}

const words: Readonly<Record<string, number>> = {
  '1': 1,
  yes: 1,
  true: 1,
  pass: 1,
  '0': 0,
  no: 0,
  false: 0,
  fail: 0,
}

/**
 * What a person wrote into a cell: a value, null for `?` (could not tell), undefined where nothing was written; or
 * what is wrong with it.
 */
export function readLabel(
  { scale, range: [low, high] }: Pick<LabelField, 'scale' | 'range'>,
  text: string,
): { readonly value: number | null | undefined } | { readonly wrong: string } {
  const written = text.trim().toLowerCase()
  if (written === '') return { value: undefined }
  if (written === '?') return { value: null }
  if (scale === 'binary') {
    const value = Object.hasOwn(words, written) ? words[written] : undefined
    return value === undefined ? { wrong: 'is none of yes, no, 1, 0, pass, fail, ?' } : { value }
  }
  const value = /^[-+]?\d+(?:\.\d+)?$/.test(written) ? Number(written) : Number.NaN
  if (Number.isNaN(value)) return { wrong: `is no number from ${low} to ${high}, and no ?` }
  if (value < low || value > high) return { wrong: `is outside ${low} to ${high}` }
  if (scale === 'ordinal' && !Number.isInteger(value)) {
    return { wrong: `is no whole number from ${low} to ${high}` }
  }
  return { value }
}

/** `yes or no`, `whole number from 1 to 5`, `number from 0 to 1`: what a field may hold, in words. */
export function allowedText({ scale, range: [low, high] }: Pick<LabelField, 'scale' | 'range'>): string {
  if (scale === 'binary') return 'yes or no'
  return `${scale === 'ordinal' ? 'whole number' : 'number'} from ${low} to ${high}`
}
