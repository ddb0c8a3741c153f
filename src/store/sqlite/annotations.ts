import {
  annotationEntrySchema,
  annotationProjectSchema,
  answerBodySchema,
  itemContentSchema,
  seatingSchema,
  type AnnotationEntry,
  type AnnotationProject,
  type AnnotationStore,
  type Appended,
  type ItemHead,
  type NewAnnotationEntry,
  type PinnedItem,
  type Seating,
} from '../../core/annotation.ts'
import { z } from 'zod'
import { RapportError } from '../../core/errors.ts'
import { jsonSchema, type Json } from '../../core/json.ts'
import { annotationQueriesOf } from '../annotation-queries.ts'
import type { GroupCommit } from '../group-commit.ts'
import { finite } from '../json-text.ts'
import { keyText } from '../key-text.ts'
import { pack } from '../pack.ts'
import type { AnnotationEntryTable, AnnotationProjectTable, Packed } from '../schema.ts'
import { fill } from '../slot.ts'
import { builder } from './builder.ts'
import type { Connection } from './connection.ts'
import type { JsonCodec, NewTexts } from './json-codec.ts'

const queries = annotationQueriesOf(builder)

const headSchema = z.object({
  id: z.string(),
  title: z.string(),
  flag: z.string().nullable(),
  cluster: z.string(),
  language: z.string().nullable(),
})

/** The part of a SQLite store that holds what people say. */
export class Annotations implements AnnotationStore {
  readonly #connection: Connection
  readonly #codec: JsonCodec
  readonly #commits: GroupCommit

  constructor(connection: Connection, codec: JsonCodec, commits: GroupCommit) {
    this.#connection = connection
    this.#codec = codec
    this.#commits = commits
  }

  async createProject(
    project: AnnotationProject,
    items: readonly PinnedItem[],
    seating: Omit<Seating, 'version'>,
  ): Promise<void> {
    const texts: NewTexts = new Map()
    const head = {
      id: keyText(project.id),
      created_at: finite(project.createdAt),
      record: this.#packed(project, texts),
    }
    const rows = items.map(({ content, ...own }, ordinal) => ({
      project: head.id,
      ordinal,
      id: keyText(own.id),
      head: this.#packed(own, texts),
      content: this.#packed(content, texts),
    }))
    const first = this.#packed({ ...seating, version: 1 }, texts)
    this.#connection.transaction(() => {
      if (this.#connection.first(fill(queries.project, { id: head.id })) !== undefined)
        throw new RapportError(`project ${head.id} exists already`)
      this.#codec.save(texts)
      this.#connection.run(fill(queries.insertProject, head))
      for (const row of rows) this.#connection.run(fill(queries.insertItem, row))
      this.#connection.run(fill(queries.insertSeating, { project: head.id, version: 1, seating: first }))
    })
  }

  async annotationProjects(): Promise<readonly AnnotationProject[]> {
    return this.#connection.all(queries.projects).map((row) => this.#projectOf(row))
  }

  async annotationProject(id: string): Promise<AnnotationProject | undefined> {
    const row = this.#connection.first(fill(queries.project, { id }))
    return row === undefined ? undefined : this.#projectOf(row)
  }

  async annotationItems(project: string): Promise<readonly ItemHead[]> {
    return this.#connection
      .all(fill(queries.heads, { project }))
      .map(({ head }) => this.#read(headSchema, head))
  }

  async annotationItem(project: string, id: string): Promise<PinnedItem | undefined> {
    const row = this.#connection.first(fill(queries.item, { project, id }))
    if (row === undefined) return undefined
    return { ...this.#read(headSchema, row.head), content: this.#read(itemContentSchema, row.content) }
  }

  async annotationSeating(project: string): Promise<Seating | undefined> {
    const row = this.#connection.first(fill(queries.seating, { project }))
    return row === undefined ? undefined : this.#read(seatingSchema, row.seating)
  }

  async seatAnnotators(project: string, seating: Seating): Promise<boolean> {
    const texts: NewTexts = new Map()
    const row = { project, version: finite(seating.version), seating: this.#packed(seating, texts) }
    return this.#connection.transaction(() => {
      this.#mustExist(project)
      const { version } = this.#connection.first(fill(queries.latestVersion, { project })) ?? { version: 0 }
      if (version !== seating.version - 1) return false
      this.#codec.save(texts)
      this.#connection.run(fill(queries.insertSeating, row))
      return true
    })
  }

  async appendAnnotation(
    project: string,
    entry: NewAnnotationEntry,
    base: number | null | undefined,
  ): Promise<Appended> {
    const texts: NewTexts = new Map()
    const row = {
      project: keyText(project),
      id: keyText(entry.id),
      at: finite(entry.at),
      item: keyText(entry.item),
      annotator: keyText(entry.annotator),
      act: entry.act,
      state: entry.state,
      body: this.#packed(entry.body, texts),
    }
    let appended: Appended | undefined
    await this.#commits.add(() => {
      this.#mustExist(project)
      if (this.#connection.first(fill(queries.hasItem, { project, id: row.item })) === undefined)
        throw new RapportError(`the project has no item ${JSON.stringify(row.item)}`)
      const there = this.#connection.first(fill(queries.entryById, row))
      if (there !== undefined) {
        appended = { kind: 'there', entry: this.#entryOf(there) }
        return
      }
      const latest = this.#connection.first(fill(queries.latestOf, row))
      if (base !== undefined && (latest?.seq ?? null) !== base) {
        appended = { kind: 'conflict', latest: latest === undefined ? null : this.#entryOf(latest) }
        return
      }
      const { seq } = this.#connection.first(fill(queries.lastSeq, { project })) ?? { seq: 0 }
      this.#codec.save(texts)
      this.#connection.run(fill(queries.insertEntry, { ...row, seq: seq + 1 }))
      appended = { kind: 'appended', entry: { ...entry, seq: seq + 1 } }
    })
    if (appended === undefined) throw new Error('nothing was written')
    return appended
  }

  async annotationEntries(
    project: string,
    { item }: { item?: string } = {},
  ): Promise<readonly AnnotationEntry[]> {
    const query =
      item === undefined ? fill(queries.entries, { project }) : fill(queries.entriesOf, { project, item })
    return this.#connection.all(query).map((row) => this.#entryOf(row))
  }

  async annotationStamp(): Promise<string> {
    return JSON.stringify(this.#connection.first(queries.stamp))
  }

  #mustExist(project: string): void {
    if (this.#connection.first(fill(queries.project, { id: project })) === undefined)
      throw new RapportError(`there is no project ${JSON.stringify(project)}`)
  }

  #projectOf(row: AnnotationProjectTable): AnnotationProject {
    return this.#read(annotationProjectSchema, row.record)
  }

  #entryOf({ body, ...row }: AnnotationEntryTable): AnnotationEntry {
    return this.#known(() =>
      annotationEntrySchema.parse({
        ...row,
        body: answerBodySchema.nullable().parse(this.#codec.decode(body)),
      }),
    )
  }

  #packed(value: unknown, texts: NewTexts): Packed {
    const json: Json = jsonSchema.parse(value)
    return pack(this.#codec.encode(json, texts))
  }

  #read<S extends z.ZodType>(schema: S, packed: Packed): z.output<S> {
    return this.#known(() => schema.parse(this.#codec.decode(packed)))
  }

  /** @throws RapportError when what was stored has a form that this version does not know */
  #known<T>(read: () => T): T {
    try {
      return read()
    } catch (error) {
      if (error instanceof RapportError) throw error
      throw new RapportError('the store holds a value in a form that this version does not know', {
        cause: error,
        place: { file: this.#connection.path },
        fix: 'Update Rapport; if that does not help the file is damaged: restore it from a backup.',
      })
    }
  }
}
