import type { Bounded, CalibrationCard } from './judge-card.ts'

/** Errors surely above this share make a judge's figures worth nothing uncorrected, as with probes. */
const LIMIT = 0.2

/** How far a judge can be believed beside its probes, in a sentence. */
export function calibrationNote(card: CalibrationCard): string {
  const { metric, labelled, people, sensitivity, specificity, kappa, alpha, ceiling, flips, missing } = card
  const again = flips === null ? '' : ` Asked again it says something else in ${bounded(flips)} of cases.`
  if (missing !== null) return `Not calibrated: ${missing}.${again}`
  const figures = [
    ...(sensitivity === null ? [] : [`sensitivity ${bounded(sensitivity)}`]),
    ...(specificity === null ? [] : [`specificity ${bounded(specificity)}`]),
    ...(kappa === null ? [] : [`kappa ${bounded(kappa)}`]),
    ...(alpha === null ? [] : [`alpha ${bounded(alpha)}`]),
    ...(ceiling === null ? [] : [`among people alpha ${bounded(ceiling)}`]),
  ]
  const by = people === 1 ? 'one person' : `${people} people`
  const said = figures.length === 0 ? 'too few labels for any figure' : figures.join(', ')
  return `Calibrated on ${labelled} ${labelled === 1 ? 'answer' : 'answers'} labelled by ${by} (${metric}): ${said}.${failureText(card)}${again}`
}

/** What is surely wrong: the whole interval is beyond the limit. */
function failureText({ sensitivity, specificity }: CalibrationCard): string {
  const percent = `${100 * LIMIT} %`
  const failures = [
    ...(specificity !== null && specificity.high < 1 - LIMIT
      ? [`accepts more than ${percent} of wrong answers`]
      : []),
    ...(sensitivity !== null && sensitivity.high < 1 - LIMIT
      ? [`rejects more than ${percent} of right answers`]
      : []),
  ]
  return failures.length === 0
    ? ''
    : ` CALIBRATION FAILURE: it ${failures.join(' and ')}; do not trust its figures uncorrected.`
}

function bounded({ value, low, high }: Bounded): string {
  return `${value.toFixed(2)} [${low.toFixed(2)}, ${high.toFixed(2)}]`
}
