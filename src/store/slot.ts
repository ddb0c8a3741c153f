import { sql, type CompiledQuery, type RawBuilder } from 'kysely'

/** A place in a compiled query that is filled later, so that building SQL is paid once and not per row. */
class Slot {
  readonly name: string

  constructor(name: string) {
    this.name = name
  }
}

/** Stands for a value of type T in a query; `fill` puts the value there. */
export function slot<T>(name: string): RawBuilder<T> {
  return sql<T>`${new Slot(name)}`
}

/**
 * The query with its slots filled by name.
 * @throws Error when a value is missing: a mistake of ours
 */
export function fill<Row>(
  query: CompiledQuery<Row>,
  values: Readonly<Record<string, unknown>>,
): CompiledQuery<Row> {
  const parameters = query.parameters.map((parameter) => {
    if (!(parameter instanceof Slot)) return parameter
    const value = values[parameter.name]
    if (value === undefined) throw new Error(`no value for ${parameter.name}`)
    return value
  })
  return { ...query, parameters }
}
