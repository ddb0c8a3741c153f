import { abilities, retrievalLevels, type Ability } from '../shapes.ts'

export type Task = 'extraction' | 'update' | 'retrieval' | 'utilization'

/** A track of the public layout and the folder it lies in (spec 1.4). */
export interface PublicTrack {
  readonly track: string
  readonly task: Task
  readonly folder: string
  readonly ability: Ability | null
}

export const publicTracks: readonly PublicTrack[] = [
  { track: 'alpsbench/extraction', task: 'extraction', folder: 'task1', ability: null },
  { track: 'alpsbench/update', task: 'update', folder: 'task2', ability: null },
  ...retrievalLevels.map((level): PublicTrack => ({
    track: `alpsbench/retrieval/d${level}`,
    task: 'retrieval',
    folder: `task3/d${level}`,
    ability: null,
  })),
  ...abilities.map((ability, index): PublicTrack => ({
    track: `alpsbench/utilization/${ability}`,
    task: 'utilization',
    folder: `task4_ability${index + 1}`,
    ability,
  })),
]

/** Splits of the public layout in the order of the benchmark. */
export const publicSplits = ['dev', 'validation', 'test', 'examples'] as const
