import type { CalibrationSample } from '../../core/calibration.ts'
import { tagValues } from '../../core/case.ts'
import { UsageError } from '../../core/errors.ts'
import { hashJson } from '../../core/hash.ts'
import type { RunRecord } from '../../core/run.ts'
import type { Store } from '../../core/store.ts'
import { drawItems, placeOf } from '../../reports/calibration/draw-items.ts'
import { labelFields, type LabelField } from '../../reports/calibration/label-field.ts'
import { plainText } from '../../reports/format.ts'
import { allocate } from '../sample-cases.ts'
import { suggestion } from '../suggest.ts'
import { isJudged, judgedAnswers, type JudgedAnswer, type JudgedRubric } from './judged-answers.ts'

export interface DrawChoices {
  readonly perSystem: number
  readonly seed: number
  /** Ids of systems; empty: the ranked ones, or all where none is. Easy answers of baselines would flatter a judge. */
  readonly systems: readonly string[]
  /** Tag that strata are told apart by, beside the system. */
  readonly stratify: string | undefined
}

/**
 * What people are asked under a rubric.
 * @param wanted names of metrics; empty: all
 * @throws UsageError for a metric that people can't be asked for
 */
export function askedFields(rubric: JudgedRubric, wanted: readonly string[]): LabelField[] {
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

/** Draws judged answers at random, system by system. @throws UsageError where there is nothing to draw */
export async function drawSample(
  store: Store,
  run: RunRecord,
  rubric: JudgedRubric,
  { systems, stratify, perSystem, seed }: DrawChoices,
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
