import { basename, join } from 'node:path'
import { InputError, type Place } from '../../../core/errors.ts'
import type { Json } from '../../../core/json.ts'
import { readJsonFile } from '../../../io/json-file.ts'
import { readJsonl } from '../../../io/jsonl.ts'
import { ParquetFile } from '../../../io/parquet-reader.ts'
import { extraFields, instanceFields } from './instance-shape.ts'

/** An instance as it lies in its file, not yet checked. */
export interface StoredInstance {
  readonly value: Json
  readonly place: Place
  /** Fields of this instance that the format does not have. */
  readonly extra: readonly string[]
}

/** A layout of CUPID data. It streams, and may be read any number of times. */
export interface InstanceSource {
  /** The one file of the data, where it is one that could be the published one. */
  readonly file: string | null
  /** How many instances there are, where that is cheap to know. */
  readonly size: number | undefined
  /** @param onBad told of a file or line that can't be read, which is then left out; by default the first is thrown */
  instances(onBad?: (error: InputError) => void): AsyncIterable<StoredInstance>
}

const noExtra: readonly string[] = []

/**
 * Parquet files, one after the other.
 * @throws InputError when one has other columns or is damaged
 */
export async function parquetSource(paths: readonly string[]): Promise<InstanceSource> {
  const files = await Promise.all(
    paths.map(async (path) => {
      const name = basename(path)
      return { name, file: await ParquetFile.open(path, instanceFields, name) }
    }),
  )
  return {
    file: paths.length === 1 ? (paths[0] ?? null) : null,
    size: files.reduce((sum, { file }) => sum + file.rowCount, 0),
    async *instances() {
      for (const { name, file } of files) {
        for await (const { row, value } of file.rows()) {
          // Columns are the same for every row: said once.
          yield { value, place: { file: name, row }, extra: row === 1 ? file.extra : noExtra }
        }
      }
    },
  }
}

/** A folder with one instance in each file (spec 1.8). */
export function folderSource(folder: string, names: readonly string[]): InstanceSource {
  return {
    file: null,
    size: names.length,
    async *instances(onBad) {
      for (const name of names) {
        try {
          const value = await readJsonFile(join(folder, name), { name })
          yield { value, place: { file: name }, extra: extraFields(value) }
        } catch (error) {
          if (onBad === undefined || !(error instanceof InputError)) throw error
          onBad(error)
        }
      }
    },
  }
}

/** A JSON file that holds one instance or a list of them. */
export function jsonSource(path: string): InstanceSource {
  const name = basename(path)
  return {
    file: null,
    size: undefined,
    async *instances() {
      const whole = await readJsonFile(path, { name })
      if (!Array.isArray(whole)) {
        yield { value: whole, place: { file: name }, extra: extraFields(whole) }
        return
      }
      const list: readonly Json[] = whole
      for (const [index, value] of list.entries()) {
        yield { value, place: { file: name, row: index + 1 }, extra: extraFields(value) }
      }
    },
  }
}

/** A JSONL file with one instance in each line. */
export function jsonlSource(path: string): InstanceSource {
  const name = basename(path)
  return {
    file: null,
    size: undefined,
    async *instances(onBadLine) {
      for await (const { line, value } of readJsonl(path, { name, ...(onBadLine && { onBadLine }) })) {
        yield { value, place: { file: name, line }, extra: extraFields(value) }
      }
    },
  }
}
