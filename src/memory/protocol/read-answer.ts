import type { z } from 'zod'
import { fieldPath } from '../../core/check-shape.ts'
import { Fault } from '../../core/fault.ts'
import { findJsonFlaw } from '../../core/json-flaw.ts'
import type { Json } from '../../core/json.ts'
import { answerSchema, type Method } from './messages.ts'

/** Text of others is shown to people: on one line, without control characters, cut. */
export function shown(text: string): string {
  const clean = text.replaceAll(/\p{Cc}+/gu, ' ').trim()
  return clean.length > 200 ? `${clean.slice(0, 200)}…` : clean
}

/**
 * Takes the result out of an answer.
 * @throws Fault `crash` by the system or `provider` by the infrastructure for an error that was told; `unusable-output`
 * by the system for an answer that is none
 */
export function resultOf(method: Method, answer: Json): Json {
  const flaw = findJsonFlaw(answer)
  if (flaw !== null) throw unusable(method, flaw.field, flaw.message)
  const read = answerSchema.safeParse(answer)
  if (!read.success) throw unusable(method, '', 'neither a result nor an error with a message')
  if ('result' in read.data) return read.data.result
  const { message, kind } = read.data.error
  throw new Fault(kind === 'system' ? 'crash' : 'provider', kind, `${method}: ${shown(message)}`)
}

/**
 * Reads a result by its schema.
 * @throws Fault `unusable-output` by the system that names the first field that is wrong
 */
export function readResult<T>(method: Method, schema: z.ZodType<T>, result: Json): T {
  const read = schema.safeParse(result)
  if (read.success) return read.data
  const [issue] = read.error.issues
  throw unusable(method, fieldPath(issue?.path ?? []), issue?.message ?? 'another shape')
}

function unusable(method: Method, field: string, message: string): Fault {
  const where = field === '' ? '' : `field ${shown(field)}: `
  return new Fault('unusable-output', 'system', `the answer to ${method}: ${where}${message}`)
}
