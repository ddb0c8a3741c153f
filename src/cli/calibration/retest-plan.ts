import type { Case } from '../../core/case.ts'
import type { ChatRequest } from '../../core/model.ts'
import type { JudgePanelRecord, RunRecord } from '../../core/run.ts'
import type { JudgedInstrument } from '../../core/stage.ts'
import type { Store } from '../../core/store.ts'
import { askAgain } from '../../judges/calibration/ask-again.ts'
import { estimateCalls } from '../../models/gateway/estimate.ts'
import { drawItems, placeOf } from '../../reports/calibration/draw-items.ts'
import { groupBy } from '../../reports/calibration/group-by.ts'
import { plainText } from '../../reports/format.ts'
import type { ModelKit } from '../models.ts'
import { judgedInstruments, panelsFor } from '../panels.ts'
import { allocate } from '../sample-cases.ts'
import {
  isJudged,
  judgedAnswers,
  predictionOf,
  type JudgedAnswer,
  type JudgedRubric,
} from './judged-answers.ts'

/** What is put before whom. */
export interface RetestPlan {
  readonly rubric: JudgedRubric
  readonly panels: readonly JudgePanelRecord[]
  readonly instruments: readonly JudgedInstrument[]
  /** The answers that were drawn from: of ranked systems, of all where none is. */
  readonly population: readonly JudgedAnswer[]
  readonly drawn: readonly { readonly answer: JudgedAnswer; readonly subject: Case }[]
}

/**
 * A seeded draw of judged answers, and who judges them: the run's own panels under the rubric, or others.
 * @param judges models that judge instead of the run's own; empty: those
 */
export async function retestPlan(
  store: Store,
  run: RunRecord,
  rubric: JudgedRubric,
  {
    judges,
    perSystem,
    seed,
  }: { readonly judges: readonly string[]; readonly perSystem: number; readonly seed: number },
  kit: ModelKit,
): Promise<RetestPlan> {
  const { record, track, judging } = rubric
  const asked = {
    rule: 'majority',
    rubrics: [judging.name],
    decomposer: null,
    maxOutputTokens: null,
  } as const
  const panels =
    judges.length === 0
      ? record.judged.filter((panel) => panel.rubric === judging.name)
      : judges.flatMap((model) =>
          panelsFor(
            track,
            { ...asked, models: [model], rubrics: [...asked.rubrics] },
            run.spec.protocol,
            kit.pack,
          ),
        )
  const ranked = record.systems.filter(({ kind }) => kind === 'ranked').map(({ id }) => id)
  const population: JudgedAnswer[] = []
  for await (const answer of judgedAnswers(store, run, rubric)) {
    if (ranked.length === 0 || ranked.includes(answer.system)) population.push(answer)
  }
  const judged = population.filter((answer) => isJudged(answer, rubric.instruments))
  const { items } = drawItems(
    judged.map(({ system, subject, repeat, answer }) => ({
      system,
      case: subject.id,
      repeat,
      answer,
      language: null,
      value: null,
    })),
    { perSystem, seed, about: `${run.id} ${track.id} ${rubric.name} again`, allocate },
  )
  const byPlace = new Map(
    judged.map((answer) => [placeOf({ ...answer, case: answer.subject.id }), answer] as const),
  )
  const byCase = groupBy(items, (item) => item.case)
  const drawn: { answer: JudgedAnswer; subject: Case }[] = []
  for await (const subject of store.cases(run.id, track.id)) {
    for (const item of byCase.get(subject.id) ?? []) {
      const answer = byPlace.get(placeOf(item))
      if (answer !== undefined) drawn.push({ answer, subject })
    }
  }
  return { rubric, panels, instruments: judgedInstruments(track, panels, kit), population, drawn }
}

/** What asking comes to, before anything is sent. */
export async function costLines(
  store: Store,
  plans: readonly RetestPlan[],
  times: number,
  kit: ModelKit,
): Promise<string[]> {
  const requests: ChatRequest[] = []
  kit.attach({
    chat: (request) => {
      requests.push(request)
      return Promise.reject(new Error('a dry run sends nothing'))
    },
    embed: () => Promise.reject(new Error('a dry run sends nothing')),
  })
  let hasSteps = false
  for (const { instruments, drawn } of plans) {
    for (const instrument of instruments) {
      hasSteps ||= instrument.stages.filter(({ kind }) => kind === 'judge').length > 1
      for (const { answer, subject } of drawn) {
        const { signal } = new AbortController()
        const asking = { fresh: '', repeat: 0, signal }
        await askAgain(instrument, subject, await predictionOf(store, answer), asking).catch(() => undefined)
      }
    }
  }
  const estimates = await estimateCalls(requests, kit.sources, kit.prices)
  return [
    ...estimates.map(({ model, calls, inputTokens, worstCost }) =>
      plainText(
        `${model} would be asked ${calls * times} times (${calls} questions, ${times} ${times === 1 ? 'time' : 'times'} each), ${inputTokens * times} prompt tokens, at most ${worstCost === null ? 'an unknown cost: it has no price' : `${(worstCost * times).toFixed(4)} USD`}.`,
      ),
    ),
    ...(estimates.length === 0 ? ['No answer would be put before a judge.'] : []),
    ...(hasSteps
      ? ['Later steps of chains are not in these numbers: what they ask depends on the first.']
      : []),
  ]
}
