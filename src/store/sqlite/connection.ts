import type { DatabaseSyncInstance, StatementSyncInstance } from '@photostructure/sqlite'
import type { CompiledQuery } from 'kysely'
import { RapportError } from '../../core/errors.ts'
import { storeError } from './errors.ts'

/** Statements kept prepared. The few that are run per row stay; the pages of readers vary and fall out. */
const KEPT_STATEMENTS = 100

/** Runs compiled queries on one database file, synchronously. Every error is a RapportError. */
export class Connection {
  readonly path: string
  readonly #database: DatabaseSyncInstance
  readonly #statements = new Map<string, StatementSyncInstance>()
  #open = true

  constructor(database: DatabaseSyncInstance, path: string) {
    this.#database = database
    this.path = path
  }

  all<Row>(query: CompiledQuery<Row>): Row[] {
    return this.#guard(() => this.#prepared(query.sql).all(...query.parameters))
  }

  first<Row>(query: CompiledQuery<Row>): Row | undefined {
    return this.all(query)[0]
  }

  /** @returns how many rows changed */
  run(query: CompiledQuery): number {
    return this.#guard(() => this.#prepared(query.sql).run(...query.parameters).changes)
  }

  /** One or several statements without parameters. */
  exec(sql: string): void {
    this.#guard(() => this.#database.exec(sql))
  }

  /**
   * Runs the work in a transaction that takes the write lock first, so that it never has to be given up half-way.
   * @throws RapportError after everything was rolled back
   */
  transaction<T>(work: () => T): T {
    this.exec('BEGIN IMMEDIATE')
    try {
      const result = work()
      this.exec('COMMIT')
      return result
    } catch (error) {
      // After some errors (full disk) SQLite has rolled back by itself and refuses to do it again.
      try {
        this.#database.exec('ROLLBACK')
      } catch {}
      throw storeError(error, this.path)
    }
  }

  /**
   * Closes the file, with everything moved from the write-ahead log into it, so that it can be copied alone.
   * SQLite does that by itself only when no prepared statement is left, which takes a garbage collection.
   */
  close(): void {
    if (!this.#open) return
    this.#open = false
    this.#statements.clear()
    try {
      this.#database.exec('pragma busy_timeout = 0; pragma wal_checkpoint(truncate)')
    } catch {
      // Others use the file, or it is damaged. Nothing is lost: the log is read when it is opened again.
    }
    this.#database.close()
  }

  #guard<T>(work: () => T): T {
    if (!this.#open) throw new RapportError('the store is closed')
    try {
      return work()
    } catch (error) {
      throw storeError(error, this.path)
    }
  }

  #prepared(sql: string): StatementSyncInstance {
    const known = this.#statements.get(sql)
    if (known !== undefined) return known
    const statement = this.#database.prepare(sql)
    const oldest = this.#statements.keys().next()
    if (this.#statements.size >= KEPT_STATEMENTS && !oldest.done) this.#statements.delete(oldest.value)
    this.#statements.set(sql, statement)
    return statement
  }
}
