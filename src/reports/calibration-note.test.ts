import { expect, it } from 'vitest'
import { calibrationNote } from './calibration-note.ts'
import type { CalibrationCard } from './judge-card.ts'

const rate = (value: number, low: number, high: number) => ({ value, low, high })
const card: CalibrationCard = {
  metric: 'pass_rate',
  labelled: 81,
  people: 2,
  sensitivity: rate(0.95, 0.85, 0.99),
  specificity: rate(0.7, 0.55, 0.82),
  kappa: rate(0.66, 0.5, 0.8),
  alpha: rate(0.65, 0.5, 0.8),
  ceiling: rate(0.8, 0.7, 0.9),
  flips: null,
  missing: null,
}

it.each([
  [
    card,
    'Calibrated on 81 answers labelled by 2 people (pass_rate): sensitivity 0.95 [0.85, 0.99], specificity 0.70 [0.55, 0.82], kappa 0.66 [0.50, 0.80], alpha 0.65 [0.50, 0.80], among people alpha 0.80 [0.70, 0.90].',
  ],
  [
    {
      ...card,
      specificity: rate(0.1, 0.02, 0.3),
      kappa: null,
      alpha: null,
      ceiling: null,
      people: 1,
      flips: rate(0.1, 0.05, 0.2),
    },
    'Calibrated on 81 answers labelled by one person (pass_rate): sensitivity 0.95 [0.85, 0.99], specificity 0.10 [0.02, 0.30]. CALIBRATION FAILURE: it accepts more than 20 % of wrong answers; do not trust its figures uncorrected. Asked again it says something else in 0.10 [0.05, 0.20] of cases.',
  ],
  [
    {
      ...card,
      sensitivity: rate(0.5, 0.3, 0.79),
      specificity: rate(0.5, 0.3, 0.8),
      kappa: null,
      alpha: null,
      ceiling: null,
    },
    'Calibrated on 81 answers labelled by 2 people (pass_rate): sensitivity 0.50 [0.30, 0.79], specificity 0.50 [0.30, 0.80]. CALIBRATION FAILURE: it rejects more than 20 % of right answers; do not trust its figures uncorrected.',
  ],
  [
    { ...card, missing: 'no answers were drawn for labels', flips: rate(0, 0, 0.1) },
    'Not calibrated: no answers were drawn for labels. Asked again it says something else in 0.00 [0.00, 0.10] of cases.',
  ],
  [
    { ...card, sensitivity: null, specificity: null, kappa: null, alpha: null, ceiling: null, labelled: 1 },
    'Calibrated on 1 answer labelled by 2 people (pass_rate): too few labels for any figure.',
  ],
])('says %#', (given, text) => {
  expect(calibrationNote(given)).toBe(text)
})
