import type { InstrumentStage, JudgeStage, Stage, SystemStage } from '../core/stage.ts'

/** One instrument: what comes before its last stage, in order, and the last stage. */
export interface InstrumentChain {
  readonly before: readonly JudgeStage[]
  readonly last: InstrumentStage
}

/** A graph in an order in which every stage comes after what it needs. */
export interface SortedGraph {
  readonly systemStages: readonly SystemStage[]
  readonly instruments: readonly InstrumentChain[]
}

/**
 * Sorts the stages of one system so that needs come first.
 * @throws Error for two stages of one name, an unknown need, a cycle, a need on another instrument's stage, or an
 * instrument without a last stage: mistakes of a track's author, found before anything is run
 */
export function sortGraph(stages: readonly Stage[]): SortedGraph {
  refuseTwins(stages)
  const systemStages = sorted(
    stages.filter((stage) => stage.kind === 'system'),
    new Set(),
  )
  const known = new Set(systemStages.map(({ name }) => name))
  const keys = [...new Set(stages.flatMap((stage) => (stage.kind === 'system' ? [] : [stage.instrument])))]
  const instruments = keys.map((instrument): InstrumentChain => {
    const own = stages.filter((stage) => stage.kind !== 'system' && stage.instrument === instrument)
    const before = sorted(
      own.filter((stage) => stage.kind === 'judge'),
      known,
    )
    const [last, second] = own.filter((stage) => stage.kind === 'instrument')
    if (last === undefined || second !== undefined)
      throw new Error(`stage graph: ${instrument} needs one last stage`)
    const reachable = new Set([...known, ...before.map(({ name }) => name)])
    const missing = last.needs.find((need) => !reachable.has(need))
    if (missing !== undefined)
      throw new Error(`stage graph: ${last.name} of ${instrument} needs ${missing}, which is not there`)
    return { before, last }
  })
  return { systemStages, instruments }
}

/** A stage's name inside its graph. */
export function stageKey(stage: Stage): string {
  return stage.kind === 'system' ? stage.name : `${stage.name} of ${stage.instrument}`
}

function refuseTwins(stages: readonly Stage[]): void {
  const keys = new Set<string>()
  for (const stage of stages) {
    const key = stageKey(stage)
    if (keys.has(key)) throw new Error(`stage graph: two stages ${key}`)
    keys.add(key)
  }
}

/** @param given names that are there already */
function sorted<S extends Stage>(stages: readonly S[], given: ReadonlySet<string>): S[] {
  const byName = new Map(stages.map((stage) => [stage.name, stage]))
  const order: S[] = []
  const state = new Map<string, 'open' | 'done'>()
  const visit = (name: string, neededBy: string): void => {
    if (given.has(name) && !byName.has(name)) return
    const stage = byName.get(name)
    if (stage === undefined) throw new Error(`stage graph: ${neededBy} needs ${name}, which is not there`)
    if (state.get(name) === 'done') return
    if (state.get(name) === 'open') throw new Error(`stage graph: ${name} needs itself`)
    state.set(name, 'open')
    for (const need of stage.needs) visit(need, name)
    state.set(name, 'done')
    order.push(stage)
  }
  for (const stage of stages) visit(stage.name, 'the graph')
  return order
}
