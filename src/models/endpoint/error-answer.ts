import { ZodError } from 'zod'
import { RapportError } from '../../core/errors.ts'
import { Fault, RunStop } from '../../core/fault.ts'

export interface ErrorAnswer {
  readonly status: number
  readonly code: string
  readonly message: string
}

/** A request that the endpoint itself turns away. */
export class Refused extends Error {
  readonly status: number
  readonly code: string

  constructor(status: number, code: string, message: string) {
    super(message)
    this.name = 'Refused'
    this.status = status
    this.code = code
  }
}

/**
 * What a client is told. Statuses are chosen so that clients do not repeat what can't succeed: the gateway has
 * repeated already what could.
 */
export function errorAnswer(error: unknown): ErrorAnswer {
  if (error instanceof Refused) return error
  if (error instanceof ZodError) {
    const issue = error.issues[0]
    const field = issue?.path.join('.') ?? ''
    return { status: 400, code: 'invalid_request', message: `${field}: ${issue?.message ?? 'not readable'}` }
  }
  if (error instanceof Fault) return faultAnswer(error)
  if (error instanceof RunStop) return { status: 403, code: 'run_stopped', message: error.message }
  if (error instanceof RapportError) return { status: 400, code: 'invalid_request', message: error.message }
  return { status: 400, code: 'internal', message: 'the request could not be served' }
}

function faultAnswer({ reason, by, message }: Fault): ErrorAnswer {
  if (reason === 'context-overflow') return { status: 400, code: 'context_length_exceeded', message }
  if (reason === 'content-filter') return { status: 400, code: 'content_filter', message }
  return { status: by === 'system' ? 422 : 424, code: reason, message }
}
