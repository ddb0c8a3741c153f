import type {
  AnnotationEntry,
  AnnotationProject,
  Appended,
  ItemHead,
  NewAnnotationEntry,
  PinnedItem,
  Seating,
} from '../../core/annotation.ts'
import type { Case } from '../../core/case.ts'
import { RapportError } from '../../core/errors.ts'
import { runEventSchema, type RunEvent, type StoredEvent } from '../../core/events.ts'
import { sha256 } from '../../core/hash.ts'
import type { Json } from '../../core/json.ts'
import type { CallSubject, LedgerEntry } from '../../core/model.ts'
import type { RunRecord, RunSpec, RunState } from '../../core/run.ts'
import type {
  CallTotals,
  CaseSummary,
  CommitBatch,
  OutcomeRow,
  ResultReference,
  RunClaim,
  RunOwner,
  RunStamp,
  SearchHit,
  StageTotals,
  StageResult,
  Store,
  UnitState,
} from '../../core/store.ts'
import { aboutText, callFromRow, callToRow, totalsFromRow } from '../call-row.ts'
import { caseBody, caseFromRow, summaryFromRow, summaryToRow } from '../case-row.ts'
import { GroupCommit } from '../group-commit.ts'
import { finite } from '../json-text.ts'
import { keyText } from '../key-text.ts'
import { outcomeFromRow, outcomeToRow } from '../outcome-row.ts'
import { pack } from '../pack.ts'
import { paged } from '../paged.ts'
import {
  callPage,
  casePage,
  outcomePage,
  referencePage,
  summaryPage,
  type CallPlace,
  type CasePlace,
  type OutcomePlace,
  type ReferencePlace,
} from '../pages.ts'
import { queriesOf } from '../queries.ts'
import { referenceFromRow, referenceToRow } from '../reference-row.ts'
import { packRecord, runFromRow, runToRow, stampFromRow } from '../run-row.ts'
import { fill } from '../slot.ts'
import { highestAttempts } from '../highest-attempts.ts'
import { unitStates } from '../unit-states.ts'
import { Annotations } from './annotations.ts'
import { builder } from './builder.ts'
import type { Connection } from './connection.ts'
import { JsonCodec, type NewTexts } from './json-codec.ts'
import { RunClaims } from './run-claims.ts'
import { Search } from './search.ts'

const queries = queriesOf(builder)

/** Rows read at once. A case can hold 300,000 characters, an outcome holds 300. */
const CASE_PAGE = 32
const ROW_PAGE = 2000

/** A Store in one SQLite file that several processes may use at once. Opened by `openStore`. */
export class SqliteStore implements Store {
  readonly #connection: Connection
  readonly #codec: JsonCodec
  readonly #search: Search
  readonly #commits: GroupCommit
  readonly #claims: RunClaims
  readonly #annotations: Annotations

  /** @param connection to a migrated database; closed with the store */
  constructor(connection: Connection) {
    this.#connection = connection
    this.#codec = new JsonCodec(connection, queries)
    this.#search = new Search(connection, this.#codec)
    this.#commits = new GroupCommit((work) => connection.transaction(work))
    this.#claims = new RunClaims(connection, queries)
    this.#annotations = new Annotations(connection, this.#codec, this.#commits)
  }

  async createRun(run: RunRecord): Promise<void> {
    const row = runToRow(run)
    this.#connection.transaction(() => {
      if (this.#connection.first(fill(queries.run, { id: run.id })) !== undefined) {
        throw new RapportError(`run ${run.id} exists already`)
      }
      this.#connection.run(fill(queries.insertRun, { ...row }))
    })
  }

  async updateSpec(run: string, spec: RunSpec, at: number): Promise<void> {
    this.#update(run, fill(queries.updateSpec, { id: run, spec: packRecord(spec), updated_at: finite(at) }))
  }

  async setState(run: string, state: RunState, at: number): Promise<void> {
    this.#update(run, fill(queries.setState, { id: run, state, updated_at: finite(at) }))
  }

  async discardPlanning(run: string): Promise<void> {
    this.#connection.transaction(() => {
      if (this.#connection.first(fill(queries.run, { id: run }))?.state !== 'planning') return
      this.#connection.run(fill(queries.deleteRunCases, { run }))
      this.#connection.run(fill(queries.deleteRun, { id: run }))
    })
  }

  claimRun(run: string, owner: RunOwner): Promise<RunClaim | { readonly heldBy: RunOwner | null }> {
    return this.#claims.claim(run, owner)
  }

  async run(id: string): Promise<RunRecord | undefined> {
    const row = this.#connection.first(fill(queries.run, { id }))
    return row === undefined ? undefined : this.#readable(() => runFromRow(row))
  }

  async runs(): Promise<readonly RunRecord[]> {
    return this.#readable(() => this.#connection.all(queries.runs).map(runFromRow))
  }

  async runStamps(): Promise<readonly RunStamp[]> {
    return this.#readable(() => this.#connection.all(queries.runStamps).map(stampFromRow))
  }

  async putCases(
    run: string,
    track: string,
    cases: readonly { ordinal: number; subject: Case }[],
  ): Promise<void> {
    const texts: NewTexts = new Map()
    const rows = cases.map(({ ordinal, subject }) => {
      const content = this.#codec.encode(caseBody(subject), texts)
      const body = sha256(content)
      const row = { ...summaryToRow(ordinal, subject), run, track: keyText(track), body }
      return { row, body: { hash: body, body: pack(content) } }
    })
    this.#connection.transaction(() => {
      this.#codec.save(texts)
      for (const { row, body } of rows) {
        this.#connection.run(fill(queries.insertCaseBody, body))
        this.#connection.run(fill(queries.insertRunCase, row))
      }
    })
  }

  async *cases(run: string, track: string): AsyncGenerator<Case> {
    const rows = paged(CASE_PAGE, (last: CasePlace | undefined) =>
      this.#connection.all(casePage(builder, run, track, last, CASE_PAGE).compile()),
    )
    for await (const row of rows) {
      const body = this.#codec.decode(row.content)
      yield this.#readable(() => caseFromRow(row, body))
    }
  }

  async case(run: string, track: string, id: string): Promise<Case | undefined> {
    const row = this.#connection.first(fill(queries.caseById, { run, track, case_id: id }))
    if (row === undefined) return undefined
    const body = this.#codec.decode(row.content)
    return this.#readable(() => caseFromRow(row, body))
  }

  async *caseSummaries(run: string, track: string): AsyncGenerator<CaseSummary> {
    const rows = paged(ROW_PAGE, (last: CasePlace | undefined) =>
      this.#connection.all(summaryPage(builder, run, track, last, ROW_PAGE).compile()),
    )
    for await (const row of rows) yield this.#readable(() => summaryFromRow(row))
  }

  async lookup(fingerprints: readonly string[]): Promise<ReadonlyMap<string, StageResult>> {
    const found = new Map<string, StageResult>()
    for (const fingerprint of fingerprints) {
      const row = this.#connection.first(fill(queries.result, { fingerprint }))
      if (row === undefined) continue
      found.set(fingerprint, {
        fingerprint,
        stage: row.stage,
        outputHash: row.output_hash,
        output: this.#codec.decode(row.output),
        duration: row.duration,
        finishedAt: row.finished_at,
      })
    }
    return found
  }

  async commit(batch: CommitBatch): Promise<void> {
    // Everything that can be wrong with the values is found here, before the batch joins others.
    const texts: NewTexts = new Map()
    const results = (batch.results ?? []).map((result) => ({
      fingerprint: keyText(result.fingerprint),
      stage: keyText(result.stage),
      output_hash: keyText(result.outputHash),
      output: pack(this.#codec.encode(result.output, texts)),
      duration: finite(result.duration),
      finished_at: finite(result.finishedAt),
    }))
    const references = (batch.references ?? []).map(referenceToRow)
    const outcomes = (batch.outcomes ?? []).map(outcomeToRow)
    await this.#commits.add(() => {
      this.#codec.save(texts)
      for (const row of results) this.#connection.run(fill(queries.insertResult, row))
      for (const row of references) this.#connection.run(fill(queries.upsertReference, { ...row }))
      for (const row of outcomes) this.#connection.run(fill(queries.upsertOutcome, { ...row }))
    })
  }

  async *references(
    run: string,
    filter: { track?: string; system?: string; case?: string },
  ): AsyncGenerator<ResultReference> {
    const { track, system, case: case_id } = filter
    const rows = paged(ROW_PAGE, (last: ReferencePlace | undefined) =>
      this.#connection.all(referencePage(builder, run, { track, system, case_id }, last, ROW_PAGE).compile()),
    )
    for await (const row of rows) yield this.#readable(() => referenceFromRow(row))
  }

  async *outcomes(
    run: string,
    filter: { track?: string; system?: string; case?: string; instrument?: string },
  ): AsyncGenerator<OutcomeRow> {
    const { track, system, case: case_id, instrument } = filter
    const rows = paged(ROW_PAGE, (last: OutcomePlace | undefined) =>
      this.#connection.all(
        outcomePage(builder, run, { track, system, case_id, instrument }, last, ROW_PAGE).compile(),
      ),
    )
    for await (const row of highestAttempts(rows)) yield this.#readable(() => outcomeFromRow(row))
  }

  units(run: string, track: string): AsyncGenerator<UnitState> {
    return unitStates(this.references(run, { track }))
  }

  async appendEvents(run: string, events: readonly { at: number; event: RunEvent }[]): Promise<void> {
    const rows = events.map(({ at, event }) => ({ at: finite(at), event: packRecord(event) }))
    this.#connection.transaction(() => {
      let { seq } = this.#connection.first(fill(queries.lastSeq, { run })) ?? { seq: 0 }
      for (const row of rows) {
        seq += 1
        this.#connection.run(fill(queries.insertEvent, { ...row, run, seq }))
      }
    })
  }

  async events(run: string, afterSeq: number): Promise<readonly StoredEvent[]> {
    const rows = this.#connection.all(fill(queries.eventsAfter, { run, seq: afterSeq }))
    return rows.map(({ seq, at, event }) => ({
      seq,
      at,
      event: this.#readable(() => runEventSchema.parse(this.#codec.decode(event))),
    }))
  }

  async cachedReply(key: string): Promise<Json | undefined> {
    const row = this.#connection.first(fill(queries.reply, { key }))
    return row === undefined ? undefined : this.#codec.decode(row.reply)
  }

  async keepReply(key: string, reply: Json): Promise<void> {
    const texts: NewTexts = new Map()
    const row = { key: keyText(key), reply: pack(this.#codec.encode(reply, texts)) }
    await this.#commits.add(() => {
      this.#codec.save(texts)
      this.#connection.run(fill(queries.insertReply, row))
    })
  }

  async recordCalls(run: string, entries: readonly LedgerEntry[]): Promise<void> {
    const rows = entries.map((entry) => callToRow(run, entry))
    await this.#commits.add(() => {
      for (const row of rows) this.#connection.run(fill(queries.insertCall, { ...row }))
    })
  }

  async *calls(run: string): AsyncGenerator<LedgerEntry> {
    const rows = paged(ROW_PAGE, (last: CallPlace | undefined) =>
      this.#connection.all(callPage(builder, run, last, ROW_PAGE).compile()),
    )
    for await (const row of rows) yield this.#readable(() => callFromRow(row))
  }

  async callsAbout(run: string, about: CallSubject): Promise<readonly LedgerEntry[]> {
    const rows = this.#connection.all(fill(queries.callsAbout, { run, about: aboutText(about) }))
    return rows.map((row) => this.#readable(() => callFromRow(row)))
  }

  async stageTotals(run: string): Promise<readonly StageTotals[]> {
    return this.#connection
      .all(fill(queries.stageTotals, { run }))
      .map(({ track, stage, all, failed }) => ({ track, stage, done: all - failed, failed }))
  }

  async callTotals(run: string): Promise<readonly CallTotals[]> {
    return this.#connection.all(fill(queries.callTotals, { run })).map(totalsFromRow)
  }

  search(query: string, options: { run?: string; limit: number }): Promise<readonly SearchHit[]> {
    return this.#search.find(query, options)
  }

  createProject(
    project: AnnotationProject,
    items: readonly PinnedItem[],
    seating: Omit<Seating, 'version'>,
  ): Promise<void> {
    return this.#annotations.createProject(project, items, seating)
  }

  annotationProjects(): Promise<readonly AnnotationProject[]> {
    return this.#annotations.annotationProjects()
  }

  annotationProject(id: string): Promise<AnnotationProject | undefined> {
    return this.#annotations.annotationProject(id)
  }

  annotationItems(project: string): Promise<readonly ItemHead[]> {
    return this.#annotations.annotationItems(project)
  }

  annotationItem(project: string, id: string): Promise<PinnedItem | undefined> {
    return this.#annotations.annotationItem(project, id)
  }

  annotationSeating(project: string): Promise<Seating | undefined> {
    return this.#annotations.annotationSeating(project)
  }

  seatAnnotators(project: string, seating: Seating): Promise<boolean> {
    return this.#annotations.seatAnnotators(project, seating)
  }

  appendAnnotation(
    project: string,
    entry: NewAnnotationEntry,
    base: number | null | undefined,
  ): Promise<Appended> {
    return this.#annotations.appendAnnotation(project, entry, base)
  }

  annotationEntries(project: string, options?: { item?: string }): Promise<readonly AnnotationEntry[]> {
    return this.#annotations.annotationEntries(project, options)
  }

  annotationStamp(): Promise<string> {
    return this.#annotations.annotationStamp()
  }

  async close(): Promise<void> {
    this.#commits.flush()
    this.#claims.end()
    this.#connection.close()
  }

  #update(run: string, query: Parameters<Connection['run']>[0]): void {
    const changed = this.#connection.transaction(() => this.#connection.run(query))
    if (changed === 0) throw new RapportError(`there is no run ${run}`)
  }

  /** @throws RapportError when what was stored has a form that this version does not know */
  #readable<T>(read: () => T): T {
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
