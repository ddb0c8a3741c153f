import { APICallError } from '@ai-sdk/provider'
import { z } from 'zod'
import { Fault, RunStop } from '../../core/fault.ts'
import { isContentFilter, isContextOverflow, isOutOfCredit, isUnknownModel } from './error-words.ts'
import type { ModelAddress } from './model-address.ts'
import type { Redactor } from './redact.ts'
import { retryAfter } from './retry-after.ts'

/** Why a try brought no answer, and what may be done about it. */
export interface CallProblem {
  /** For the ledger: `HTTP 429`, `timeout`, `network`, … */
  readonly detail: string
  /** again: a later try may succeed. never: the same request fails the same way. stop: so would every other. */
  readonly next: 'again' | 'never' | 'stop'
  /** The provider asked for fewer calls. */
  readonly limited: boolean
  /** Milliseconds that the provider asked to wait. */
  readonly pause: number | null
  /** What the caller sees when no try is left. */
  readonly error: Fault | RunStop
  /** What a stop spoils: everything of the provider, or one model. */
  readonly scope: 'provider' | 'model'
  /** False when the request certainly cost nothing; else its worst case counts against the budget. */
  readonly mayCost: boolean
}

/** The abort reason of a call that took too long. */
export class CallTimeout extends Error {
  constructor(milliseconds: number) {
    super(`no answer within ${milliseconds / 1000} s`)
    this.name = 'CallTimeout'
  }
}

const errorBody = z.object({
  error: z.union([
    z.string(),
    z.object({
      message: z.string().nullish(),
      code: z.union([z.string(), z.number()]).nullish(),
      type: z.string().nullish(),
      status: z.string().nullish(),
    }),
  ]),
})

interface Said {
  readonly message: string
  readonly code: string
}

/** What the provider said, in its own words and in codes. */
function saidBy(error: APICallError): Said {
  try {
    const { error: said } = errorBody.parse(JSON.parse(error.responseBody ?? ''))
    if (typeof said === 'string') return { message: said, code: '' }
    const code = [said.code, said.type, said.status].filter((part) => part !== null && part !== undefined)
    return { message: said.message ?? '', code: code.join(' ') }
  } catch {
    return { message: error.responseBody ?? error.message, code: '' }
  }
}

/**
 * Sorts an error of the AI SDK. Its message and cause hold the request and may hold the key, so only a cleaned
 * excerpt of what the provider said goes on.
 */
export function problemOf(
  error: unknown,
  address: ModelAddress,
  redactor: Redactor,
  now: number,
): CallProblem {
  const { id, host } = address
  const base = { limited: false, pause: null, scope: 'model', mayCost: true } as const
  if (error instanceof CallTimeout) {
    const fault = new Fault('timeout', 'infrastructure', `${host}: ${error.message} (${id})`)
    return { ...base, detail: 'timeout', next: 'again', error: fault }
  }
  if (!APICallError.isInstance(error)) {
    const text = redactor.excerpt(error instanceof Error ? error.message : String(error))
    const fault = new Fault('provider', 'infrastructure', `${id} can't be called: ${text}`)
    return { ...base, detail: 'unusable request', next: 'never', error: fault }
  }
  const status = error.statusCode
  if (status === undefined) {
    const text = redactor.excerpt(error.message)
    const fault = new Fault('provider', 'infrastructure', `${host} can't be reached (${id}): ${text}`)
    return { ...base, detail: 'network', next: 'again', error: fault }
  }
  if (status < 300) {
    const fault = new Fault('provider', 'infrastructure', `${host} sent an answer that can't be read (${id})`)
    return { ...base, detail: 'unreadable answer', next: 'again', error: fault }
  }
  return statusProblem(error, status, address, redactor, now)
}

function statusProblem(
  error: APICallError,
  status: number,
  { id, host, provider, model }: ModelAddress,
  redactor: Redactor,
  now: number,
): CallProblem {
  const said = saidBy(error)
  const words = redactor.excerpt(said.message)
  const answer = `${host} answered ${status}${words === '' ? '' : `: ${words}`}`
  const infrastructure = new Fault('provider', 'infrastructure', `${answer} (${id})`)
  const base = {
    detail: `HTTP ${status}`,
    limited: false,
    pause: null,
    scope: 'model',
    mayCost: false,
  } as const
  const stop = (scope: 'provider' | 'model', message: string, fix: string): CallProblem => ({
    ...base,
    next: 'stop',
    scope,
    error: new RunStop(message, fix),
  })
  if (status < 400) {
    const target = redactor.excerpt(error.responseHeaders?.['location'] ?? 'elsewhere')
    return stop(
      'provider',
      `${host} redirects to ${target} (${status}); texts are sent to no other host than the one that was named`,
      'set the base URL to where it leads, if the texts may go there',
    )
  }
  if (status === 402 || ((status === 429 || status === 400) && isOutOfCredit(said))) {
    return stop(
      'provider',
      `the account at ${provider.name} has no credit: ${answer}`,
      `add credit, or another key`,
    )
  }
  if (isContentFilter(said, status)) {
    const fault = new Fault('content-filter', 'system', `the provider of ${id} refused the prompt: ${words}`)
    return { ...base, detail: 'content-filter', next: 'never', error: fault }
  }
  if (isContextOverflow(said, status)) {
    const fault = new Fault('context-overflow', 'system', `the prompt is too long for ${id}: ${words}`)
    return { ...base, detail: 'context-overflow', next: 'never', error: fault }
  }
  if (status === 404 || isUnknownModel(said, status)) {
    return stop(
      'model',
      `${provider.name} has no model ${JSON.stringify(redactor.excerpt(model))}: ${answer}`,
      'check the name of the model, and the base URL',
    )
  }
  if (status === 401 || status === 403) {
    return stop(
      'provider',
      `${provider.name} refused the key: ${answer}`,
      `check ${provider.keyVariables.join(' or ')}, and what the key may use`,
    )
  }
  const pause = retryAfter(error.responseHeaders, now)
  if (status === 429) return { ...base, next: 'again', limited: true, pause, error: infrastructure }
  if (status === 408 || status === 409 || status >= 500) {
    const limited = status === 503 || status === 529
    return { ...base, next: 'again', limited, pause, mayCost: status >= 500, error: infrastructure }
  }
  return { ...base, next: 'never', error: infrastructure }
}
