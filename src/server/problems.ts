import { placeText, RapportError } from '../core/errors.ts'
import type { Problem } from './schemas/common.ts'

/** An id in an address names nothing: 404. */
export class NotFoundError extends RapportError {
  constructor(message: string, fix?: string) {
    super(message, { exitCode: 2, ...(fix === undefined ? {} : { fix }) })
    this.name = 'NotFoundError'
  }
}

/** Something else was first, such as another save: 409. */
export class ConflictError extends RapportError {
  constructor(message: string, fix?: string) {
    super(message, fix === undefined ? {} : { fix })
    this.name = 'ConflictError'
  }
}

/** Refused whoever asks: 403. */
export class ForbiddenError extends RapportError {
  constructor(message: string, fix?: string) {
    super(message, fix === undefined ? {} : { fix })
    this.name = 'ForbiddenError'
  }
}

/** What a read-only workbench says to everything that would change something. */
export function readOnlyError(): ForbiddenError {
  return new ForbiddenError(
    'this workbench is read-only',
    'start it without --read-only where the runs are, or use the command line',
  )
}

export type ProblemStatus = 400 | 401 | 403 | 404 | 409 | 413 | 415 | 500

/** Status and body for an error. Of errors that are not ours nothing is told but that they happened. */
export function problemOf(error: unknown): { readonly status: ProblemStatus; readonly problem: Problem } {
  if (!(error instanceof RapportError)) {
    return {
      status: 500,
      problem: {
        error: 'something went wrong inside Rapport itself',
        fix: 'the terminal of rapport serve says more; please report it',
        place: null,
      },
    }
  }
  const place = placeText(error.place)
  return {
    status: statusOf(error),
    problem: { error: error.message, fix: error.fix ?? null, place: place === '' ? null : place },
  }
}

function statusOf(error: RapportError): ProblemStatus {
  if (error instanceof NotFoundError) return 404
  if (error instanceof ConflictError) return 409
  if (error instanceof ForbiddenError) return 403
  return error.exitCode === 2 ? 400 : 500
}
