import type { DrawnItem, Stratum } from '../../core/calibration.ts'
import { sha256 } from '../../core/hash.ts'
import { createRandom } from '../../stats/random.ts'
import { groupBy } from './group-by.ts'

/** An answer that a judge gave a verdict on, as far as drawing needs it. */
export interface DrawableAnswer {
  readonly system: string
  readonly case: string
  readonly repeat: number
  /** Hash of the prediction. */
  readonly answer: string
  readonly language: string | null
  /** Value of the tag that strata are told apart by; null without it. */
  readonly value: string | null
}

export interface DrawOptions {
  /** Items a system; all of them where it has fewer. At least 1. */
  readonly perSystem: number
  readonly seed: number
  /** Tells items of one sample from those of another: run, track and rubric. */
  readonly about: string
  /** Deals a system's items to the sizes of its strata: as `allocate` does. */
  readonly allocate: (sizes: readonly number[], n: number) => readonly number[]
}

/** 12 hex digits, so that two of a million answers rarely share a name; the letter keeps spreadsheets from reading a number. */
const ID_DIGITS = 12

/**
 * Draws answers without replacement, each system apart and within it each value of a tag by its share. Depends on the
 * seed and on the answers, not on the order in which they come. Items are shuffled over all systems.
 * @returns every stratum with its size and what was drawn of it, so that each answer's chance is known
 */
export function drawItems(
  answers: readonly DrawableAnswer[],
  { perSystem, seed, about, allocate }: DrawOptions,
): { readonly strata: Stratum[]; readonly items: DrawnItem[] } {
  const sorted = answers.toSorted((a, b) => (placeOf(a) < placeOf(b) ? -1 : 1))
  const strata: Stratum[] = []
  const items: DrawnItem[] = []
  for (const [system, own] of groupBy(sorted, ({ system: name }) => name)) {
    const values = groupBy(own, ({ value }) => value ?? '')
    const shares = allocate(
      [...values.values()].map(({ length }) => length),
      perSystem,
    )
    for (const [place, part] of [...values.values()].entries()) {
      const value = part[0]?.value ?? null
      const name = JSON.stringify(value === null ? [system] : [system, value])
      const drawn = createRandom(`${seed} ${about} ${name}`).sample(part, shares[place] ?? 0)
      strata.push({ name, system, value, size: part.length, drawn: drawn.length })
      items.push(...drawn.map((answer) => itemOf(answer, name, seed, about)))
    }
  }
  return { strata, items: createRandom(`${seed} ${about} order`).shuffle(items) }
}

function itemOf(answer: DrawableAnswer, stratum: string, seed: number, about: string): DrawnItem {
  const { system, case: id, repeat, answer: hash, language } = answer
  const name = sha256(`${seed}\n${about}\n${placeOf(answer)}`).slice(0, ID_DIGITS)
  return { id: `i${name}`, system, case: id, repeat, stratum, answer: hash, language }
}

/** Names an answer inside its run and track. */
export function placeOf({
  system,
  case: id,
  repeat,
}: Pick<DrawableAnswer, 'system' | 'case' | 'repeat'>): string {
  return JSON.stringify([system, id, repeat])
}
