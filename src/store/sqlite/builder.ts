import {
  DummyDriver,
  Kysely,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  type Dialect,
} from 'kysely'
import type { Tables } from '../schema.ts'

/** The portable tables, and how far the full-text index got. The index itself is reached by plain SQL. */
export interface SqliteTables extends Tables {
  search_marks: { kind: string; upto: number }
}

/**
 * Kysely as a builder of SQL only. Statements run through Connection, synchronously: a transaction is then one
 * uninterrupted block, into which no other call of this process can slip.
 */
const dialect: Dialect = {
  createAdapter: () => new SqliteAdapter(),
  createDriver: () => new DummyDriver(),
  createIntrospector: (db) => new SqliteIntrospector(db),
  createQueryCompiler: () => new SqliteQueryCompiler(),
}

export const builder = new Kysely<SqliteTables>({ dialect })
