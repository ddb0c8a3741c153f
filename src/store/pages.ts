import { sql, type Kysely, type RawBuilder, type Selectable, type SelectQueryBuilder } from 'kysely'
import type { CallTable, OutcomeTable, ReferenceTable, RunCaseTable, Tables } from './schema.ts'

/** The data set's order of a run's cases. */
const caseKey = ['ordinal', 'case_id'] as const satisfies readonly (keyof RunCaseTable)[]
export type CasePlace = Readonly<Pick<RunCaseTable, (typeof caseKey)[number]>>

/** One page of a run's cases with their bodies, in the data set's order, after `place`. */
export function casePage(
  db: Kysely<Tables>,
  run: string,
  track: string,
  place: CasePlace | undefined,
  size: number,
) {
  return summaryPage(db, run, track, place, size)
    .innerJoin('case_bodies', 'case_bodies.hash', 'run_cases.body')
    .select('case_bodies.body as content')
}

/** One page of a run's case summaries, in the data set's order, after `place`. */
export function summaryPage(
  db: Kysely<Tables>,
  run: string,
  track: string,
  place: CasePlace | undefined,
  size: number,
) {
  const rows = db
    .selectFrom('run_cases')
    .select(['ordinal', 'case_id', 'case_hash', 'cluster', 'weight', 'tags', 'skip'])
    .where('run', '=', run)
    .where('track', '=', track)
  return inOrder(rows, caseKey, {}, place, size)
}

/** Reading order of outcomes inside a run: that of the primary key. */
const outcomeKey = [
  'track',
  'system',
  'case_id',
  'repeat',
  'instrument',
  'metric',
  'attempt',
] as const satisfies readonly (keyof OutcomeTable)[]
export type OutcomePlace = Readonly<Pick<OutcomeTable, (typeof outcomeKey)[number]>>

/** Reading order of references inside a run: that of the primary key. */
const referenceKey = [
  'track',
  'system',
  'case_id',
  'repeat',
  'attempt',
  'instrument',
  'stage',
] as const satisfies readonly (keyof ReferenceTable)[]
export type ReferencePlace = Readonly<Pick<ReferenceTable, (typeof referenceKey)[number]>>

/** Column values that all rows read must have; a column that is undefined is free. */
type Filter<Column extends string> = Partial<Record<Column, string | undefined>>

/** One page of a run's outcomes, all attempts, in reading order, after `place`. */
export function outcomePage(
  db: Kysely<Tables>,
  run: string,
  filter: Filter<'track' | 'system' | 'case_id' | 'instrument'>,
  place: OutcomePlace | undefined,
  size: number,
) {
  const rows = db.selectFrom('outcomes').selectAll().where('run', '=', run).where(matching(filter))
  return inOrder(rows, outcomeKey, filter, place, size)
}

/** One page of a run's references in reading order, after `place`. */
export function referencePage(
  db: Kysely<Tables>,
  run: string,
  filter: Filter<'track' | 'system' | 'case_id'>,
  place: ReferencePlace | undefined,
  size: number,
) {
  const rows = db.selectFrom('result_references').selectAll().where('run', '=', run).where(matching(filter))
  return inOrder(rows, referenceKey, filter, place, size)
}

/** By time, those of one moment as they were written. */
const callKey = ['at', 'id'] as const satisfies readonly (keyof CallTable)[]
export type CallPlace = Readonly<Pick<Selectable<CallTable>, (typeof callKey)[number]>>

/** One page of a run's calls by time, after `place`. */
export function callPage(db: Kysely<Tables>, run: string, place: CallPlace | undefined, size: number) {
  const rows = db.selectFrom('calls').selectAll().where('run', '=', run)
  return inOrder(rows, callKey, {}, place, size)
}

/** The first `size` rows after a place, ordered by a key whose columns `filter` may fix. */
function inOrder<Table extends keyof Tables, Row, Column extends string>(
  rows: SelectQueryBuilder<Tables, Table, Row>,
  key: readonly Column[],
  filter: Filter<string>,
  place: Readonly<Record<Column, string | number>> | undefined,
  size: number,
) {
  const page = rows.where(after(key, filter, place)).limit(size)
  return key.reduce((query, column) => query.orderBy(sql.ref(column)), page)
}

function matching(filter: Filter<string>) {
  const terms = Object.entries(filter).flatMap(([column, value]) =>
    value === undefined ? [] : [sql<boolean>`${sql.ref(column)} = ${value}`],
  )
  return allOf(terms)
}

/**
 * Rows after a place, as one comparison of row values, which the primary key answers with a single seek. Leading
 * columns that the filter fixes are left out: the seek must start at the first free one.
 */
function after<Column extends string>(
  key: readonly Column[],
  filter: Filter<string>,
  place: Readonly<Record<Column, string | number>> | undefined,
) {
  if (place === undefined) return allOf([])
  const free = key.slice(key.findIndex((column) => filter[column] === undefined))
  const columns = sql.join(free.map((column) => sql.ref(column)))
  const values = sql.join(free.map((column) => sql`${place[column]}`))
  return allOf([sql<boolean>`(${columns}) > (${values})`])
}

function allOf(terms: readonly RawBuilder<boolean>[]) {
  return sql<boolean>`(${sql.join([sql`1 = 1`, ...terms], sql` and `)})`
}
