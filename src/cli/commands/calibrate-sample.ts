import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import type { CalibrationSample, DrawnItem } from '../../core/calibration.ts'
import { UsageError } from '../../core/errors.ts'
import type { RunRecord } from '../../core/run.ts'
import type { Store } from '../../core/store.ts'
import { writeTextFile } from '../../io/atomic-file.ts'
import { writeCsv } from '../../io/csv.ts'
import { writeJsonl } from '../../io/jsonl-writer.ts'
import { keepSample } from '../../judges/calibration/label-store.ts'
import { placeOf } from '../../reports/calibration/draw-items.ts'
import { groupBy } from '../../reports/calibration/group-by.ts'
import type { LabelField } from '../../reports/calibration/label-field.ts'
import { labellingGuide } from '../../reports/calibration/labelling-guide.ts'
import { plainText } from '../../reports/format.ts'
import { askedFields, drawSample, type DrawChoices } from '../calibration/draw-sample.ts'
import {
  chosenRubrics,
  judgedRubrics,
  predictionOf,
  type JudgedAnswer,
  type JudgedRubric,
} from '../calibration/judged-answers.ts'
import { shownAnswer, type ShownAnswer } from '../calibration/shown-answer.ts'
import type { CliContext } from '../context.ts'
import { findRun, openExistingStore } from '../find-run.ts'

export interface SampleChoices extends DrawChoices {
  readonly track: string | undefined
  readonly rubric: string | undefined
  /** Metrics that people are asked for; empty: all. */
  readonly fields: readonly string[]
  readonly out: string
}

/** Wordings of a rubric that a guide can hold, such as one a language; more of them stand beside each answer. */
const MOST_INSTRUCTIONS = 3

/**
 * `rapport calibrate sample <run>`: draws judged answers at random for people to label, and writes them without the
 * names of systems and without verdicts. Which item is which stays in the store.
 */
export async function calibrateSampleCommand(
  word: string,
  choices: SampleChoices,
  context: CliContext,
): Promise<void> {
  const path = resolve(context.cwd, choices.out)
  const guidePath = path.replace(/\.(?:csv|jsonl)$/, '.guide.txt')
  if (guidePath === path)
    throw new UsageError(`${choices.out} is neither a .csv nor a .jsonl file`, 'name one of the two')
  for (const file of [path, guidePath]) {
    // Somebody's labels may be in it.
    if (existsSync(file))
      throw new UsageError(`${plainText(file)} is there already`, 'take another name with --out')
  }
  const store = await openExistingStore(context)
  try {
    const run = await findRun(store, word)
    const rubric = oneRubric(chosenRubrics(await judgedRubrics(store, run, context), choices))
    const fields = askedFields(rubric, choices.fields)
    const { sample, answers } = await drawSample(store, run, rubric, choices, fields)
    const shown = await shownItems(store, run, rubric, sample, answers)
    await writeItems(path, shown, fields)
    await writeTextFile(guidePath, labellingGuide(rubric.name, fields, instructionsOf(shown)))
    await keepSample(store, run.id, sample, context.clock.now())
    context.stdout.write(drawnText(sample, choices.out, run))
  } finally {
    await store.close()
  }
}

function oneRubric(found: readonly JudgedRubric[]): JudgedRubric {
  const [first, ...more] = found
  if (first === undefined || more.length > 0) {
    throw new UsageError(
      `the run was judged under ${found.length} rubrics, and people label under one at a time`,
      `add --track and --rubric: ${found.map(({ track, judging }) => `${track.id} ${judging.name}`).join(', ')}`,
    )
  }
  return first
}

interface ShownItem extends ShownAnswer {
  readonly item: DrawnItem
}

async function shownItems(
  store: Store,
  run: RunRecord,
  { judging, track }: JudgedRubric,
  { items }: CalibrationSample,
  answers: ReadonlyMap<string, JudgedAnswer>,
): Promise<ShownItem[]> {
  const byCase = groupBy(items, (item) => item.case)
  const shown = new Map<string, ShownAnswer>()
  for await (const subject of store.cases(run.id, track.id)) {
    for (const item of byCase.get(subject.id) ?? []) {
      const answer = answers.get(placeOf(item))
      if (answer === undefined) continue
      const { input, gold } = subject
      const one = shownAnswer(judging, { input, gold, prediction: await predictionOf(store, answer) })
      if (one !== null) shown.set(item.id, one)
    }
  }
  const all = items.flatMap((item) => {
    const one = shown.get(item.id)
    return one === undefined ? [] : [{ item, ...one }]
  })
  if (instructionsOf(all).length > 0) return all
  // The wording depends on the case, so it belongs to what has to be read for each.
  return all.map((one) => ({ ...one, material: `${one.instruction}\n\n${one.material}` }))
}

/** The wordings that a guide can hold; none where almost every case has its own. */
function instructionsOf(shown: readonly ShownAnswer[]): string[] {
  const all = [...new Set(shown.map(({ instruction }) => instruction))]
  return all.length > MOST_INSTRUCTIONS ? [] : all
}

async function writeItems(
  path: string,
  shown: readonly ShownItem[],
  fields: readonly LabelField[],
): Promise<void> {
  if (path.endsWith('.jsonl')) {
    await writeJsonl(
      path,
      shown.map(({ item, material }) => ({
        item: item.id,
        language: item.language,
        shown: material,
        labels: Object.fromEntries(fields.map(({ name }) => [name, null])),
      })),
    )
    return
  }
  await writeCsv(
    path,
    ['item', 'language', 'shown', ...fields.map(({ name }) => name), 'note'],
    shown.map(({ item, material }) => [item.id, item.language, material, ...fields.map(() => ''), '']),
  )
}

function drawnText({ items, strata, rubric, track }: CalibrationSample, out: string, run: RunRecord): string {
  const lines = strata.map(({ system, value, size, drawn }) =>
    plainText(`  ${system}${value === null ? '' : ` ${value}`}: ${drawn} of ${size} judged answers`),
  )
  return [
    `${items.length} answers of ${track} drawn for labels under ${rubric}, written to ${plainText(out)}:`,
    ...lines,
    'The file shows neither systems nor verdicts. Give each person a copy of it and of the guide beside it, then:',
    `  rapport calibrate labels ${run.id} <file> --annotator <pseudonym>`,
    '',
  ].join('\n')
}
