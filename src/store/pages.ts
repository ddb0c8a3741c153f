import { sql, type Kysely, type RawBuilder, type Selectable } from 'kysely'
import type { CallTable, OutcomeTable, ReferenceTable, RunCaseTable, Tables } from './schema.ts'

/** Where the next page of a run's cases starts. */
export type CasePlace = Readonly<Pick<RunCaseTable, 'ordinal' | 'case_id'>>

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
  return db
    .selectFrom('run_cases')
    .select(['ordinal', 'case_id', 'case_hash', 'cluster', 'weight', 'tags', 'skip'])
    .where('run', '=', run)
    .where('track', '=', track)
    .$if(place !== undefined, (query) =>
      query.where((eb) =>
        eb(eb.refTuple('ordinal', 'case_id'), '>', eb.tuple(place?.ordinal ?? 0, place?.case_id ?? '')),
      ),
    )
    .orderBy('ordinal')
    .orderBy('case_id')
    .limit(size)
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
  filter: Filter<'track' | 'system' | 'instrument'>,
  place: OutcomePlace | undefined,
  size: number,
) {
  const rows = db
    .selectFrom('outcomes')
    .selectAll()
    .where('run', '=', run)
    .where(matching(filter))
    .where(after(outcomeKey, filter, place))
    .limit(size)
  return outcomeKey.reduce((query, column) => query.orderBy(column), rows)
}

/** One page of a run's references in reading order, after `place`. */
export function referencePage(
  db: Kysely<Tables>,
  run: string,
  filter: Filter<'track' | 'system' | 'case_id'>,
  place: ReferencePlace | undefined,
  size: number,
) {
  const rows = db
    .selectFrom('result_references')
    .selectAll()
    .where('run', '=', run)
    .where(matching(filter))
    .where(after(referenceKey, filter, place))
    .limit(size)
  return referenceKey.reduce((query, column) => query.orderBy(column), rows)
}

/** Where the next page of a run's calls starts. */
export type CallPlace = Readonly<Pick<Selectable<CallTable>, 'at' | 'id'>>

/** One page of a run's calls by time, those of one moment as they were written, after `place`. */
export function callPage(db: Kysely<Tables>, run: string, place: CallPlace | undefined, size: number) {
  return db
    .selectFrom('calls')
    .selectAll()
    .where('run', '=', run)
    .$if(place !== undefined, (query) =>
      query.where((eb) => eb(eb.refTuple('at', 'id'), '>', eb.tuple(place?.at ?? 0, place?.id ?? 0))),
    )
    .orderBy('at')
    .orderBy('id')
    .limit(size)
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
