import type { InstrumentStage, Stage, SystemStage } from '../core/stage.ts'

/** A graph in an order in which every stage comes after what it needs. */
export interface SortedGraph {
  readonly systemStages: readonly SystemStage[]
  readonly instrumentStages: readonly InstrumentStage[]
}

/**
 * Sorts the stages of one system so that needs come first.
 * @throws Error for two stages of one name, an unknown need, a cycle, or a need on an instrument's stage:
 * mistakes of a track's author, found before anything is run
 */
export function sortGraph(stages: readonly Stage[]): SortedGraph {
  const systemStages = new Map<string, SystemStage>()
  const instrumentStages = new Map<string, InstrumentStage>()
  for (const stage of stages) {
    const key = stage.kind === 'system' ? stage.name : `${stage.name} of ${stage.instrument}`
    if (systemStages.has(key) || instrumentStages.has(key)) throw new Error(`stage graph: two stages ${key}`)
    if (stage.kind === 'system') systemStages.set(key, stage)
    else instrumentStages.set(key, stage)
  }
  const order: SystemStage[] = []
  const state = new Map<string, 'open' | 'done'>()
  const visit = (name: string, neededBy: string): void => {
    const stage = systemStages.get(name)
    if (stage === undefined)
      throw new Error(`stage graph: ${neededBy} needs ${name}, which is no system stage`)
    if (state.get(name) === 'done') return
    if (state.get(name) === 'open') throw new Error(`stage graph: ${name} needs itself`)
    state.set(name, 'open')
    for (const need of stage.needs) visit(need, name)
    state.set(name, 'done')
    order.push(stage)
  }
  for (const stage of systemStages.values()) visit(stage.name, 'the graph')
  for (const [key, stage] of instrumentStages) {
    for (const need of stage.needs) visit(need, key)
  }
  return { systemStages: order, instrumentStages: [...instrumentStages.values()] }
}
