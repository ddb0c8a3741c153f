import type { Kysely } from 'kysely'
import type { Tables } from './schema.ts'
import { slot } from './slot.ts'

/** The statements of annotation, written for any dialect of Kysely. Slots carry column names. */
export function annotationQueriesOf(db: Kysely<Tables>) {
  return {
    insertProject: db
      .insertInto('annotation_projects')
      .values({ id: slot('id'), created_at: slot('created_at'), record: slot('record') })
      .compile(),
    project: db.selectFrom('annotation_projects').selectAll().where('id', '=', slot<string>('id')).compile(),
    projects: db
      .selectFrom('annotation_projects')
      .selectAll()
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .compile(),
    insertItem: db
      .insertInto('annotation_items')
      .values({
        project: slot('project'),
        ordinal: slot('ordinal'),
        id: slot('id'),
        head: slot('head'),
        content: slot('content'),
      })
      .compile(),
    heads: db
      .selectFrom('annotation_items')
      .select(['head'])
      .where('project', '=', slot<string>('project'))
      .orderBy('ordinal')
      .compile(),
    item: db
      .selectFrom('annotation_items')
      .select(['head', 'content'])
      .where('project', '=', slot<string>('project'))
      .where('id', '=', slot<string>('id'))
      .compile(),
    hasItem: db
      .selectFrom('annotation_items')
      .select(['ordinal'])
      .where('project', '=', slot<string>('project'))
      .where('id', '=', slot<string>('id'))
      .compile(),
    insertSeating: db
      .insertInto('annotation_seatings')
      .values({ project: slot('project'), version: slot('version'), seating: slot('seating') })
      .compile(),
    seating: db
      .selectFrom('annotation_seatings')
      .select(['seating'])
      .where('project', '=', slot<string>('project'))
      .orderBy('version', 'desc')
      .limit(1)
      .compile(),
    latestVersion: db
      .selectFrom('annotation_seatings')
      .select((eb) => eb.fn.coalesce(eb.fn.max('version'), eb.lit(0)).as('version'))
      .where('project', '=', slot<string>('project'))
      .compile(),
    insertEntry: db
      .insertInto('annotation_entries')
      .values({
        project: slot('project'),
        seq: slot('seq'),
        id: slot('id'),
        at: slot('at'),
        item: slot('item'),
        annotator: slot('annotator'),
        act: slot('act'),
        state: slot('state'),
        body: slot('body'),
      })
      .compile(),
    lastSeq: db
      .selectFrom('annotation_entries')
      .select((eb) => eb.fn.coalesce(eb.fn.max('seq'), eb.lit(0)).as('seq'))
      .where('project', '=', slot<string>('project'))
      .compile(),
    entryById: db
      .selectFrom('annotation_entries')
      .selectAll()
      .where('project', '=', slot<string>('project'))
      .where('id', '=', slot<string>('id'))
      .compile(),
    latestOf: db
      .selectFrom('annotation_entries')
      .selectAll()
      .where('project', '=', slot<string>('project'))
      .where('item', '=', slot<string>('item'))
      .where('annotator', '=', slot<string>('annotator'))
      .where('act', '!=', 'adjudicate')
      .orderBy('seq', 'desc')
      .limit(1)
      .compile(),
    entries: db
      .selectFrom('annotation_entries')
      .selectAll()
      .where('project', '=', slot<string>('project'))
      .orderBy('seq')
      .compile(),
    entriesOf: db
      .selectFrom('annotation_entries')
      .selectAll()
      .where('project', '=', slot<string>('project'))
      .where('item', '=', slot<string>('item'))
      .orderBy('seq')
      .compile(),
    // Nothing is ever taken out, so a count says whether anything was added.
    stamp: db
      .selectNoFrom((eb) => [
        eb
          .selectFrom('annotation_projects')
          .select((one) => one.fn.countAll<number>().as('n'))
          .as('projects'),
        eb
          .selectFrom('annotation_seatings')
          .select((one) => one.fn.countAll<number>().as('n'))
          .as('seatings'),
        eb
          .selectFrom('annotation_entries')
          .select((one) => one.fn.countAll<number>().as('n'))
          .as('entries'),
      ])
      .compile(),
  }
}
