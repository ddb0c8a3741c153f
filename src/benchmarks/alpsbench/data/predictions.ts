import { InputError } from '../../../core/errors.ts'
import type { Json } from '../../../core/json.ts'
import type { Track } from '../../../core/track.ts'
import { JsonlLookup, readJsonl, type RowPlace } from '../../../io/jsonl.ts'

export interface PredictionOptions {
  /** Name of the file in messages; the path by default. */
  readonly name?: string
  /** Longest line in bytes; 16 MiB by default. */
  readonly lineLimit?: number
  /** The contract of the track. */
  readonly checkRow: Track['checkRow']
  /** Ids of the input rows; null when any id will do. */
  readonly ids: AsyncIterable<string> | Iterable<string> | null
  /** What happens when an input id has no row: an error here, or undefined from `read`. */
  readonly missing: 'error' | 'allow'
}

/**
 * A prediction file under the contract (spec 1.7), checked whole and then read row by row at random: only the
 * places of the rows are held.
 */
export class PredictionFile {
  readonly #lookup: JsonlLookup
  readonly #ordinals: ReadonlyMap<string, number>
  readonly #places: Float64Array

  private constructor(lookup: JsonlLookup, ordinals: ReadonlyMap<string, number>, places: readonly number[]) {
    this.#lookup = lookup
    this.#ordinals = ordinals
    this.#places = Float64Array.from(places)
  }

  /**
   * Reads and checks the file.
   * @throws InputError with file, line, column, id, field and rule for the first thing that is wrong:
   * `duplicate-id`, `unknown-id`, `missing-id`, `missing-key`, `unknown-key`, `wrong-type`, `not-an-object`, and
   * the rules of `readJsonl`
   */
  static async open(path: string, options: PredictionOptions): Promise<PredictionFile> {
    const file = options.name ?? path
    const lookup = await JsonlLookup.open(path, file)
    try {
      const known = options.ids === null ? null : await gather(options.ids)
      const ordinals = new Map<string, number>()
      const places: number[] = []
      const limit = options.lineLimit === undefined ? {} : { lineLimit: options.lineLimit }
      for await (const row of readJsonl(path, { name: file, ...limit })) {
        const id = await checkedId(row.value, row, { options, lookup, file, ordinals, places, known })
        ordinals.set(id, ordinals.size)
        places.push(row.line, row.offset, row.length)
      }
      if (known !== null && options.missing === 'error') refuseMissing(known, ordinals, file)
      return new PredictionFile(lookup, ordinals, places)
    } catch (error) {
      await lookup.close()
      throw error
    }
  }

  /** Number of rows. */
  get size(): number {
    return this.#ordinals.size
  }

  has(id: string): boolean {
    return this.#ordinals.has(id)
  }

  /** The row of an id; undefined when the file has none. @throws InputError `changed-file` */
  async read(id: string): Promise<Json | undefined> {
    const ordinal = this.#ordinals.get(id)
    if (ordinal === undefined) return undefined
    const [line = 0, offset = 0, length = 0] = this.#places.subarray(3 * ordinal, 3 * ordinal + 3)
    return this.#lookup.read({ line, offset, length })
  }

  async close(): Promise<void> {
    await this.#lookup.close()
  }
}

async function gather(ids: AsyncIterable<string> | Iterable<string>): Promise<Set<string>> {
  const all = new Set<string>()
  for await (const id of ids) all.add(id)
  return all
}

function refuseMissing(known: ReadonlySet<string>, seen: ReadonlyMap<string, number>, file: string): void {
  const missing = [...known].filter((id) => !seen.has(id))
  const [id] = missing
  if (id === undefined) return
  const message = `${missing.length} of ${known.size} input rows have no prediction; this is the first`
  throw new InputError('missing-id', message, { file, id, field: 'benchmark_id' })
}

interface Progress {
  readonly options: PredictionOptions
  readonly lookup: JsonlLookup
  readonly file: string
  readonly ordinals: ReadonlyMap<string, number>
  readonly places: readonly number[]
  readonly known: ReadonlySet<string> | null
}

/** The row's id. @throws InputError when the row breaks the contract */
async function checkedId(value: Json, at: RowPlace, progress: Progress): Promise<string> {
  const { options, lookup, file, ordinals, places, known } = progress
  const fail = async (rule: string, field: string, message: string, id?: string): Promise<InputError> => {
    const column = columnOf(await lookup.readText(at), field)
    const place = { file, line: at.line, column, ...(id === undefined ? {} : { id }) }
    return new InputError(rule, message, field === '' ? place : { ...place, field })
  }
  const verdict = options.checkRow(value)
  if ('rule' in verdict) throw await fail(verdict.rule, verdict.field, verdict.message, idOf(value))
  const { id } = verdict
  const first = ordinals.get(id)
  if (first !== undefined) {
    const message = `the id has a row already, in line ${places[3 * first]}`
    throw await fail('duplicate-id', 'benchmark_id', message, id)
  }
  if (known !== null && !known.has(id)) {
    throw await fail('unknown-id', 'benchmark_id', 'no case of this track and selection has this id', id)
  }
  return id
}

/** The id of a row that is wrong otherwise. */
function idOf(value: Json): string | undefined {
  if (typeof value !== 'object' || value === null || !('benchmark_id' in value)) return undefined
  const { benchmark_id: id } = value
  return typeof id === 'string' ? id : undefined
}

/** Column of a key in a row's text, from 1; 1 when the key isn't there. */
function columnOf(text: string, field: string): number {
  return text.indexOf(JSON.stringify(field)) + 1 || 1
}
