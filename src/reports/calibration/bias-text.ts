import { signed } from '../format.ts'
import type { Effect } from './biases.ts'
import type { FieldCalibration } from './calibration.ts'
import type { JudgeBiases, MatcherAgreement } from './instrument-calibration.ts'
import { shown } from './agreement-text.ts'

/** Biases of a judge, a sentence each. */
export function biasTexts(
  { metric, verbosity, order, twoWay, overlap, panel, authors }: JudgeBiases,
  fields: readonly FieldCalibration[],
): string[] {
  const labelled = fields.find((field) => field.metric === metric)
  return [
    `Length: ${effectText(verbosity, (text) => `an answer twice as long gets ${text} on ${metric}, between systems on the same case; systems that write more may also be better`)}.`,
    ...(labelled === undefined
      ? []
      : [
          `Length, against people: ${effectText(labelled.verbosityError, (text) => `the judge’s verdict less people’s changes by ${text} on an answer twice as long`)}.`,
        ]),
    `Order: ${effectText(order, (text) => `where the right one of two candidates stands first, the judge gives ${text}`)}.`,
    ...(twoWay === null
      ? []
      : [
          `Matching in both directions: ${effectText(twoWay.all, (text) => `recall less precision is ${text}`)}; on answers that are the gold itself, where both are the same question: ${effectText(twoWay.gold, (text) => text)}.`,
        ]),
    ...overlapTexts(metric, overlap, authors),
    ...panel.map(
      ({ system, judges, all, without, n }) =>
        `Family: without ${judges.join(', ')} the panel gives ${system} ${without.toFixed(3)} instead of ${all.toFixed(3)}, as the mean of its judges (n ${n}).`,
    ),
  ]
}

function effectText(found: Effect, sentence: (figure: string) => string): string {
  if ('none' in found) return `not measured (${found.none})`
  const { value, low, high, n, clusters } = found.effect
  const figure = `${signed(value, 3)} [${signed(low, 3)}, ${signed(high, 3)}]`
  return `${sentence(figure)} (n ${n}, ${clusters} clusters)`
}

function overlapTexts(metric: string, overlap: JudgeBiases['overlap'], authors: string): string[] {
  const { judges, systems, unknown, mean, preferences, judgesThatWrote } = overlap
  const gold = `gold: ${authors}`
  if (judges.length === 0 && systems.length === 0) {
    return [`Family: the judge's name tells no maker; ${gold}.`]
  }
  const own = systems.map(({ system, family, as }) => {
    const what = as.map((one) => (one === 'judge' ? 'judge' : 'author of the gold')).join(' and ')
    return `${system} (${family}, as the ${what})`
  })
  const figure = (value: number | null): string => (value === null ? 'none' : value.toFixed(3))
  return [
    `Family: judge ${judges.join(', ') || 'not known'}; ${gold}${judgesThatWrote.length === 0 ? '' : `; the judge's family wrote it too (${judgesThatWrote.join(', ')})`}. ` +
      (own.length === 0
        ? 'No system is of the same family.'
        : `Of the same family: ${own.join('; ')}. Mean ${metric} over systems ${figure(mean.all)} with them, ${figure(mean.without)} without (${mean.systems} left).`) +
      (unknown.length === 0 ? '' : ` Not known: ${unknown.join(', ')}.`),
    ...preferences.map(
      ({ family, against, difference }) =>
        `Family: compared with ${against}, the judge gives ${family} ${difference === null ? 'no measurable difference (no common case)' : `${signed(difference.value, 3)} [${signed(difference.low, 3)}, ${signed(difference.high, 3)}] more than it gives the others (n ${difference.n} clusters)`}.`,
    ),
    ...(preferences.length === 0 && systems.some(({ as }) => as.includes('judge'))
      ? [
          'Family: no judge of another family judged under this rubric, so kindness to its own can not be told.',
        ]
      : []),
  ]
}

/** Agreement with deterministic scorers, which is not accuracy. */
export function matcherTexts(matchers: readonly MatcherAgreement[]): string[] {
  return matchers.map(
    ({ scorer, metric, kappa }) =>
      `Says the same as ${scorer} ${metric}: kappa ${shown(kappa)}, n ${kappa.n}. This is agreement with a program, not accuracy.`,
  )
}
