import { z } from 'zod'
import { jsonObjectSchema } from '../../core/json.ts'
import type { RunRecord } from '../../core/run.ts'
import type { ResultReference, Store } from '../../core/store.ts'
import { placeOf } from '../../reports/calibration/draw-items.ts'
import { familyOf } from '../../reports/calibration/family.ts'
import { groupBy } from '../../reports/calibration/group-by.ts'
import type { PanelVotes } from '../../reports/calibration/panel-overlap.ts'
import { batches, latestReferences } from '../../reports/latest-references.ts'
import type { InstrumentFacts } from '../../reports/track-context.ts'
import { predictionOf, type JudgedAnswer, type JudgedRubric } from './judged-answers.ts'

const detailSchema = z.object({
  detail: z.object({
    judges: z.array(z.object({ model: z.string(), verdict: jsonObjectSchema.nullable() })),
  }),
})

type Verdicts = z.infer<typeof detailSchema>['detail']['judges']

/**
 * What each judge of a panel said of the answers of systems that it shares a family with, on the rubric's first metric;
 * empty for a single judge, a chain, and where no judge has kin among the systems.
 */
export async function panelVotes(
  store: Store,
  run: RunRecord,
  { judging, track }: JudgedRubric,
  facts: InstrumentFacts,
  key: string,
  answers: readonly JudgedAnswer[],
): Promise<PanelVotes[]> {
  const models = (facts.judges ?? []).flatMap((role) => role.models)
  const metric = facts.metrics[0]?.name
  if (judging.kind === 'chain' || models.length < 2 || metric === undefined) return []
  const families = new Set(models.map(familyOf))
  const kin = answers.filter(({ system }) => {
    const family = familyOf(system)
    return family !== null && families.has(family)
  })
  const byCase = groupBy(kin, ({ subject }) => subject.id)
  const verdicts = new Map<string, Verdicts>()
  for (const system of new Set(kin.map((answer) => answer.system))) {
    for await (const [place, said] of verdictsOf(store, run, track.id, system, key)) verdicts.set(place, said)
  }
  const found: PanelVotes[] = []
  for await (const { id, input, gold } of store.cases(run.id, track.id)) {
    for (const answer of byCase.get(id) ?? []) {
      const said = verdicts.get(placeOf({ ...answer, case: id }))
      if (said === undefined) continue
      const prediction = await predictionOf(store, answer)
      const votes = said.flatMap(({ model, verdict }) => {
        if (verdict === null) return []
        const score = judging.rubric.score(verdict, { input, gold, prediction })[metric]
        return score === undefined || 'unscored' in score || score.denominator === 0
          ? []
          : [{ judge: model, value: score.numerator / score.denominator }]
      })
      found.push({ system: answer.system, votes })
    }
  }
  return found
}

/** Verdicts of all judges by answer. */
async function* verdictsOf(
  store: Store,
  run: RunRecord,
  track: string,
  system: string,
  key: string,
): AsyncGenerator<readonly [place: string, said: Verdicts]> {
  const isScore = ({ stage, instrument, failure }: ResultReference): boolean =>
    stage === 'score' && instrument === key && failure === null
  const references = latestReferences(store.references(run.id, { track, system }), (reference) =>
    isScore(reference) ? key : null,
  )
  for await (const batch of batches(references)) {
    const results = await store.lookup(batch.map(({ fingerprint }) => fingerprint))
    for (const { case: id, repeat, fingerprint } of batch) {
      const read = detailSchema.safeParse(results.get(fingerprint)?.output)
      if (read.success) yield [placeOf({ system, case: id, repeat }), read.data.detail.judges]
    }
  }
}
