import type { RunRecord } from '../../core/run.ts'
import type { Store } from '../../core/store.ts'
import { readCalibration } from '../../judges/calibration/label-store.ts'
import type { InstrumentCalibration } from '../../reports/calibration/instrument-calibration.ts'
import type { CalibrationCard } from '../../reports/judge-card.ts'
import type { TrackReport } from '../../reports/report.ts'
import type { CliContext } from '../context.ts'
import { unchangedRubrics } from './judged-answers.ts'
import { calibrationsOf } from './read-calibration.ts'

/** Tracks of a report whose judged instruments say how far they can be believed. */
export async function withCalibrations(
  store: Store,
  run: RunRecord,
  tracks: readonly TrackReport[],
  context: Pick<CliContext, 'env' | 'cwd'>,
): Promise<readonly TrackReport[]> {
  if (tracks.every(({ judged }) => judged.length === 0)) return tracks
  const { samples, retests } = await readCalibration(store, run.id)
  // Nothing was drawn and nobody asked again: no answer has to be read to say so.
  const found =
    samples.length + retests.length === 0
      ? []
      : await calibrationsOf(store, run, await unchangedRubrics(store, run, context), [], context)
  const known = new Map(
    found.flatMap(({ track, instruments }) =>
      instruments.map((one) => [JSON.stringify([track, one.instrument]), one] as const),
    ),
  )
  return tracks.map((track) => ({
    ...track,
    judged: track.judged.map((setup) => ({
      ...setup,
      calibration: cardOf(known.get(JSON.stringify([track.track, setup.instrument])), setup.metrics[0] ?? ''),
    })),
  }))
}

function cardOf(one: InstrumentCalibration | undefined, main: string): CalibrationCard {
  const field = one?.fields.find(({ metric }) => metric === main) ?? one?.fields[0]
  const metric = field?.metric ?? main
  const flips = one?.stability.fields.find((stability) => stability.metric === metric)?.all.share ?? null
  return {
    metric,
    labelled: field?.labelled ?? 0,
    people: field?.annotators.length ?? 0,
    sensitivity: field?.accuracy?.sensitivity ?? null,
    specificity: field?.accuracy?.specificity ?? null,
    kappa: field?.agreement.kappa ?? null,
    alpha: field?.agreement.judge ?? null,
    ceiling: field?.agreement.people ?? null,
    flips,
    missing:
      field !== undefined
        ? null
        : (one?.missing ?? 'no answers were drawn for labels (rapport calibrate sample)'),
  }
}
