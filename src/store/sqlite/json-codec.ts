import { RapportError } from '../../core/errors.ts'
import type { Json } from '../../core/json.ts'
import { decodeJson, encodeJson } from '../json-text.ts'
import { pack, unpack } from '../pack.ts'
import type { Packed } from '../schema.ts'
import { fill } from '../slot.ts'
import type { Queries } from '../queries.ts'
import type { Connection } from './connection.ts'

/** Long texts that a write must save beside its rows. */
export type NewTexts = Map<string, Packed>

/** JSON values to and from columns, long texts apart. */
export class JsonCodec {
  readonly #connection: Connection
  readonly #queries: Queries

  constructor(connection: Connection, queries: Queries) {
    this.#connection = connection
    this.#queries = queries
  }

  /**
   * JSON text of a value; its long texts that are not stored yet go to `texts`, compressed.
   * @throws RapportError for NaN and Infinity
   */
  encode(value: Json, texts: NewTexts): string {
    return encodeJson(value, (hash, text) => {
      if (texts.has(hash)) return
      if (this.#connection.first(fill(this.#queries.hasText, { hash })) !== undefined) return
      texts.set(hash, pack(text))
    })
  }

  /** Call inside the transaction of the rows that refer to the texts. */
  save(texts: NewTexts): void {
    for (const [hash, body] of texts) this.#connection.run(fill(this.#queries.insertText, { hash, body }))
  }

  /** @throws RapportError when the stored bytes are damaged */
  decode(packed: Packed): Json {
    try {
      return decodeJson(unpack(packed), (hash) => this.#text(hash))
    } catch (error) {
      if (error instanceof RapportError) throw error
      throw new RapportError('the store is damaged: a value can not be read', {
        cause: error,
        place: { file: this.#connection.path },
        fix: 'Restore it from a backup, or move it away and start with a new one; a run can be done again.',
      })
    }
  }

  #text(hash: string): string {
    const row = this.#connection.first(fill(this.#queries.text, { hash }))
    if (row === undefined) throw new Error(`text ${hash} is missing`)
    return unpack(row.body)
  }
}
