import { createColors } from 'picocolors'
import { calibrationLines } from '../../reports/calibration/calibration-text.ts'
import { judgeNote } from '../../reports/judge-notes.ts'
import { plainText } from '../../reports/format.ts'
import { wrap } from '../../reports/wrap.ts'
import { chosenRubrics, judgedRubrics } from '../calibration/judged-answers.ts'
import { calibrationsOf } from '../calibration/read-calibration.ts'
import { wantsColor, widthOf, type CliContext } from '../context.ts'
import { findRun, openExistingStore } from '../find-run.ts'
import { judgeCards } from '../judge-cards.ts'

export interface CalibrationReportChoices {
  readonly track: string | undefined
  readonly rubric: string | undefined
  /** Models or families that wrote the gold; empty: what is known of the data. */
  readonly goldAuthors: readonly string[]
  readonly json: boolean
}

/** `rapport calibrate report <run>`: how far its judges can be believed. Asks nobody. */
export async function calibrateReportCommand(
  word: string,
  choices: CalibrationReportChoices,
  context: CliContext,
): Promise<void> {
  const store = await openExistingStore(context)
  try {
    const run = await findRun(store, word)
    const rubrics = chosenRubrics(await judgedRubrics(store, run, context), choices)
    const tracks = await calibrationsOf(store, run, rubrics, choices.goldAuthors, context)
    const names = new Set(rubrics.map(({ name }) => name))
    const probes = (await judgeCards(store, run)).filter(({ instrument }) => names.has(instrument))
    if (choices.json) {
      context.stdout.write(`${JSON.stringify({ run: run.id, tracks, probes }, null, 2)}\n`)
      return
    }
    const width = Math.max(60, widthOf(context))
    const { bold } = createColors(wantsColor(context))
    const lines = [
      ...tracks.flatMap((track) => [...calibrationLines(track, width, bold), '']),
      bold('Probes'),
      ...probes.flatMap((card) => wrap(plainText(judgeNote(card)), width, '  ')),
      ...(probes.length === 0 ? ['The judges were not put before probes.'] : []),
      ...wrap(
        'Probes are hand-written answers; they find a judge that is unfit, and correct nothing.',
        width,
        '  ',
      ),
    ]
    context.stdout.write(`${lines.join('\n')}\n`)
  } finally {
    await store.close()
  }
}
