import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql, type CompiledQuery } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { callPage, casePage, outcomePage, referencePage, summaryPage } from '../pages.ts'
import { builder } from './builder.ts'
import type { Connection } from './connection.ts'
import { openConnection } from './open.ts'

const folder = mkdtempSync(join(tmpdir(), 'rapport-store-'))
let connection: Connection
beforeAll(async () => {
  connection = await openConnection(join(folder, 'plans.db'))
})
afterAll(() => {
  connection.close()
  rmSync(folder, { recursive: true, force: true })
})

/** How SQLite goes about a query, one step a line. */
function plan(query: CompiledQuery): string {
  const explained = sql`explain query plan ${sql.raw(query.sql)}`.compile(builder)
  return connection
    .all<{ detail: string }>({ ...explained, parameters: query.parameters })
    .map(({ detail }) => detail)
    .join('\n')
}

const place = {
  track: 't',
  system: 's',
  case_id: 'c',
  repeat: 0,
  attempt: 0,
  stage: '',
  instrument: '',
  metric: '',
}

describe('pages start with one seek in a key and need no sorting', () => {
  const outcomes = (filter: Parameters<typeof outcomePage>[2]) =>
    outcomePage(builder, 'r', filter, place, 10).compile()
  const references = (filter: Parameters<typeof referencePage>[2]) =>
    referencePage(builder, 'r', filter, place, 10).compile()

  it.each([
    ['outcomes of a run', () => outcomes({}), '(run=? AND (track,system,case_id'],
    ['outcomes of a track', () => outcomes({ track: 't' }), '(run=? AND track=? AND (system,case_id'],
    [
      'outcomes of a system',
      () => outcomes({ track: 't', system: 's' }),
      'track=? AND system=? AND (case_id,repeat',
    ],
    ['references of a run', () => references({}), '(run=? AND (track,system,case_id'],
    [
      'references of a case',
      () => references({ track: 't', system: 's', case_id: 'c' }),
      'case_id=? AND (repeat,attempt',
    ],
    [
      'summaries',
      () => summaryPage(builder, 'r', 't', { ordinal: 1, case_id: 'c' }, 10).compile(),
      '(ordinal,case_id)>',
    ],
    ['calls', () => callPage(builder, 'r', { at: 1, id: 1 }, 10).compile(), '(run=? AND at>'],
    [
      'cases',
      () => casePage(builder, 'r', 't', { ordinal: 1, case_id: 'c' }, 10).compile(),
      '(ordinal,case_id)>',
    ],
  ])('%s', (_, query, seek) => {
    const steps = plan(query())
    expect(steps).toContain(seek)
    expect(steps).not.toMatch(/SCAN|TEMP B-TREE/)
  })
})
