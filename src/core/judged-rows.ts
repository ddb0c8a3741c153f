import type { AskedField } from './annotation.ts'
import type { ViewBlock } from './case-view.ts'
import type { Place } from './errors.ts'
import type { Json } from './json.ts'

/** An answer that was published with a judge's verdict, as a person reviews it. */
export interface JudgedRow {
  readonly id: string
  readonly title: string
  readonly cluster: string
  readonly track: string
  readonly blocks: readonly ViewBlock[]
  readonly fields: readonly AskedField[]
  readonly verdict: Json
  /** Query and recorded answer where it has to be looked at whether the one belongs to the other; null: not so here. */
  readonly pair: { readonly query: string; readonly answer: string } | null
}

/** Reads judged rows of a benchmark. */
export interface JudgedRows {
  readonly title: string
  readonly licence: string
  readonly attribution: string
  /**
   * A row of a file.
   * @returns none where there is nothing to judge; null: no judged row of this benchmark
   * @throws InputError for one that is damaged
   */
  read(row: Json, place: Place): readonly JudgedRow[] | null
}
