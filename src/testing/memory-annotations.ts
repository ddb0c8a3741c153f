import type {
  AnnotationEntry,
  AnnotationProject,
  AnnotationStore,
  Appended,
  ItemHead,
  NewAnnotationEntry,
  PinnedItem,
  Seating,
} from '../core/annotation.ts'
import { RapportError } from '../core/errors.ts'

interface Kept {
  readonly project: AnnotationProject
  readonly items: readonly PinnedItem[]
  readonly seatings: Seating[]
  readonly entries: AnnotationEntry[]
}

/** Annotation projects in memory. */
export class MemoryAnnotations implements AnnotationStore {
  readonly #projects = new Map<string, Kept>()

  async createProject(
    project: AnnotationProject,
    items: readonly PinnedItem[],
    seating: Omit<Seating, 'version'>,
  ): Promise<void> {
    if (this.#projects.has(project.id)) throw new RapportError(`project ${project.id} exists already`)
    if (new Set(items.map(({ id }) => id)).size < items.length) throw new RapportError('an item comes twice')
    this.#projects.set(
      project.id,
      structuredClone({ project, items, seatings: [{ ...seating, version: 1 }], entries: [] }),
    )
  }

  async annotationProjects(): Promise<readonly AnnotationProject[]> {
    return [...this.#projects.values()]
      .map(({ project }) => project)
      .toSorted((a, b) => b.createdAt - a.createdAt || (a.id < b.id ? 1 : -1))
  }

  async annotationProject(id: string): Promise<AnnotationProject | undefined> {
    return this.#projects.get(id)?.project
  }

  async annotationItems(project: string): Promise<readonly ItemHead[]> {
    return (this.#projects.get(project)?.items ?? []).map(({ id, title, flag, cluster, language }) => ({
      id,
      title,
      flag,
      cluster,
      language,
    }))
  }

  async annotationItem(project: string, id: string): Promise<PinnedItem | undefined> {
    return structuredClone(this.#projects.get(project)?.items.find((item) => item.id === id))
  }

  async annotationSeating(project: string): Promise<Seating | undefined> {
    return this.#projects.get(project)?.seatings.at(-1)
  }

  async seatAnnotators(project: string, seating: Seating): Promise<boolean> {
    const { seatings } = this.#known(project)
    if (seating.version !== seatings.length + 1) return false
    seatings.push(structuredClone(seating))
    return true
  }

  async appendAnnotation(
    project: string,
    entry: NewAnnotationEntry,
    base: number | null | undefined,
  ): Promise<Appended> {
    const { entries, items } = this.#known(project)
    if (!items.some(({ id }) => id === entry.item))
      throw new RapportError(`the project has no item ${JSON.stringify(entry.item)}`)
    const there = entries.find(({ id }) => id === entry.id)
    if (there !== undefined) return { kind: 'there', entry: there }
    const latest = entries.findLast(
      ({ item, annotator, act }) =>
        item === entry.item && annotator === entry.annotator && act !== 'adjudicate',
    )
    if (base !== undefined && (latest?.seq ?? null) !== base)
      return { kind: 'conflict', latest: latest ?? null }
    const added = structuredClone({ ...entry, seq: entries.length + 1 })
    entries.push(added)
    return { kind: 'appended', entry: added }
  }

  async annotationEntries(
    project: string,
    { item }: { item?: string } = {},
  ): Promise<readonly AnnotationEntry[]> {
    const all = this.#projects.get(project)?.entries ?? []
    return item === undefined ? [...all] : all.filter((entry) => entry.item === item)
  }

  async annotationStamp(): Promise<string> {
    return JSON.stringify(
      [...this.#projects.values()].map(({ seatings, entries }) => [seatings.length, entries.length]),
    )
  }

  #known(project: string): Kept {
    const kept = this.#projects.get(project)
    if (kept === undefined) throw new RapportError(`there is no project ${JSON.stringify(project)}`)
    return kept
  }
}
