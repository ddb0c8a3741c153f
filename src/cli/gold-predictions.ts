import type { BlindPredictions } from '../audit/sensitivity/index.ts'
import type { Case } from '../core/case.ts'
import type { CaseOptions, Dataset } from '../core/dataset.ts'
import { UsageError } from '../core/errors.ts'
import type { Json } from '../core/json.ts'
import type { Response, System } from '../core/system.ts'
import type { Track } from '../core/track.ts'
import { foldOf } from '../engine/execute.ts'
import type { CliContext } from './context.ts'
import { fitBaseline } from './fit.ts'

/** The cases that a view keeps and whose gold is public. */
export async function* withGold(cases: AsyncIterable<Case>): AsyncGenerator<Case> {
  for await (const subject of cases) if (subject.gold !== null && subject.skip === undefined) yield subject
}

/** What the oracle and every input-blind baseline say to the cases. @throws UsageError for a track without an oracle */
export async function predictionsOf(
  track: Track,
  dataset: Dataset,
  options: CaseOptions,
  cases: readonly Case[],
  { signal }: CliContext,
): Promise<{ oracle: Json[]; blind: BlindPredictions[] }> {
  let oracle: Json[] | undefined
  const blind: BlindPredictions[] = []
  for (const definition of track.baselines) {
    if (definition.id !== 'oracle' && definition.kind !== 'input-blind') continue
    const states = await fitBaseline(definition, dataset, track.id, options)
    const system = definition.create({ seed: options.seed, states })
    const predictions: Json[] = []
    for (const subject of cases) {
      const response = await answer(system, subject, signal)
      predictions.push(
        response.form === 'contract' ? response.value : track.parse(response, subject.input).prediction,
      )
    }
    if (definition.id === 'oracle') oracle = predictions
    else blind.push({ system: definition.id, predictions })
  }
  if (oracle === undefined) throw new UsageError(`${track.id} has no oracle to plant errors into`)
  return { oracle, blind }
}

function answer(system: System, subject: Case, signal: AbortSignal): Promise<Response> {
  const { id, input, gold } = subject
  const call = { repeat: 0, attempt: 1, fresh: null, signal }
  if (system.access === 'gold') return system.predictPrivileged({ input, gold, id }, call)
  if (system.access === 'baseline') return system.respond({ input, id, fold: foldOf(subject) }, call)
  throw new TypeError(`${system.id} is no baseline`)
}
