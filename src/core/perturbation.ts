import type { Json } from './json.ts'

/** A case with the best prediction there is for it: what errors are planted into. */
export interface PlantCase {
  readonly id: string
  /** Cases of one cluster have one user. */
  readonly cluster: string
  readonly input: Json
  readonly gold: Json
  readonly prediction: Json
}

/** A place of a case where the change is made, with what it needs to be made the same way at every grade. */
export interface PlantPlace {
  /** As {@link Perturbation.places} named it. */
  readonly at: number
  /** The next number of this place's own stream: whole, from 0 to below `below`. */
  readonly draw: (below: number) => number
  /** A case of another user that suits, from a start that is drawn; null when there is none. */
  readonly stranger: (suits: (other: PlantCase) => boolean) => PlantCase | null
}

/**
 * A change that can be made in predictions to see how instruments react: an error, or one that harms nobody. What is
 * expected is declared here, before anything is measured.
 */
export interface Perturbation {
  readonly id: string
  /** What is done at a place, as a clause: `the memory is left out`. */
  readonly description: string
  /** True for an error: figures that it concerns must get worse. False: they must stay. */
  readonly harmful: boolean
  /** Figures that it concerns (`strict-match.f1`); the others measure something else, and may do as they like. */
  readonly concerns: readonly string[] | 'all'
  /** Where the change can be made in a case; none where it can't. */
  places(subject: PlantCase): readonly number[]
  /** The prediction with the change made at the chosen places; equal to the old one where it can't be made. */
  plant(subject: PlantCase, chosen: readonly PlantPlace[]): Json
}

/** Names of figures, `figures('strict-match', 'recall f1')`: what a perturbation concerns. */
export function figures(instrument: string, metrics: string): string[] {
  return metrics.split(' ').map((metric) => `${instrument}.${metric}`)
}
