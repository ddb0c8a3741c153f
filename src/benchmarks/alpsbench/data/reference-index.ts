import { InputError, type Place } from '../../../core/errors.ts'
import type { Json } from '../../../core/json.ts'
import { JsonlLookup, readJsonl } from '../../../io/jsonl.ts'
import { referenceRow } from './public-shape.ts'
import { checkShape } from '../../../core/check-shape.ts'

interface Spot {
  readonly line: number
  readonly offset: number
  readonly length: number
}

/** References of one track and split, found by id in whatever order they lie; only their places are held. */
export class ReferenceIndex {
  readonly #lookup: JsonlLookup
  readonly #name: string
  readonly #spots: ReadonlyMap<string, Spot>

  private constructor(lookup: JsonlLookup, name: string, spots: ReadonlyMap<string, Spot>) {
    this.#lookup = lookup
    this.#name = name
    this.#spots = spots
  }

  /** @throws InputError `duplicate-id` or what is wrong with a row */
  static async open(path: string, name: string): Promise<ReferenceIndex> {
    const spots = new Map<string, Spot>()
    for await (const { value, line, offset, length } of readJsonl(path, { name })) {
      const place: Place = { file: name, line }
      const { benchmark_id: id } = checkShape(referenceRow, value, place)
      if (spots.has(id)) {
        throw new InputError('duplicate-id', 'the id comes more than once', {
          ...place,
          id,
          field: 'benchmark_id',
        })
      }
      spots.set(id, { line, offset, length })
    }
    return new ReferenceIndex(await JsonlLookup.open(path, name), name, spots)
  }

  get ids(): Iterable<string> {
    return this.#spots.keys()
  }

  get size(): number {
    return this.#spots.size
  }

  /** The gold of a row. @throws InputError `missing-reference` */
  async gold(id: string, place: Place): Promise<Json> {
    const spot = this.#spots.get(id)
    if (spot === undefined) {
      throw new InputError('missing-reference', `${this.#name} has no row for the id`, { ...place, id })
    }
    const row = await this.#lookup.read(spot)
    return checkShape(referenceRow, row, { file: this.#name, line: spot.line, id }).gold
  }

  async close(): Promise<void> {
    await this.#lookup.close()
  }
}
