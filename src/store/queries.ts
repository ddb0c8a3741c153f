import type { Kysely } from 'kysely'
import type { Tables } from './schema.ts'
import { slot } from './slot.ts'

/** The statements that every SQL store shares, written for any dialect of Kysely. Slots carry column names. */
export function queriesOf(db: Kysely<Tables>) {
  return {
    insertRun: db
      .insertInto('runs')
      .values({
        id: slot('id'),
        created_at: slot('created_at'),
        updated_at: slot('updated_at'),
        state: slot('state'),
        spec: slot('spec'),
        provenance: slot('provenance'),
      })
      .compile(),
    updateSpec: db
      .updateTable('runs')
      .set({ spec: slot('spec'), updated_at: slot('updated_at') })
      .where('id', '=', slot<string>('id'))
      .compile(),
    setState: db
      .updateTable('runs')
      .set({ state: slot('state'), updated_at: slot('updated_at') })
      .where('id', '=', slot<string>('id'))
      .compile(),
    run: db.selectFrom('runs').selectAll().where('id', '=', slot<string>('id')).compile(),
    runStamps: db
      .selectFrom('runs')
      .select(['id', 'state', 'updated_at'])
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .compile(),
    runs: db.selectFrom('runs').selectAll().orderBy('created_at', 'desc').orderBy('id', 'desc').compile(),

    setOwner: db
      .insertInto('run_owners')
      .values({ run: slot('run'), owner: slot('owner') })
      .onConflict((on) => on.column('run').doUpdateSet((eb) => ({ owner: eb.ref('excluded.owner') })))
      .compile(),
    owner: db.selectFrom('run_owners').select('owner').where('run', '=', slot<string>('run')).compile(),
    deleteOwner: db.deleteFrom('run_owners').where('run', '=', slot<string>('run')).compile(),

    deleteRunCases: db.deleteFrom('run_cases').where('run', '=', slot<string>('run')).compile(),
    deleteRun: db.deleteFrom('runs').where('id', '=', slot<string>('id')).compile(),

    insertText: db
      .insertInto('texts')
      .values({ hash: slot('hash'), body: slot('body') })
      .onConflict((on) => on.column('hash').doNothing())
      .compile(),
    text: db.selectFrom('texts').select('body').where('hash', '=', slot<string>('hash')).compile(),
    hasText: db.selectFrom('texts').select('hash').where('hash', '=', slot<string>('hash')).compile(),

    insertCaseBody: db
      .insertInto('case_bodies')
      .values({ hash: slot('hash'), body: slot('body') })
      .onConflict((on) => on.column('hash').doNothing())
      .compile(),
    insertRunCase: db
      .insertInto('run_cases')
      .values({
        run: slot('run'),
        track: slot('track'),
        ordinal: slot('ordinal'),
        case_id: slot('case_id'),
        case_hash: slot('case_hash'),
        cluster: slot('cluster'),
        weight: slot('weight'),
        tags: slot('tags'),
        skip: slot('skip'),
        body: slot('body'),
      })
      .onConflict((on) =>
        on.columns(['run', 'track', 'case_id']).doUpdateSet((eb) => ({
          ordinal: eb.ref('excluded.ordinal'),
          case_hash: eb.ref('excluded.case_hash'),
          cluster: eb.ref('excluded.cluster'),
          weight: eb.ref('excluded.weight'),
          tags: eb.ref('excluded.tags'),
          skip: eb.ref('excluded.skip'),
          body: eb.ref('excluded.body'),
        })),
      )
      .compile(),

    result: db
      .selectFrom('results')
      .select(['fingerprint', 'stage', 'output_hash', 'output', 'duration', 'finished_at'])
      .where('fingerprint', '=', slot<string>('fingerprint'))
      .compile(),
    // The first result of a fingerprint stays: later stages and other runs were computed from it.
    insertResult: db
      .insertInto('results')
      .values({
        fingerprint: slot('fingerprint'),
        stage: slot('stage'),
        output_hash: slot('output_hash'),
        output: slot('output'),
        duration: slot('duration'),
        finished_at: slot('finished_at'),
      })
      .onConflict((on) => on.column('fingerprint').doNothing())
      .compile(),
    upsertReference: db
      .insertInto('result_references')
      .values({
        run: slot('run'),
        track: slot('track'),
        system: slot('system'),
        case_id: slot('case_id'),
        repeat: slot('repeat'),
        attempt: slot('attempt'),
        instrument: slot('instrument'),
        stage: slot('stage'),
        fingerprint: slot('fingerprint'),
        failure: slot('failure'),
        reused: slot('reused'),
      })
      .onConflict((on) =>
        on
          .columns(['run', 'track', 'system', 'case_id', 'repeat', 'attempt', 'instrument', 'stage'])
          .doUpdateSet((eb) => ({
            fingerprint: eb.ref('excluded.fingerprint'),
            failure: eb.ref('excluded.failure'),
            reused: eb.ref('excluded.reused'),
          })),
      )
      .compile(),
    upsertOutcome: db
      .insertInto('outcomes')
      .values({
        run: slot('run'),
        track: slot('track'),
        system: slot('system'),
        case_id: slot('case_id'),
        repeat: slot('repeat'),
        instrument: slot('instrument'),
        metric: slot('metric'),
        attempt: slot('attempt'),
        numerator: slot('numerator'),
        denominator: slot('denominator'),
        unmeasured: slot('unmeasured'),
        worst_numerator: slot('worst_numerator'),
        worst_denominator: slot('worst_denominator'),
        best_numerator: slot('best_numerator'),
        best_denominator: slot('best_denominator'),
      })
      .onConflict((on) =>
        on
          .columns(['run', 'track', 'system', 'case_id', 'repeat', 'instrument', 'metric', 'attempt'])
          .doUpdateSet((eb) => ({
            numerator: eb.ref('excluded.numerator'),
            denominator: eb.ref('excluded.denominator'),
            unmeasured: eb.ref('excluded.unmeasured'),
            worst_numerator: eb.ref('excluded.worst_numerator'),
            worst_denominator: eb.ref('excluded.worst_denominator'),
            best_numerator: eb.ref('excluded.best_numerator'),
            best_denominator: eb.ref('excluded.best_denominator'),
          })),
      )
      .compile(),

    lastSeq: db
      .selectFrom('events')
      .select((eb) => eb.fn.coalesce(eb.fn.max('seq'), eb.lit(0)).as('seq'))
      .where('run', '=', slot<string>('run'))
      .compile(),
    insertEvent: db
      .insertInto('events')
      .values({ run: slot('run'), seq: slot('seq'), at: slot('at'), event: slot('event') })
      .compile(),
    eventsAfter: db
      .selectFrom('events')
      .select(['seq', 'at', 'event'])
      .where('run', '=', slot<string>('run'))
      .where('seq', '>', slot<number>('seq'))
      .orderBy('seq')
      .compile(),

    reply: db.selectFrom('replies').select('reply').where('key', '=', slot<string>('key')).compile(),
    // The first reply of a key stays: it was paid for, and later results were computed from it.
    insertReply: db
      .insertInto('replies')
      .values({ key: slot('key'), reply: slot('reply') })
      .onConflict((on) => on.column('key').doNothing())
      .compile(),
    caseById: db
      .selectFrom('run_cases')
      .select(['ordinal', 'case_id', 'case_hash', 'cluster', 'weight', 'tags', 'skip'])
      .where('run', '=', slot<string>('run'))
      .where('track', '=', slot<string>('track'))
      .where('case_id', '=', slot<string>('case_id'))
      .innerJoin('case_bodies', 'case_bodies.hash', 'run_cases.body')
      .select('case_bodies.body as content')
      .compile(),
    insertCall: db
      .insertInto('calls')
      .values({
        run: slot('run'),
        at: slot('at'),
        model: slot('model'),
        purpose: slot('purpose'),
        outcome: slot('outcome'),
        detail: slot('detail'),
        input: slot('input'),
        output: slot('output'),
        cached_input: slot('cached_input'),
        reasoning: slot('reasoning'),
        latency: slot('latency'),
        cost: slot('cost'),
        worst_cost: slot('worst_cost'),
        request: slot('request'),
        about: slot('about'),
      })
      .compile(),
    callsAbout: db
      .selectFrom('calls')
      .selectAll()
      .where('run', '=', slot<string>('run'))
      .where('about', '=', slot<string>('about'))
      .orderBy('at')
      .orderBy('id')
      .compile(),
    stageTotals: db
      .selectFrom(
        db
          .selectFrom('result_references')
          .select(['track', 'stage'])
          // Of several attempts one that succeeded is enough.
          .select((eb) => eb.fn.min(eb.case().when('failure', 'is', null).then(0).else(1).end()).as('failed'))
          .where('run', '=', slot<string>('run'))
          .groupBy(['track', 'system', 'case_id', 'repeat', 'instrument', 'stage'])
          .as('latest'),
      )
      .select(['track', 'stage'])
      .select((eb) => [eb.fn.countAll<number>().as('all'), eb.fn.sum<number>('failed').as('failed')])
      .groupBy(['track', 'stage'])
      .orderBy('track')
      .orderBy('stage')
      .compile(),
    callTotals: db
      .selectFrom('calls')
      .select(['model', 'purpose'])
      .select((eb) => {
        const sum = (column: 'input' | 'output' | 'cached_input' | 'reasoning' | 'cost' | 'worst_cost') =>
          eb.fn.coalesce(eb.fn.sum<number>(column), eb.lit(0))
        const uncosted = eb('cost', 'is', null)
        return [
          eb.fn.countAll<number>().as('calls'),
          eb.fn.countAll<number>().filterWhere('outcome', '=', 'failed').as('failed'),
          eb.fn.countAll<number>().filterWhere(uncosted).as('uncosted'),
          eb.fn
            .countAll<number>()
            .filterWhere(eb.and([uncosted, eb('worst_cost', 'is', null)]))
            .as('unpriced'),
          sum('input').as('input'),
          sum('output').as('output'),
          sum('cached_input').as('cached_input'),
          sum('reasoning').as('reasoning'),
          sum('cost').as('cost'),
          sum('worst_cost').as('worst_cost'),
        ]
      })
      .where('run', '=', slot<string>('run'))
      .groupBy(['model', 'purpose'])
      .orderBy('model')
      .orderBy('purpose')
      .compile(),
  }
}
export type Queries = ReturnType<typeof queriesOf>
