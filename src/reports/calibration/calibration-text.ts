import { plainText } from '../format.ts'
import { wrap } from '../wrap.ts'
import { agreementLines, correctionLines } from './agreement-text.ts'
import { biasTexts, matcherTexts } from './bias-text.ts'
import type { InstrumentCalibration, TrackCalibration } from './instrument-calibration.ts'
import { stabilityLines } from './stability-text.ts'

/** Everything that is known of the judges of a track, for a terminal. */
export function calibrationLines(
  { track, instruments, across }: TrackCalibration,
  width: number,
  bold: (text: string) => string,
): string[] {
  const stability = stabilityLines(
    instruments.map((one) => one.stability),
    across,
    width,
  )
  const untested = instruments.filter(({ stability: { fields } }) => fields.length === 0)
  return [
    bold(plainText(`${track}: test and retest`)),
    ...stability,
    ...untested.flatMap(({ label }) =>
      wrap(plainText(`${label} was not asked again (rapport calibrate stability).`), width, '  '),
    ),
    ...instruments.flatMap((one) => ['', ...instrumentLines(one, width, bold)]),
  ]
}

function instrumentLines(
  one: InstrumentCalibration,
  width: number,
  bold: (text: string) => string,
): string[] {
  const { label, by, judged, drawn, leftOut, stale, missing, fields, biases, matchers } = one
  const say = (text: string): string[] => wrap(plainText(text), width, '  ')
  const sampled =
    drawn === 0
      ? ''
      : ` ${drawn} answers were drawn for labels${stale === 0 ? '' : `; ${stale} of them have changed since, and their labels do not count`}.`
  return [
    ...say(`${label}, judged by ${by}`).map(bold),
    ...say(`${judged} answers have a verdict.${sampled}`),
    ...(leftOut === 0 ? [] : say(`${leftOut} earlier draws had other strata and are left out.`)),
    ...(missing === null ? [] : say(`Not calibrated: ${missing}.`)),
    ...(fields.some(({ labelled, unresolved }) => labelled + unresolved < drawn - stale)
      ? say('Drawn answers that are not labelled are taken to be like the labelled ones.')
      : []),
    ...(fields.length === 0 ? [] : agreementLines(fields, width)),
    ...correctionLines(fields, width),
    ...(fields.length === 0 ? [] : ['']),
    ...biasTexts(biases, fields).flatMap(say),
    ...matcherTexts(matchers).flatMap(say),
  ]
}
