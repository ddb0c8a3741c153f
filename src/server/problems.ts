import { RapportError } from '../core/errors.ts'

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
