import { sql } from 'kysely'
import { RapportError } from '../../core/errors.ts'
import { builder } from './builder.ts'
import type { Connection } from './connection.ts'

/** `PRAGMA application_id` of our files: "RPPT". Tells them from other programs' databases. */
const APPLICATION_ID = 0x52505054

/** Forward only: a published migration is never changed, a new one is added at the end. */
export const MIGRATIONS: readonly string[] = [
  `
  create table runs (
    id text primary key, created_at integer not null, updated_at integer not null, state text not null,
    spec not null, provenance not null
  );
  create table texts (hash text primary key, body not null);
  create table case_bodies (id integer primary key, hash text not null unique, body not null);
  create table run_cases (
    run text not null references runs, track text not null, ordinal integer not null, case_id text not null,
    case_hash text not null, cluster text not null, weight real not null, tags text not null, skip text,
    body text not null, primary key (run, track, case_id)
  ) without rowid;
  create index run_cases_order on run_cases (run, track, ordinal, case_id);
  create index run_cases_body on run_cases (body);
  create table results (
    id integer primary key, fingerprint text not null unique, stage text not null, output_hash text not null,
    output not null, duration real not null, finished_at real not null
  );
  create table result_references (
    run text not null references runs, track text not null, system text not null, case_id text not null,
    repeat integer not null, attempt integer not null, instrument text not null, stage text not null,
    fingerprint text not null, failure text, reused integer not null,
    primary key (run, track, system, case_id, repeat, attempt, instrument, stage)
  ) without rowid;
  create index result_references_respond on result_references (fingerprint) where stage = 'respond';
  create table outcomes (
    run text not null references runs, track text not null, system text not null, case_id text not null,
    repeat integer not null, instrument text not null, metric text not null, attempt integer not null,
    numerator real, denominator real, unmeasured text,
    worst_numerator real not null, worst_denominator real not null,
    best_numerator real not null, best_denominator real not null,
    primary key (run, track, system, case_id, repeat, instrument, metric, attempt),
    check (unmeasured is not null or (numerator is not null and denominator is not null))
  ) without rowid;
  create table events (
    run text not null references runs, seq integer not null, at real not null, event text not null,
    primary key (run, seq)
  ) without rowid;
  create table search_marks (kind text primary key, upto integer not null) without rowid;
  create table search_documents (id integer primary key, kind text not null, ref text not null);
  create virtual table search_texts using fts5(text, tokenize = 'trigram');
  `,
  `
  create table replies (key text primary key, reply not null);
  create table calls (
    id integer primary key, run text not null references runs, at real not null, model text not null,
    purpose text not null, outcome text not null, detail text, input real, output real, cached_input real,
    reasoning real, latency real not null, cost real, request text not null
  );
  create index calls_order on calls (run, at, id);
  `,
  `
  create table run_owners (run text primary key, owner text not null) without rowid;
  `,
  `
  alter table calls add column worst_cost real;
  `,
  `
  alter table calls add column about text;
  create index calls_about on calls (run, about) where about is not null;
  `,
  `
  create table annotation_projects (id text primary key, created_at real not null, record not null) without rowid;
  create table annotation_items (
    project text not null references annotation_projects, ordinal integer not null, id text not null,
    head not null, content not null, primary key (project, ordinal), unique (project, id)
  );
  create table annotation_seatings (
    project text not null references annotation_projects, version integer not null, seating not null,
    primary key (project, version)
  ) without rowid;
  create table annotation_entries (
    project text not null references annotation_projects, seq integer not null, id text not null, at real not null,
    item text not null, annotator text not null, act text not null, state text not null, body not null,
    primary key (project, seq), unique (project, id)
  );
  create index annotation_entries_item on annotation_entries (project, item, seq);
  `,
]

/**
 * Brings a database up to date.
 * @param migrations all of them when absent; fewer make a database of an earlier version
 * @throws RapportError when it was written by a newer Rapport, or is another program's
 */
export function migrate(connection: Connection, migrations: readonly string[] = MIGRATIONS): void {
  claim(connection)
  if (appliedVersion(connection, migrations.length) === migrations.length) return
  connection.transaction(() => {
    // Read again under the lock: another process may have been faster.
    const version = appliedVersion(connection, migrations.length)
    for (const [index, statements] of migrations.entries()) {
      if (index < version) continue
      connection.exec(statements)
      connection.run(sql`insert into migrations (version) values (${index + 1})`.compile(builder))
    }
  })
}

/** Marks an empty database as ours. */
function claim(connection: Connection): void {
  if (owner(connection) === APPLICATION_ID) return
  connection.transaction(() => {
    if (owner(connection) === APPLICATION_ID) return
    const tables = sql<{ name: string }>`select name from sqlite_schema limit 1`.compile(builder)
    if (connection.first(tables) !== undefined) {
      throw new RapportError('this database belongs to another program', {
        place: { file: connection.path },
        fix: 'Choose another path for the store; nothing was changed in this file.',
      })
    }
    connection.exec(`pragma application_id = ${APPLICATION_ID}`)
    connection.exec('create table migrations (version integer primary key)')
  })
}

function owner(connection: Connection): number | undefined {
  const query = sql<{ application_id: number }>`pragma application_id`.compile(builder)
  return connection.first(query)?.application_id
}

function appliedVersion(connection: Connection, known: number): number {
  const query = sql<{ version: number }>`
    select coalesce(max(version), 0) as version from migrations`.compile(builder)
  const version = connection.first(query)?.version ?? 0
  if (version <= known) return version
  throw new RapportError(
    `the store was written by a newer Rapport (schema ${version}, this one knows ${known})`,
    { place: { file: connection.path }, fix: 'Update Rapport, or choose another folder with RAPPORT_HOME.' },
  )
}
