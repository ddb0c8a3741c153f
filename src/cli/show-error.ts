import { InputError, placeText, RapportError } from '../core/errors.ts'
import { plainText } from '../reports/format.ts'

/** What a person is told of an error: what is wrong, where, what to do. Hostile text is cleaned. */
export function errorText(error: unknown): string {
  if (error instanceof RapportError) {
    const rule = error instanceof InputError ? `rule ${error.rule}` : ''
    const place = [placeText(error.place), rule].filter((part) => part !== '').join(', ')
    return [
      `rapport: ${plainText(error.message)}`,
      place === '' ? '' : `  at ${plainText(place)}`,
      error.fix === undefined ? '' : `  ${plainText(error.fix)}`,
    ]
      .filter((line) => line !== '')
      .join('\n')
  }
  const detail = error instanceof Error ? (error.stack ?? error.message) : String(error)
  return `rapport: something went wrong inside Rapport itself; please report this\n${detail}`
}

/** The exit code of an error (architecture, "Command line"). */
export function exitCodeOf(error: unknown): number {
  return error instanceof RapportError ? error.exitCode : 1
}
