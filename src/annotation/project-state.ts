import type {
  AnnotationEntry,
  ItemContent,
  ItemHead,
  AnnotationProject,
  Seating,
} from '../core/annotation.ts'
import { differences } from './differences.ts'
import type { Stated } from './final.ts'
import { nothingYet, standingOf, type Standing } from './standing.ts'

/** Everything of a project but the contents of its items. */
export interface ProjectRecords {
  readonly project: AnnotationProject
  readonly items: readonly ItemHead[]
  readonly seating: Seating
  readonly entries: readonly AnnotationEntry[]
}

export interface ItemStanding {
  readonly item: ItemHead
  /** Who has it, in the order in which they joined. */
  readonly people: readonly string[]
  /** By person; also of those who have it no more. */
  readonly standings: ReadonlyMap<string, Standing>
  /** All who have it are done with it or skipped it, and there is somebody. */
  readonly isComplete: boolean
  /** The latest one. */
  readonly adjudication: AnnotationEntry | null
}

/** What became of each item, in the project's order. */
export function itemStandings({ items, seating, entries }: ProjectRecords): ItemStanding[] {
  const byItem = new Map<string, AnnotationEntry[]>()
  for (const entry of entries) {
    const own = byItem.get(entry.item)
    if (own === undefined) byItem.set(entry.item, [entry])
    else own.push(entry)
  }
  return items.map((item) => {
    const own = byItem.get(item.id) ?? []
    const seated = seating.seats[item.id] ?? []
    const people = seating.people.filter((person) => seated.includes(person))
    const byPerson = new Map<string, AnnotationEntry[]>()
    for (const entry of own) {
      if (entry.act === 'adjudicate') continue
      byPerson.set(entry.annotator, [...(byPerson.get(entry.annotator) ?? []), entry])
    }
    const standings = new Map(people.map((person): [string, Standing] => [person, nothingYet]))
    for (const [person, theirs] of byPerson) standings.set(person, standingOf(theirs))
    return {
      item,
      people,
      standings,
      isComplete:
        people.length > 0 &&
        people.every((person) => ['done', 'skipped'].includes(standings.get(person)?.state ?? 'open')),
      adjudication: own.findLast(({ act }) => act === 'adjudicate') ?? null,
    }
  })
}

/**
 * What those who are done with an item say of it. Of a blind judge review what was said first counts: after it the
 * judge's verdict was there to be seen.
 */
export function statedOf(
  { kind, blind }: Pick<AnnotationProject, 'kind' | 'blind'>,
  { people, standings }: Pick<ItemStanding, 'people' | 'standings'>,
): Stated[] {
  return people.flatMap((annotator) => {
    const standing = standings.get(annotator)
    if (standing === undefined || standing.state !== 'done' || standing.body === null) return []
    const body = kind === 'judge' && blind ? (standing.first ?? standing.body) : standing.body
    return [{ annotator, body }]
  })
}

/** What the people of a complete item differ in; empty where it is not complete. */
export function disagreementOf(
  project: Pick<AnnotationProject, 'kind' | 'blind'>,
  standing: ItemStanding,
  content: ItemContent,
): string[] {
  if (!standing.isComplete) return []
  return differences(
    content,
    statedOf(project, standing).map(({ body }) => body),
  )
}

export interface PersonProgress {
  readonly annotator: string
  readonly assigned: number
  readonly done: number
  readonly skipped: number
  readonly last: number | null
}

/** How far each person is. */
export function progressOf(seating: Seating, standings: readonly ItemStanding[]): PersonProgress[] {
  return seating.people.map((annotator) => {
    const own = standings.filter(({ people }) => people.includes(annotator))
    const states = own.map((one) => one.standings.get(annotator)?.state ?? 'open')
    const times = standings.flatMap((one) => one.standings.get(annotator)?.at ?? [])
    return {
      annotator,
      assigned: own.length,
      done: states.filter((state) => state === 'done').length,
      skipped: states.filter((state) => state === 'skipped').length,
      last: times.length === 0 ? null : Math.max(...times),
    }
  })
}
