import type { Scorer } from './scorer.ts'
import type { Stage } from './stage.ts'
import type { System } from './system.ts'

/** The graph of a track for one system, in any order; the engine sorts it and refuses cycles. */
export type StageGraph = (system: System, scorers: readonly Scorer[]) => readonly Stage[]
