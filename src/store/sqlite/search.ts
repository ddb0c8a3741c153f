import { sql } from 'kysely'
import { isJsonObject } from '../../core/json.ts'
import type { SearchHit } from '../../core/store.ts'
import { excerpt, searchable, spokenText, textOf } from '../search-text.ts'
import type { Packed } from '../schema.ts'
import { builder } from './builder.ts'
import type { Connection } from './connection.ts'
import type { JsonCodec } from './json-codec.ts'

type Kind = 'case' | 'respond'
interface Source {
  readonly id: number
  readonly ref: string
  readonly content: Packed
}
interface Found {
  readonly run: string
  readonly track: string
  readonly case_id: string
  readonly system: string | null
  readonly document: number
}

/** Documents indexed in one transaction: others may write in between. */
const STEP = 10
/** The index knows runs of three characters (code points); shorter queries read the texts. */
const GRAM = /^.{3}/su

/**
 * Full text over cases and answers. The index is filled when somebody searches, up to the newest row: ids grow in
 * the order of commits, as SQLite has one writer at a time, so nothing can appear behind the mark.
 */
export class Search {
  readonly #connection: Connection
  readonly #codec: JsonCodec

  constructor(connection: Connection, codec: JsonCodec) {
    this.#connection = connection
    this.#codec = codec
  }

  async find(query: string, options: { run?: string; limit: number }): Promise<readonly SearchHit[]> {
    const wanted = searchable(query)
    if (wanted === '' || options.limit < 1) return []
    for (const kind of ['case', 'respond'] as const) {
      while (this.#indexSome(kind)) await new Promise((resolve) => setImmediate(resolve))
    }
    const cases = this.#hits('case', wanted, options)
    const answers = this.#hits('respond', wanted, options)
    // Neither kind may crowd out the other.
    const fair = Math.ceil(options.limit / 2)
    const fromCases = cases.slice(0, Math.max(fair, options.limit - answers.length))
    return [...fromCases, ...answers.slice(0, options.limit - fromCases.length)]
  }

  /** @returns true when there may be more to index */
  #indexSome(kind: Kind): boolean {
    if (this.#newest(kind) <= this.#mark(kind)) return false
    return this.#connection.transaction(() => {
      const sources = this.#connection.all(sourcesAfter(kind, this.#mark(kind)))
      for (const { ref, content } of sources) this.#index(kind, ref, content)
      const more = sources.length === STEP
      const upto = more ? (sources.at(-1)?.id ?? 0) : this.#newest(kind)
      this.#connection.run(
        builder
          .insertInto('search_marks')
          .values({ kind, upto })
          .onConflict((on) => on.column('kind').doUpdateSet({ upto }))
          .compile(),
      )
      return more
    })
  }

  #index(kind: Kind, ref: string, content: Packed): void {
    const value = this.#codec.decode(content)
    const text =
      kind === 'respond'
        ? spokenText(value)
        : textOf(isJsonObject(value) ? [value['input'] ?? null, value['gold'] ?? null] : value)
    const document = sql<{ id: number }>`
      insert into search_documents (kind, ref) values (${kind}, ${ref}) returning id`
    const id = this.#connection.first(document.compile(builder))?.id
    this.#connection.run(
      sql`insert into search_texts (rowid, text) values (${id}, ${searchable(text)})`.compile(builder),
    )
  }

  #mark(kind: Kind): number {
    const query = builder.selectFrom('search_marks').select('upto').where('kind', '=', kind).compile()
    return this.#connection.first(query)?.upto ?? 0
  }

  #newest(kind: Kind): number {
    const table = sql.table(kind === 'case' ? 'case_bodies' : 'results')
    const query = sql<{ id: number }>`select coalesce(max(id), 0) as id from ${table}`.compile(builder)
    return this.#connection.first(query)?.id ?? 0
  }

  #hits(kind: Kind, query: string, options: { run?: string; limit: number }): SearchHit[] {
    const users =
      kind === 'case'
        ? sql`select run, track, case_id, null as system, body as ref from run_cases`
        : sql`select run, track, case_id, system, fingerprint as ref
              from result_references where stage = 'respond'`
    const inRun = options.run === undefined ? sql`1 = 1` : sql`used.run = ${options.run}`
    // Distinct: repeats and attempts can share an answer. Cross joins keep SQLite from starting with the runs.
    const found = sql<Found>`
      select distinct used.run, used.track, used.case_id, used.system, search_texts.rowid as document
      from search_texts
      cross join search_documents
        on search_documents.id = search_texts.rowid and search_documents.kind = ${kind}
      cross join (${users}) as used on used.ref = search_documents.ref
      where ${matches(query)} and ${inRun}
      limit ${options.limit}`.compile(builder)
    return this.#connection.all(found).map((row) => ({
      run: row.run,
      track: row.track,
      case: row.case_id,
      where: kind,
      system: row.system,
      excerpt: excerpt(this.#text(row.document), query),
    }))
  }

  #text(document: number): string {
    const query = sql<{ text: string }>`select text from search_texts where rowid = ${document}`
    return this.#connection.first(query.compile(builder))?.text ?? ''
  }
}

function sourcesAfter(kind: Kind, mark: number) {
  return kind === 'case'
    ? sql<Source>`select id, hash as ref, body as content from case_bodies
        where id > ${mark} order by id limit ${STEP}`.compile(builder)
    : sql<Source>`select id, fingerprint as ref, output as content from results
        where id > ${mark} and stage = 'respond' order by id limit ${STEP}`.compile(builder)
}

/** A condition that finds the query as it is written: no operator of FTS5 or LIKE has a meaning in it. */
function matches(query: string) {
  if (GRAM.test(query)) return sql`search_texts match ${`"${query.replaceAll('"', '""')}"`}`
  const pattern = `%${query.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
  return sql`search_texts.text like ${pattern} escape '\\'`
}
