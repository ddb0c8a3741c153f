import { UsageError } from '../core/errors.ts'
import { createRandom } from '../stats/random.ts'

/** People by item. */
export type Seats = Readonly<Record<string, readonly string[]>>

/**
 * Gives each item to `overlap` people. Loads differ by one at most, and by chance who sits with whom; the same seed
 * gives the same seats.
 * @throws UsageError for fewer people than an item needs
 */
export function assignItems(
  items: readonly string[],
  people: readonly string[],
  overlap: number,
  seed: number,
): Record<string, string[]> {
  if (overlap > people.length)
    throw new UsageError(
      `${overlap} people should see each item, and there ${people.length === 1 ? 'is' : 'are'} ${people.length}`,
      'name more people, or let fewer see each item',
    )
  const random = createRandom(`annotation seats ${seed}`)
  const loads = new Map(people.map((person) => [person, 0]))
  const found = new Map<string, string[]>()
  for (const item of random.shuffle(items)) {
    const chosen = random
      .shuffle(people)
      .toSorted((a, b) => (loads.get(a) ?? 0) - (loads.get(b) ?? 0))
      .slice(0, overlap)
    for (const person of chosen) loads.set(person, (loads.get(person) ?? 0) + 1)
    found.set(
      item,
      chosen.toSorted((a, b) => people.indexOf(a) - people.indexOf(b)),
    )
  }
  return Object.fromEntries(items.map((item) => [item, found.get(item) ?? []]))
}

/**
 * Seats one more person: takes over seats on which nobody has begun, from whoever has most, until the newcomer has as
 * many as the one with fewest. Everything that was begun stays where it is, and each item keeps its number of people.
 * @param hasBegun whether a person has said anything about an item
 */
export function seatNewcomer(
  seats: Seats,
  people: readonly string[],
  newcomer: string,
  hasBegun: (item: string, person: string) => boolean,
  seed: number,
): Record<string, string[]> {
  if (people.includes(newcomer))
    throw new UsageError(`${JSON.stringify(newcomer)} is in the project already`, 'take another pseudonym')
  const order = createRandom(`annotation newcomer ${seed} ${newcomer}`).shuffle(Object.keys(seats))
  const taken = new Map(Object.entries(seats).map(([item, own]) => [item, [...own]]))
  const loads = new Map(people.map((person) => [person, 0]))
  for (const own of taken.values()) for (const person of own) loads.set(person, (loads.get(person) ?? 0) + 1)
  let has = 0
  for (;;) {
    const donors = [...loads].toSorted(([, a], [, b]) => b - a).filter(([, load]) => load > has + 1)
    const move = donors
      .flatMap(([person]) =>
        order
          .map((item) => ({ item, person }))
          .filter(({ item }) => {
            const own = taken.get(item) ?? []
            return own.includes(person) && !own.includes(newcomer) && !hasBegun(item, person)
          }),
      )
      .at(0)
    if (move === undefined) break
    const own = taken.get(move.item) ?? []
    taken.set(move.item, [...own.filter((person) => person !== move.person), newcomer])
    loads.set(move.person, (loads.get(move.person) ?? 0) - 1)
    has += 1
  }
  return Object.fromEntries(Object.keys(seats).map((item) => [item, taken.get(item) ?? []]))
}
