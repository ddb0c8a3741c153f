import type { Perturbation, PlantCase, PlantPlace } from '../../core/perturbation.ts'
import type { Json } from '../../core/json.ts'
import { createRandom, hashSeed } from '../../stats/random.ts'

/** A perturbation over all cases: where it can be made, in the order in which places are taken. */
export interface Planting {
  /** All places of all cases. */
  readonly places: number
  /** Places taken at a grade, by case id; a higher grade takes those of a lower one and more. */
  chosen(grade: number): ReadonlyMap<string, readonly number[]>
  /** The case's prediction with the change at these places. */
  plant(subject: PlantCase, places: readonly number[]): Json
}

/**
 * Lays out a perturbation. Which places a grade takes depends on seed, perturbation, case and place alone, so that the
 * order of the cases is no matter.
 */
export function layOut(perturbation: Perturbation, cases: readonly PlantCase[], seed: number): Planting {
  const name = `${seed}/${perturbation.id}`
  const order = cases
    .flatMap((subject) =>
      perturbation
        .places(subject)
        .map((at) => ({ id: subject.id, at, key: hashSeed(name, subject.id, String(at)) })),
    )
    .toSorted((a, b) => a.key - b.key || (a.id < b.id ? -1 : a.id > b.id ? 1 : a.at - b.at))
  return {
    places: order.length,
    chosen(grade) {
      const taken = new Map<string, number[]>()
      for (const { id, at } of order.slice(0, Math.round((grade / 100) * order.length))) {
        const places = taken.get(id)
        if (places === undefined) taken.set(id, [at])
        else places.push(at)
      }
      for (const places of taken.values()) places.sort((a, b) => a - b)
      return taken
    },
    plant: (subject, places) =>
      perturbation.plant(
        subject,
        places.map((at) => placeOf(at, subject, cases, name)),
      ),
  }
}

function placeOf(at: number, subject: PlantCase, cases: readonly PlantCase[], name: string): PlantPlace {
  const random = createRandom(`${name}/${subject.id}/${at}`)
  return {
    at,
    draw: (below) => (below <= 1 ? 0 : random.integer(0, below - 1)),
    stranger(suits) {
      const start = random.integer(0, Math.max(0, cases.length - 1))
      for (let step = 0; step < cases.length; step += 1) {
        const other = cases[(start + step) % cases.length]
        if (other !== undefined && other.cluster !== subject.cluster && suits(other)) return other
      }
      return null
    },
  }
}
