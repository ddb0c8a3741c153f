import { agreementOf } from '../../annotation/agreement.ts'
import { assignItems, seatNewcomer } from '../../annotation/assign.ts'
import {
  disagreementOf,
  itemStandings,
  progressOf,
  statedOf,
  type ItemStanding,
  type ProjectRecords,
} from '../../annotation/project-state.ts'
import { beforeLast, nothingYet } from '../../annotation/standing.ts'
import type { AnnotationEntry, AnnotationProject, PinnedItem } from '../../core/annotation.ts'
import { UsageError } from '../../core/errors.ts'
import { hashJson } from '../../core/hash.ts'
import type { Store } from '../../core/store.ts'
import { keepSample } from '../../judges/calibration/label-store.ts'
import { ConflictError, NotFoundError } from '../../server/problems.ts'
import type {
  Adjudicate,
  AgreementView,
  AnnotationItem,
  Disagreements,
  ExportForm,
  NewProject,
  ProjectSummary,
  Queue,
  Save,
  Saved,
  Undo,
} from '../../server/schemas/annotate.ts'
import type { AnnotatePort, Download } from '../../server/workbench.ts'
import { findRun } from '../find-run.ts'
import {
  checkBody,
  checkName,
  isSame,
  ownEntries,
  refuseStranger,
  refuseUnseated,
} from './annotate-checks.ts'
import { exportFile, verifiedExport, type VerifiedExport } from './annotate-export.ts'
import { contentView, nameless, ownPart } from './annotate-item.ts'
import { dataQueue } from './annotate-queue-data.ts'
import { rowsQueue } from './annotate-queue-rows.ts'
import { verdictQueue, wrongQueue } from './annotate-queue-run.ts'
import type { PinnedQueue } from './annotate-queue.ts'
import { Cases } from './cases.ts'
import { Recent } from './recent.ts'
import type { StoreSource, WorkbenchContext } from './store-source.ts'

/** Contents kept in memory: pinned items never change. */
const CONTENTS = 2000
/** Tries of an undo while the same person saves elsewhere. */
const TRIES = 5

/** Which kind of project a queue is for. */
const kindOf = { data: 'memories', verdicts: 'judge', 'judged-rows': 'judge', wrong: 'causes' } as const

/** Annotation projects of the store. */
export class Annotate implements AnnotatePort {
  readonly #source: StoreSource
  readonly #context: WorkbenchContext
  readonly #contents = new Recent<string, PinnedItem>(CONTENTS)

  constructor(source: StoreSource, context: WorkbenchContext) {
    this.#source = source
    this.#context = context
  }

  async projects(): Promise<{ projects: ProjectSummary[] }> {
    const store = await this.#source.existing()
    const found: ProjectSummary[] = []
    for (const { id } of (await store?.annotationProjects()) ?? []) found.push(await this.project(id))
    return { projects: found }
  }

  async create(wanted: NewProject): Promise<ProjectSummary> {
    const { name, kind, source, annotators, overlap, blind, seed } = wanted
    if (kindOf[source.from] !== kind)
      throw new UsageError(
        `a queue from ${source.from} is for ${kindOf[source.from]}, not for ${kind}`,
        'choose the kind or the queue anew',
      )
    for (const person of annotators) checkName(person)
    if (new Set(annotators).size < annotators.length)
      throw new UsageError('somebody is named twice', 'give each person one pseudonym')
    const queue = await this.#queueOf(wanted)
    const counted = queue.items.filter(({ flag }) => flag === null).map(({ id }) => id)
    const seats = assignItems(counted, annotators, overlap, seed)
    const store = await this.#source.orMade()
    const at = this.#context.clock.now()
    const id = `p${hashJson({ name, kind, at, seed, items: counted }).slice(0, 10)}`
    const project: AnnotationProject = {
      id,
      name,
      kind,
      createdAt: at,
      source,
      overlap,
      blind,
      seed,
      dataset: { ...queue.dataset, notes: [...queue.dataset.notes] },
    }
    await store.createProject(project, queue.items, { at, people: [...annotators], seats })
    if (queue.drawn !== undefined) await keepSample(store, queue.drawn.run, queue.drawn.sample, at)
    return this.project(id)
  }

  async project(id: string): Promise<ProjectSummary> {
    const records = await this.#records(id)
    return this.#summary(records, itemStandings(records))
  }

  /** Seats one more person. @throws UsageError for somebody who is there already */
  async join(id: string, person: string): Promise<ProjectSummary> {
    checkName(person)
    const store = await this.#store(id)
    for (let attempt = 0; attempt < TRIES; attempt += 1) {
      const { project, seating, entries } = await this.#records(id)
      const begun = new Set(entries.map(({ item, annotator }) => JSON.stringify([item, annotator])))
      const seats = seatNewcomer(
        seating.seats,
        seating.people,
        person,
        (item, who) => begun.has(JSON.stringify([item, who])),
        project.seed,
      )
      const next = {
        version: seating.version + 1,
        at: this.#context.clock.now(),
        people: [...seating.people, person],
        seats,
      }
      if (await store.seatAnnotators(id, next)) return this.project(id)
    }
    throw new ConflictError('others joined at the same time', 'try again')
  }

  async queue(id: string, annotator: string): Promise<Queue> {
    const records = await this.#records(id)
    refuseStranger(records, annotator)
    const standings = itemStandings(records)
    return {
      project: await this.#summary(records, standings),
      annotator,
      items: standings
        .filter(({ people }) => people.includes(annotator))
        .map(({ item, standings: own }) => ({
          item: item.id,
          title: item.title,
          state: (own.get(annotator) ?? nothingYet).state,
          flag: item.flag,
        })),
    }
  }

  async item(id: string, item: string, annotator: string): Promise<AnnotationItem> {
    const records = await this.#records(id)
    refuseStranger(records, annotator)
    const pinned = await this.#pinned(id, item)
    const order = records.items.filter((one) => (records.seating.seats[one.id] ?? []).includes(annotator))
    const place = order.findIndex((one) => one.id === item)
    const own = ownEntries(records.entries, item, annotator)
    const { project } = records
    const isHidden =
      project.kind === 'judge' &&
      project.blind &&
      !own.some(({ act, state }) => act === 'save' && state === 'done')
    const content = contentView(pinned, isHidden)
    return {
      project: id,
      item,
      title: pinned.title,
      flag: pinned.flag,
      ordinal: Math.max(place, 0),
      of: order.length,
      previous: place < 0 ? null : (order[place - 1]?.id ?? null),
      next: place < 0 ? null : (order[place + 1]?.id ?? null),
      ...(project.blind ? nameless(content) : content),
      ...ownPart(own),
      dataset: project.dataset,
    }
  }

  async save(id: string, save: Save): Promise<Saved> {
    const records = await this.#records(id)
    const { item, annotator, state, body, base } = save
    refuseUnseated(records, item, annotator)
    const { content } = await this.#pinned(id, item)
    checkBody(content, body)
    return this.#append(
      id,
      { id: save.id, at: this.#context.clock.now(), item, annotator, act: 'save', state, body },
      base,
    )
  }

  async undo(id: string, { id: entryId, item, annotator }: Undo): Promise<Saved> {
    for (let attempt = 0; attempt < TRIES; attempt += 1) {
      const records = await this.#records(id)
      refuseUnseated(records, item, annotator)
      const own = ownEntries(records.entries, item, annotator)
      const there = records.entries.find((entry) => entry.id === entryId)
      const before = there === undefined ? beforeLast(own) : { state: there.state, body: there.body }
      if (before === null)
        throw new UsageError('nothing is left to undo here', 'what was undone is in the history')
      const entry = {
        id: entryId,
        at: this.#context.clock.now(),
        item,
        annotator,
        act: 'undo' as const,
        ...before,
      }
      try {
        return await this.#append(id, entry, own.at(-1)?.seq ?? null)
      } catch (error) {
        if (!(error instanceof ConflictError) || attempt === TRIES - 1) throw error
      }
    }
    throw new ConflictError('this item is being changed elsewhere', 'try again')
  }

  async disagreements(id: string): Promise<Disagreements> {
    const records = await this.#records(id)
    const items: Disagreements['items'] = []
    for (const standing of itemStandings(records)) {
      const { content } = await this.#pinned(id, standing.item.id)
      const about = disagreementOf(records.project, standing, content)
      const { adjudication } = standing
      if (about.length === 0 && adjudication === null) continue
      items.push({
        item: standing.item.id,
        title: standing.item.title,
        about,
        answers: statedOf(records.project, standing).map(({ annotator, body }) => ({
          annotator,
          seq: standing.standings.get(annotator)?.seq ?? 0,
          body,
        })),
        adjudication:
          adjudication === null || adjudication.body === null
            ? null
            : {
                by: adjudication.annotator,
                seq: adjudication.seq,
                at: adjudication.at,
                body: adjudication.body,
              },
      })
    }
    return { items }
  }

  async adjudicate(id: string, { id: entryId, item, by, body }: Adjudicate): Promise<Saved> {
    checkName(by)
    const standing = itemStandings(await this.#records(id)).find((one) => one.item.id === item)
    const { content } = await this.#pinned(id, item)
    if (standing?.isComplete !== true)
      throw new UsageError(
        'not everybody who has this item is done with it',
        'adjudicate when all answers are in, so that nobody is swayed',
      )
    checkBody(content, body)
    const at = this.#context.clock.now()
    return this.#append(
      id,
      { id: entryId, at, item, annotator: by, act: 'adjudicate', state: 'done', body },
      undefined,
    )
  }

  async agreement(id: string): Promise<AgreementView> {
    const records = await this.#records(id)
    const rated = []
    for (const standing of itemStandings(records)) {
      const stated = statedOf(records.project, standing)
      if (stated.length < 2) continue
      const { content } = await this.#pinned(id, standing.item.id)
      rated.push({ id: standing.item.id, cluster: standing.item.cluster, content, stated })
    }
    return agreementOf(records.project.kind, rated)
  }

  async export(id: string, form: ExportForm): Promise<Download> {
    return exportFile(await this.#records(id), form, (item) => this.#pinned(id, item))
  }

  /** The verified data as files, for a folder. */
  async verified(id: string): Promise<VerifiedExport> {
    return verifiedExport(await this.#records(id), (item) => this.#pinned(id, item))
  }

  /** Differs whenever anything was added. */
  async changed(): Promise<string> {
    return (await (await this.#source.existing())?.annotationStamp()) ?? ''
  }

  async #queueOf({ source, seed }: NewProject): Promise<PinnedQueue> {
    switch (source.from) {
      case 'data':
        return dataQueue(source, await this.#source.existing(), this.#context)
      case 'judged-rows':
        return rowsQueue(source, seed, this.#context)
      case 'verdicts':
      case 'wrong': {
        const store = await this.#source.existing()
        if (store === null) throw new UsageError('there is no run here yet', 'start one with: rapport run')
        const run = await findRun(store, source.run)
        if (source.from === 'wrong') return wrongQueue(source, { store, run }, this.#context)
        const cases = new Cases(this.#source, this.#context)
        return verdictQueue(source, seed, { store, run }, cases, this.#context)
      }
    }
  }

  async #append(
    project: string,
    entry: Omit<AnnotationEntry, 'seq'>,
    base: number | null | undefined,
  ): Promise<Saved> {
    const store = await this.#store(project)
    const appended = await store.appendAnnotation(project, entry, base)
    if (appended.kind === 'conflict')
      throw new ConflictError(
        `this item was saved elsewhere meanwhile (entry ${appended.latest?.seq ?? 'none'}, yours rests on ${base ?? 'none'})`,
        'load it again; what you typed is still here, and both are in the history',
      )
    const { entry: kept } = appended
    if (appended.kind === 'there' && !isSame(kept, entry))
      throw new ConflictError(
        `an entry with the id ${JSON.stringify(entry.id)} is there already and says something else`,
        'send it under a new id',
      )
    return { seq: kept.seq, state: kept.state, body: kept.body }
  }

  async #summary(
    { project, items, seating }: ProjectRecords,
    standings: readonly ItemStanding[],
  ): Promise<ProjectSummary> {
    const { id, name, kind, createdAt, dataset, source, overlap, blind } = project
    const complete = standings.filter(({ isComplete }) => isComplete)
    let disagreed = 0
    for (const standing of complete) {
      if (statedOf(project, standing).length < 2) continue
      const { content } = await this.#pinned(id, standing.item.id)
      if (disagreementOf(project, standing, content).length > 0) disagreed += 1
    }
    return {
      id,
      name,
      kind,
      createdAt,
      dataset,
      source,
      annotators: [...seating.people],
      overlap,
      blind,
      items: items.length,
      flagged: items.filter(({ flag }) => flag !== null).length,
      people: progressOf(seating, standings),
      complete: complete.length,
      disagreed,
      adjudicated: standings.filter(({ adjudication }) => adjudication !== null).length,
    }
  }

  /** @throws NotFoundError */
  async #store(project: string): Promise<Store> {
    const store = await this.#source.existing()
    if (store === null || (await store.annotationProject(project)) === undefined)
      throw new NotFoundError(`there is no project ${JSON.stringify(project)}`, 'go back to the list')
    return store
  }

  async #records(id: string): Promise<ProjectRecords> {
    const store = await this.#store(id)
    const [project, items, seating, entries] = await Promise.all([
      store.annotationProject(id),
      store.annotationItems(id),
      store.annotationSeating(id),
      store.annotationEntries(id),
    ])
    if (project === undefined || seating === undefined) throw new Error(`project ${id} is incomplete`)
    return { project, items, seating, entries }
  }

  async #pinned(project: string, item: string): Promise<PinnedItem> {
    const key = JSON.stringify([project, item])
    const known = this.#contents.get(key)
    if (known !== undefined) return known
    const found = await (await this.#store(project)).annotationItem(project, item)
    if (found === undefined)
      throw new NotFoundError(`the project has no item ${JSON.stringify(item)}`, 'choose one of the queue')
    return this.#contents.keep(key, found)
  }
}
