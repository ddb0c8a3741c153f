/** What a process ends with. 0 done, 1 failed, 2 usage, 3 a --fail-on condition, 4 gate missed, 5 gate undecided. */
export type ExitCode = 0 | 1 | 2 | 3 | 4 | 5

/**
 * Where in somebody's data an error sits. Line, column and row count from 1; column counts UTF-16 units; a row is
 * that of a file that has no lines (Parquet), or an element of a list.
 */
export interface Place {
  readonly file?: string
  readonly line?: number
  readonly column?: number
  readonly row?: number
  readonly id?: string
  readonly field?: string
}

/** An error that a person can act on: what is wrong, where, and what to do. */
export class RapportError extends Error {
  readonly exitCode: ExitCode
  readonly place: Place
  readonly fix: string | undefined

  constructor(
    message: string,
    options: { exitCode?: ExitCode; place?: Place; fix?: string; cause?: unknown } = {},
  ) {
    super(message, options.cause === undefined ? {} : { cause: options.cause })
    this.name = 'RapportError'
    this.exitCode = options.exitCode ?? 1
    this.place = options.place ?? {}
    this.fix = options.fix
  }
}

/** The command was used wrongly: unknown flag, track or system. Exit code 2. */
export class UsageError extends RapportError {
  constructor(message: string, fix?: string) {
    super(message, { exitCode: 2, ...(fix === undefined ? {} : { fix }) })
    this.name = 'UsageError'
  }
}

/** A file or row breaks a rule. `rule` is a short stable name such as `duplicate-id`. Exit code 2. */
export class InputError extends RapportError {
  readonly rule: string

  constructor(rule: string, message: string, place: Place, fix?: string) {
    super(message, { exitCode: 2, place, ...(fix === undefined ? {} : { fix }) })
    this.name = 'InputError'
    this.rule = rule
  }
}

/** Ids and keys of a damaged file can have any length; more of them helps nobody. */
const SHOWN = 120

const shorten = (text: string): string => (text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text)

/** One line `file:line:column, row n`, leaving out what is not known. Long ids and fields are cut. */
export function placeText(place: Place): string {
  const at = [place.file, place.line, place.column].filter((part) => part !== undefined).join(':')
  const row = place.row === undefined ? '' : `row ${place.row}`
  const id = place.id === undefined ? '' : `id ${JSON.stringify(shorten(place.id))}`
  const field = place.field === undefined ? '' : `field ${shorten(place.field)}`
  return [at, row, id, field].filter((part) => part !== '').join(', ')
}
