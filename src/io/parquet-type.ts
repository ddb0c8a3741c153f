import type { DuckDBType } from '@duckdb/node-api'

/** Type of a Parquet column: texts, lists and groups of named fields. */
export type ParquetType = 'text' | { readonly list: ParquetType } | { readonly fields: ParquetFields }
export type ParquetFields = Readonly<Record<string, ParquetType>>

/** How the columns of a file differ from what was expected; paths as `prior_interactions[].dialogue[].role`. */
export interface ParquetDifference {
  readonly missing: readonly string[]
  /** With both types in words. */
  readonly otherType: readonly string[]
  readonly extra: readonly string[]
}

/** The structure that DuckDB's JSON functions understand. */
export function jsonStructure(type: ParquetType): unknown {
  if (type === 'text') return 'VARCHAR'
  if ('list' in type) return [jsonStructure(type.list)]
  return Object.fromEntries(Object.entries(type.fields).map(([name, inner]) => [name, jsonStructure(inner)]))
}

function inWords(type: ParquetType): string {
  if (type === 'text') return 'text'
  return 'list' in type ? `list of ${inWords(type.list)}` : 'struct'
}

function foundInWords(type: DuckDBType): string {
  if ('entryNames' in type) return 'struct'
  if ('valueType' in type && !('keyType' in type)) return `list of ${foundInWords(type.valueType)}`
  return String(type) === 'VARCHAR' ? 'text' : String(type)
}

interface Columns {
  readonly names: readonly string[]
  readonly types: readonly DuckDBType[]
}

/** Compares the columns of a file with those expected; their order does not matter, nor that of fields of a struct. */
export function compareColumns(expected: ParquetFields, found: Columns): ParquetDifference {
  const missing: string[] = []
  const otherType: string[] = []
  const extra: string[] = []
  const compareFields = (fields: ParquetFields, { names, types }: Columns, path: string): void => {
    extra.push(...names.filter((name) => !Object.hasOwn(fields, name)).map((name) => `${path}${name}`))
    for (const [name, type] of Object.entries(fields)) {
      const actual = types[names.indexOf(name)]
      if (actual === undefined) missing.push(`${path}${name}`)
      else compareType(type, actual, `${path}${name}`)
    }
  }
  const compareType = (type: ParquetType, actual: DuckDBType, path: string): void => {
    if (type !== 'text' && 'list' in type && 'valueType' in actual && !('keyType' in actual))
      compareType(type.list, actual.valueType, `${path}[]`)
    else if (type !== 'text' && 'fields' in type && 'entryNames' in actual)
      compareFields(type.fields, { names: actual.entryNames, types: actual.entryTypes }, `${path}.`)
    else if (type !== 'text' || foundInWords(actual) !== 'text')
      otherType.push(`${path} (${foundInWords(actual)}, expected ${inWords(type)})`)
  }
  compareFields(expected, found, '')
  return { missing, otherType, extra }
}
