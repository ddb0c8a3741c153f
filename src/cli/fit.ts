import type { Case } from '../core/case.ts'
import type { CaseOptions, Dataset } from '../core/dataset.ts'
import type { Json } from '../core/json.ts'
import type { BaselineDefinition } from '../core/track.ts'
import { FOLDS, foldOf } from '../engine/execute.ts'

/**
 * Fits a baseline without ever touching a scored case: on another split where the data has one, else on the
 * other folds of the same data (folds keep clusters together).
 * @returns one state per fold; none when there is nothing to fit
 */
export async function fitBaseline(
  definition: BaselineDefinition,
  dataset: Dataset,
  track: string,
  options: CaseOptions,
): Promise<Json[]> {
  if (definition.fit === undefined) return []
  const fit = definition.fit.bind(definition)
  const elsewhere = await dataset.fitOptions(track, options)
  if (elsewhere !== null) {
    const state = await fit(
      usable(dataset.cases(track, elsewhere), () => true),
      options.seed,
    )
    return Array.from({ length: FOLDS }, () => state)
  }
  const states: Json[] = []
  for (let fold = 0; fold < FOLDS; fold += 1) {
    states.push(
      await fit(
        usable(dataset.cases(track, options), (subject) => foldOf(subject) !== fold),
        options.seed,
      ),
    )
  }
  return states
}

/** Cases that have gold and are not left out by the view. */
async function* usable(cases: AsyncIterable<Case>, keep: (subject: Case) => boolean): AsyncGenerator<Case> {
  for await (const subject of cases) {
    if (subject.gold !== null && subject.skip === undefined && keep(subject)) yield subject
  }
}
