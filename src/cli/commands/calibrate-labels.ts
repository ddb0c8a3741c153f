import { resolve } from 'node:path'
import type { CalibrationSample } from '../../core/calibration.ts'
import { UsageError } from '../../core/errors.ts'
import type { Store } from '../../core/store.ts'
import { readSmallTextFile } from '../../io/small-text-file.ts'
import { keepLabels, readCalibration } from '../../judges/calibration/label-store.ts'
import { ruleText, usualRule } from '../../reports/calibration/adjudicate.ts'
import { groupBy } from '../../reports/calibration/group-by.ts'
import { labelFieldOf, type LabelField } from '../../reports/calibration/label-field.ts'
import { plainText } from '../../reports/format.ts'
import { judgedRubrics, type JudgedRubric } from '../calibration/judged-answers.ts'
import { readLabelFile } from '../calibration/label-file.ts'
import type { CliContext } from '../context.ts'
import { findRun, openExistingStore } from '../find-run.ts'

/** `rapport calibrate labels <run> <csv>`: takes in what people said of drawn answers; all of a file or nothing. */
export async function calibrateLabelsCommand(
  word: string,
  file: string,
  annotator: string | undefined,
  context: CliContext,
): Promise<void> {
  const text = await readSmallTextFile(resolve(context.cwd, file))
  const store = await openExistingStore(context)
  try {
    const run = await findRun(store, word)
    const { samples } = await readCalibration(store, run.id)
    if (samples.length === 0)
      throw new UsageError(
        `no answers of run ${run.id} were drawn for labels, and only a random sample of its answers can calibrate its judge`,
        `draw one first: rapport calibrate sample ${run.id} --per-system 50 --out labels.csv`,
      )
    const rubrics = await judgedRubrics(store, run, context)
    const labels = await readLabelFile(text, file, {
      samples,
      fieldsOf: (sample) => fieldsOf(sample, rubrics),
      annotator,
      at: context.clock.now(),
      originOf: (item) => originOf(store, run.id, item),
    })
    const { added, replaced, same } = await keepLabels(store, run.id, labels)
    const { labels: all } = await readCalibration(store, run.id)
    context.stdout.write(
      [
        `${added} labels taken in, ${replaced} in place of earlier ones of the same person, ${same} were there already`,
        ...samples.flatMap((sample) => progressLines(sample, all)),
        ...rulesOf(samples, rubrics).map((line) => `Several people: ${line}.`),
        `Figures: rapport calibrate report ${run.id}`,
        '',
      ].join('\n'),
    )
  } finally {
    await store.close()
  }
}

/** Fields of a sample as the rubric defines them; none where nothing judges under the rubric any more. */
function fieldsOf(sample: CalibrationSample, rubrics: readonly JudgedRubric[]): LabelField[] {
  const found = rubrics.find(({ name, track }) => name === sample.rubric && track.id === sample.track)
  const [instrument] = found?.instruments ?? []
  return (instrument === undefined || found === undefined ? [] : metricsOf(found))
    .filter(({ name }) => sample.fields.includes(name))
    .map(labelFieldOf)
}

/** Those of the rubric: a panel that takes the mean has no yes or no, and people do. */
function metricsOf({ judging }: JudgedRubric) {
  return judging.kind === 'chain' ? judging.chain.metrics : judging.rubric.metrics
}

function progressLines(
  { rubric, track, items }: CalibrationSample,
  labels: readonly { readonly item: string; readonly annotator: string }[],
): string[] {
  const ids = new Set(items.map(({ id }) => id))
  const people = groupBy(
    labels.filter(({ item }) => ids.has(item)),
    ({ annotator }) => annotator,
  )
  return [...people].map(([annotator, own]) =>
    plainText(
      `${annotator}: ${new Set(own.map(({ item }) => item)).size} of ${items.length} drawn answers of ${track} under ${rubric}`,
    ),
  )
}

function rulesOf(samples: readonly CalibrationSample[], rubrics: readonly JudgedRubric[]): string[] {
  const fields = samples.flatMap((sample) => fieldsOf(sample, rubrics))
  const rules = new Set(fields.map(({ scale }) => usualRule(scale)))
  return [...rules].map((rule) => {
    const names = [
      ...new Set(fields.filter(({ scale }) => usualRule(scale) === rule).map(({ name }) => name)),
    ]
    return `${names.join(', ')}: ${ruleText(rule)}`
  })
}

/** Which other run an item was drawn from. */
async function originOf(store: Store, run: string, item: string): Promise<string | null> {
  for (const { id } of await store.runs()) {
    if (id === run) continue
    const { samples } = await readCalibration(store, id)
    if (samples.some(({ items }) => items.some((one) => one.id === item))) return `run ${id}`
  }
  return null
}
