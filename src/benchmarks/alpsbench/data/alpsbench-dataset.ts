import type { Case } from '../../../core/case.ts'
import type { CaseOptions, Dataset, DatasetReport } from '../../../core/dataset.ts'
import { UsageError } from '../../../core/errors.ts'
import { alpsbenchTrackIds, retrievalLevels } from '../shapes.ts'
import { buildCase } from './build-case.ts'
import { isRejected } from './defects.ts'
import { everyQuery } from './emotion-queries.ts'
import { MemoryPool } from './memory-pool.ts'
import { rekeyRow, withDrawn } from './rekey.ts'
import { refuseUnstorableIds } from '../../../core/check-shape.ts'
import type { RowSource } from './row-source.ts'
import { readSessions, type Sessions } from './sessions.ts'
import type { RetrievalRow, SourceRow } from './source-row.ts'
import { tagsOf } from './tags.ts'
import { applyView, views, type View } from './view.ts'

const RETRIEVAL = 'alpsbench/retrieval/d'
const EMOTION = 'alpsbench/utilization/emotion'

/** The level of a retrieval track; null for every other track. */
function levelOf(track: string): number | null {
  return track.startsWith(RETRIEVAL) ? Number(track.slice(RETRIEVAL.length)) : null
}

/** AlpsBench rows of any layout as a data set: views, pools, ids, clusters, tags. */
export class AlpsbenchDataset implements Dataset {
  readonly views = views
  readonly #source: RowSource
  #sessions: Promise<Sessions> | null = null
  #pool: Promise<MemoryPool> | null = null

  constructor(source: RowSource) {
    this.#source = source
  }

  get descriptor() {
    return this.#source.descriptor
  }

  get splits() {
    return this.#source.splits
  }

  check(): Promise<DatasetReport> {
    return this.#source.check()
  }

  async fitOptions(track: string, options: CaseOptions): Promise<CaseOptions | null> {
    const split = this.#source.fitSplit(track, options.split)
    return split === null ? null : { ...options, split }
  }

  async tracks(options: CaseOptions): Promise<readonly string[]> {
    this.#refuseUnknown(options)
    const stored = new Set(await this.#source.tracks(options.split))
    if (this.#isDrawn(options) && [...stored].some((track) => levelOf(track) !== null)) {
      const { guaranteed } = await this.#memories()
      for (const level of retrievalLevels) {
        if (guaranteed >= level) stored.add(`${RETRIEVAL}${level}`)
        else stored.delete(`${RETRIEVAL}${level}`)
      }
    }
    return alpsbenchTrackIds.filter((track) => stored.has(track))
  }

  async count(track: string, options: CaseOptions): Promise<number | undefined> {
    // Only a reader of the rows knows how many queries each has.
    if (options.view === 'every-query' && track === EMOTION) return undefined
    return this.#source.count(await this.#storedTrack(track, options), options.split)
  }

  async *cases(track: string, options: CaseOptions): AsyncIterable<Case> {
    const view = this.#refuseUnknown(options)
    const stored = await this.#storedTrack(track, options)
    const sessions = await this.#index()
    for await (const row of this.#rows(stored, options.split, view)) {
      const cluster = sessions.clusterOf(row.session)
      refuseUnstorableIds(row.place, row.id, cluster)
      const tags = tagsOf(row)
      const viewed = applyView({ ...row, track }, view)
      const { row: shaped, skip } = await this.#shape(viewed.row, options, cluster)
      yield buildCase(shaped, {
        cluster,
        tags,
        skip: viewed.skip ?? skip,
        weight:
          options.rowBase === 'unique' || row.task === 'utilization' ? 1 : sessions.linesOf(row.session),
      })
    }
  }

  async *#rows(track: string, split: string | null, view: View): AsyncIterable<SourceRow> {
    for await (const row of this.#source.rows(track, split)) {
      if (view === 'every-query') yield* everyQuery(row)
      else yield row
    }
  }

  #isDrawn(options: CaseOptions): boolean {
    return this.#source.isSample || options.pools === 'drawn'
  }

  /** Pools and ids of a retrieval row; other rows stay. */
  async #shape(
    row: SourceRow,
    options: CaseOptions,
    cluster: string,
  ): Promise<{ row: SourceRow; skip: string | null }> {
    if (row.task !== 'retrieval') return { row, skip: null }
    if (!this.#isDrawn(options)) return { row: options.rekey ? rekeyRow(row, options.seed) : row, skip: null }
    return this.#draw(row, options.pools === 'original' ? 0 : options.seed, cluster)
  }

  async #draw(
    row: RetrievalRow,
    seed: number,
    cluster: string,
  ): Promise<{ row: SourceRow; skip: string | null }> {
    if (row.gold === null)
      return { row, skip: "a pool can't be drawn for a row whose references are private" }
    const { id, memory } = row.gold
    const gold = { ...memory, memory_id: id }
    const count = levelOf(row.track) ?? 0
    const pool = await this.#memories()
    const drawn = pool.draw({ seed, id: row.id, cluster, gold: gold.value, count })
    if (drawn.length < count) throw tooFew(row.track, drawn.length, row.id)
    // No distractor has the mark, so a target that has it would give itself away.
    const skip = isRejected(gold) ? 'the target carries a rejection mark that no drawn distractor has' : null
    return { row: withDrawn(row, gold, drawn, seed), skip }
  }

  #refuseUnknown(options: CaseOptions): View {
    const view = views.find((name) => name === options.view)
    if (view === undefined) {
      throw new UsageError(`unknown view ${JSON.stringify(options.view)}`, `use one of ${views.join(', ')}`)
    }
    if (options.rowBase === 'published-lines' && !this.#source.knowsLines) {
      throw new UsageError(
        `${this.descriptor.id} does not say how many lines of the published files a session had`,
        'use --row-base unique, or packets',
      )
    }
    if (options.split !== null && !this.splits.includes(options.split)) {
      const has = this.splits.length === 0 ? 'it has no splits' : `it has ${this.splits.join(', ')}`
      throw new UsageError(
        `${this.descriptor.id} has no split ${JSON.stringify(options.split)}; ${has}`,
        this.splits.length === 0 ? 'leave out --split, or select by tag with --where split=dev' : undefined,
      )
    }
    return view
  }

  /** The track whose stored rows serve a track: drawn levels can be made from any stored level. */
  async #storedTrack(track: string, options: CaseOptions): Promise<string> {
    const stored = await this.#source.tracks(options.split)
    if (stored.includes(track)) return track
    const base = stored.find((name) => levelOf(name) !== null)
    const level = levelOf(track)
    if (level !== null && base !== undefined) {
      if (this.#isDrawn(options)) return base
      throw new UsageError(`${this.descriptor.id} has no stored rows for ${track}`, 'use --pools drawn')
    }
    throw new UsageError(`${this.descriptor.id} has no rows for ${track}`, `it has ${stored.join(', ')}`)
  }

  #index(): Promise<Sessions> {
    this.#sessions ??= readSessions(this.#source)
    return this.#sessions
  }

  #memories(): Promise<MemoryPool> {
    this.#pool ??= this.#fillPool()
    return this.#pool
  }

  async #fillPool(): Promise<MemoryPool> {
    const sessions = await this.#index()
    const pool = new MemoryPool((session) => sessions.clusterOf(session))
    for await (const memory of this.#source.memories()) pool.add(memory)
    return pool
  }
}

function tooFew(track: string, count: number, id: string): UsageError {
  return new UsageError(
    `${track} needs more distractors than this data has: row ${JSON.stringify(id)} found ${count}`,
    'use a lower level, or a larger data set',
  )
}
