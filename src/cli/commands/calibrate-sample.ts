import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import type { CalibrationSample, DrawnItem } from '../../core/calibration.ts'
import { tagValues } from '../../core/case.ts'
import { UsageError } from '../../core/errors.ts'
import { hashJson } from '../../core/hash.ts'
import type { RunRecord } from '../../core/run.ts'
import type { Store } from '../../core/store.ts'
import { writeTextFile } from '../../io/atomic-file.ts'
import { writeCsv } from '../../io/csv.ts'
import { writeJsonl } from '../../io/jsonl-writer.ts'
import { keepSample } from '../../judges/calibration/label-store.ts'
import { drawItems, placeOf } from '../../reports/calibration/draw-items.ts'
import { groupBy } from '../../reports/calibration/group-by.ts'
import { labelFields, type LabelField } from '../../reports/calibration/label-field.ts'
import { labellingGuide } from '../../reports/calibration/labelling-guide.ts'
import { plainText } from '../../reports/format.ts'
import {
  chosenRubrics,
  isJudged,
  judgedAnswers,
  judgedRubrics,
  predictionOf,
  type JudgedAnswer,
  type JudgedRubric,
} from '../calibration/judged-answers.ts'
import { shownAnswer, type ShownAnswer } from '../calibration/shown-answer.ts'
import type { CliContext } from '../context.ts'
import { findRun, openExistingStore } from '../find-run.ts'
import { allocate } from '../sample-cases.ts'
import { suggestion } from '../suggest.ts'

export interface SampleChoices {
  readonly perSystem: number
  readonly seed: number
  readonly track: string | undefined
  readonly rubric: string | undefined
  /** Ids of systems; empty: the ranked ones, or all where none is. Easy answers of baselines would flatter a judge. */
  readonly systems: readonly string[]
  /** Tag that strata are told apart by, beside the system. */
  readonly stratify: string | undefined
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
    const fields = fieldsOf(rubric, choices.fields)
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

function fieldsOf(rubric: JudgedRubric, wanted: readonly string[]): LabelField[] {
  const { judging } = rubric
  const { metrics } = judging.kind === 'chain' ? judging.chain : judging.rubric
  const all = labelFields(metrics, judging.kind === 'chain' ? {} : judging.rubric.meanOf)
  const names = all.map(({ name }) => name)
  const unknown = wanted.find((name) => !names.includes(name))
  if (unknown !== undefined)
    throw new UsageError(
      `people can't be asked for ${JSON.stringify(unknown)} under ${rubric.name}`,
      `fields are ${names.join(', ')}`,
    )
  return wanted.length === 0 ? all : all.filter(({ name }) => wanted.includes(name))
}

async function drawSample(
  store: Store,
  run: RunRecord,
  rubric: JudgedRubric,
  { systems, stratify, perSystem, seed }: SampleChoices,
  fields: readonly LabelField[],
): Promise<{ readonly sample: CalibrationSample; readonly answers: ReadonlyMap<string, JudgedAnswer> }> {
  const known = rubric.record.systems.map(({ id }) => id)
  for (const system of systems) {
    if (!known.includes(system))
      throw new UsageError(
        `run ${run.id} has no system ${JSON.stringify(plainText(system))} on ${rubric.track.id}`,
        suggestion(system, known, `rapport report ${run.id}`),
      )
  }
  const ranked = rubric.record.systems.filter(({ kind }) => kind === 'ranked').map(({ id }) => id)
  const wanted = [systems, ranked, known].find(({ length }) => length > 0) ?? []
  const answers = new Map<string, JudgedAnswer>()
  const tags = new Set<string>()
  for await (const answer of judgedAnswers(store, run, rubric)) {
    if (!wanted.includes(answer.system)) continue
    if (!isJudged(answer, rubric.instruments)) continue
    for (const tag of Object.keys(answer.subject.tags)) tags.add(tag)
    answers.set(placeOf({ ...answer, case: answer.subject.id }), answer)
  }
  if (answers.size === 0)
    throw new UsageError(
      `no answer of run ${run.id} has a verdict under ${rubric.name}`,
      `see what became of them: rapport report ${run.id}`,
    )
  if (stratify !== undefined && !tags.has(stratify))
    throw new UsageError(
      `no judged case has the tag ${JSON.stringify(plainText(stratify))}`,
      suggestion(stratify, [...tags], `rapport report ${run.id} --slice <tag>`),
    )
  const about = `${run.id} ${rubric.track.id} ${rubric.name}`
  const { strata, items } = drawItems(
    [...answers.values()].map(({ system, subject, repeat, answer, language }) => ({
      system,
      case: subject.id,
      repeat,
      answer,
      language,
      value: stratify === undefined ? null : JSON.stringify(tagValues(subject.tags, stratify).toSorted()),
    })),
    { perSystem, seed, about, allocate },
  )
  const body = {
    track: rubric.track.id,
    rubric: rubric.name,
    seed,
    stratify: stratify ?? null,
    fields: fields.map(({ name }) => name),
    strata,
    items,
  }
  return { sample: { id: `s${hashJson(body).slice(0, 12)}`, ...body }, answers }
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
