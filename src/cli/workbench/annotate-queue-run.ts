import type { AskedField, PinnedItem, QueueSource } from '../../core/annotation.ts'
import type { Case } from '../../core/case.ts'
import { plainView } from '../../core/case-view.ts'
import { UsageError } from '../../core/errors.ts'
import { jsonSchema, type Json } from '../../core/json.ts'
import type { RunRecord } from '../../core/run.ts'
import { instrumentKey } from '../../core/scorer.ts'
import type { Store } from '../../core/store.ts'
import { placeOf } from '../../reports/calibration/draw-items.ts'
import { metricsOf } from '../../reports/track-context.ts'
import type { CasesPort } from '../../server/workbench.ts'
import { askedFields, drawSample } from '../calibration/draw-sample.ts'
import {
  judgedAnswers,
  judgedRubrics,
  predictionOf,
  type JudgedAnswer,
} from '../calibration/judged-answers.ts'
import { shownAnswer } from '../calibration/shown-answer.ts'
import { trackFactsOf } from '../track-facts.ts'
import { mutable } from './annotate-queue-data.ts'
import { knownTrack, type PinnedQueue } from './annotate-queue.ts'
import { partsOf, titleOf } from './case-detail.ts'
import { languageOf } from './laid-out.ts'
import type { WorkbenchContext } from './store-source.ts'

type VerdictSource = Extract<QueueSource, { from: 'verdicts' }>
type WrongSource = Extract<QueueSource, { from: 'wrong' }>

interface RunOf {
  readonly store: Store
  readonly run: RunRecord
}

/** Judged answers of a run, drawn at random by system as `calibrate sample` draws them. */
export async function verdictQueue(
  source: VerdictSource,
  seed: number,
  { store, run }: RunOf,
  cases: Pick<CasesPort, 'answer'>,
  context: WorkbenchContext,
): Promise<PinnedQueue> {
  const all = await judgedRubrics(store, run, context)
  const found = all.find(
    ({ track, instruments }) =>
      track.id === source.track && instruments.some((one) => instrumentKey(one) === source.instrument),
  )
  if (found === undefined) {
    const known = all.flatMap(({ track, instruments }) =>
      instruments.map((one) => `${track.id} ${instrumentKey(one)}`),
    )
    throw new UsageError(
      `nothing judged ${source.track} as ${JSON.stringify(source.instrument)} in run ${run.id}`,
      `judged: ${known.join(', ')}`,
    )
  }
  const rubric = {
    ...found,
    instruments: found.instruments.filter((one) => instrumentKey(one) === source.instrument),
  }
  const fields = askedFields(rubric, [])
  const { sample, answers } = await drawSample(
    store,
    run,
    rubric,
    { perSystem: source.count, seed, systems: [], stratify: undefined },
    fields,
  )
  const items: PinnedItem[] = []
  for (const drawn of sample.items) {
    const answer = answers.get(placeOf(drawn))
    const subject = await store.case(run.id, source.track, drawn.case)
    if (answer === undefined || subject === undefined) continue
    const prediction = await predictionOf(store, answer)
    const said = answer.values.get(source.instrument) ?? {}
    const { verdicts } = await cases.answer(run.id, source.track, {
      case: drawn.case,
      system: drawn.system,
      repeat: drawn.repeat,
    })
    const own = verdicts.filter(({ instrument }) => instrument === source.instrument)
    const shown = shownAnswer(rubric.judging, { input: subject.input, gold: subject.gold, prediction })
    items.push({
      id: drawn.id,
      ...headOf(subject, source.track),
      language: drawn.language,
      content: {
        kind: 'judge',
        track: source.track,
        blocks: [
          ...(shown === null
            ? []
            : [
                {
                  kind: 'text' as const,
                  name: 'rubric.instruction',
                  title: 'What the judge was asked',
                  text: shown.instruction,
                },
              ]),
          ...answerBlocks(subject, source.track, prediction),
        ],
        fields: fields.map(({ name, description, range: [low, high], scale }): AskedField => ({
          metric: name,
          description,
          range: [low, high],
          scale,
          judged: said[name] ?? null,
        })),
        verdict: jsonSchema.parse(own),
        judge: own[0]?.judge ?? '',
        instrument: source.instrument,
        drawn: drawn.id,
      },
    })
  }
  return { dataset: run.spec.descriptor, items, drawn: { run: run.id, sample } }
}

/** Cases that a system got wrong, the worst first. */
export async function wrongQueue(
  source: WrongSource,
  { store, run }: RunOf,
  context: WorkbenchContext,
): Promise<PinnedQueue> {
  const { track, system, instrument, metric } = source
  const record = run.spec.tracks.find((one) => one.track === track)
  const systems = record?.systems.filter(({ id }) => id === system) ?? []
  if (record === undefined || systems.length === 0)
    throw new UsageError(
      `run ${run.id} has no system ${JSON.stringify(system)} on ${JSON.stringify(track)}`,
      `see what it has with: rapport report ${run.id}`,
    )
  const facts = (await trackFactsOf(store, run, context)).tracks.find(({ id }) => id === track)
  const definition = facts === undefined ? undefined : metricsOf(facts).get(`${instrument} ${metric}`)
  if (facts === undefined || definition === undefined)
    throw new UsageError(
      `nothing measures ${JSON.stringify(`${instrument} ${metric}`)} on ${track} in run ${run.id}`,
      facts === undefined ? undefined : `figures: ${[...metricsOf(facts).keys()].join(', ')}`,
    )
  const [low, high] = definition.range
  const found: { answer: JudgedAnswer; value: number; share: number }[] = []
  for await (const answer of judgedAnswers(store, run, { record: { ...record, systems } })) {
    const value = answer.values.get(instrument)?.[metric]
    // Of several repeats the first; an answer without a figure is not known to be wrong.
    if (value === undefined || answer.repeat !== 0) continue
    const share =
      definition.direction === 'higher' ? (value - low) / (high - low) : (high - value) / (high - low)
    if (share < source.below) found.push({ answer, value, share })
  }
  const worst = found
    .toSorted((a, b) => a.share - b.share || (a.answer.subject.id < b.answer.subject.id ? -1 : 1))
    .slice(0, source.limit ?? found.length)
  if (worst.length === 0)
    throw new UsageError(
      `${system} has no case on ${track} below ${source.below} of the range of ${instrument} ${metric}`,
      'take a higher share, or another figure',
    )
  const items: PinnedItem[] = []
  for (const { answer, value } of worst) {
    const subject = await store.case(run.id, track, answer.subject.id)
    if (subject === undefined) continue
    items.push({
      id: subject.id,
      ...headOf(subject, track),
      language: answer.language,
      content: {
        kind: 'causes',
        track,
        system,
        blocks: answerBlocks(subject, track, await predictionOf(store, answer)),
        value,
        figure: `${instrument} ${metric}`,
      },
    })
  }
  return { dataset: run.spec.descriptor, items }
}

function headOf(subject: Case, track: string) {
  const view = knownTrack(track).caseView ?? plainView
  return {
    title: titleOf(subject, view),
    flag: null,
    cluster: subject.cluster,
    language: languageOf(subject),
  }
}

function answerBlocks(subject: Case, track: string, prediction: Json) {
  const view = knownTrack(track).caseView ?? plainView
  const parts = partsOf(subject, view)
  return [...parts.input, ...parts.gold, ...view.prediction(prediction, subject), ...parts.background].map(
    mutable,
  )
}
