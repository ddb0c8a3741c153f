import type { Retest } from '../../core/calibration.ts'
import { instrumentKey } from '../../core/scorer.ts'
import type { InstrumentFacts } from '../../reports/track-context.ts'
import { placeOf } from '../../reports/calibration/draw-items.ts'
import { groupBy } from '../../reports/calibration/group-by.ts'
import type { AskedInstrument } from '../../reports/calibration/stability.ts'
import { judgedSetups } from '../../reports/judged-setups.ts'
import type { JudgedAnswer } from './judged-answers.ts'

/**
 * Judged instruments of one track with all their verdicts, stored ones and those of asking again; verdicts on an answer
 * that has changed since are left out.
 */
export function askedInstruments(
  instruments: readonly InstrumentFacts[],
  answers: readonly JudgedAnswer[],
  retests: readonly Retest[],
  track: string,
): AskedInstrument[] {
  const byKey = new Map(instruments.map((one) => [instrumentKey(one), one] as const))
  const again = groupBy(
    retests.filter((one) => one.track === track),
    (one) => JSON.stringify([one.instrument, placeOf(one), one.answer]),
  )
  return judgedSetups(instruments).flatMap(({ instrument, label, rubric, judges }): AskedInstrument[] => {
    const facts = byKey.get(instrument)
    if (facts === undefined) return []
    return [
      {
        instrument,
        label,
        rubric,
        judges,
        metrics: facts.metrics,
        answers: answers.map((answer) => {
          const { system, subject, repeat, answer: hash } = answer
          const place = placeOf({ system, case: subject.id, repeat })
          return {
            place,
            system,
            cluster: subject.cluster,
            stored: answer.values.get(instrument) ?? {},
            again: (again.get(JSON.stringify([instrument, place, hash])) ?? []).flatMap(({ asked }) => asked),
          }
        }),
      },
    ]
  })
}
