import { UsageError } from '../../core/errors.ts'
import { Fault } from '../../core/fault.ts'
import { parseJson, type Json, type JsonObject } from '../../core/json.ts'
import type { MemoryTools } from '../../core/memory-tools.ts'
import type { MemorySystem } from '../../core/memory.ts'
import { hostOf } from './host-of.ts'
import { answerSchema, introductionSchema, PROTOCOL, type Method } from './messages.ts'
import { readResult, resultOf, shown } from './read-answer.ts'
import { openScope } from './scope.ts'
import { systemOf } from './system-of.ts'
import { protocolLimits, type ProtocolLimits, type Transport } from './transport.ts'

export interface HttpMemoryOptions {
  /** Base address; a call goes to `<url>/<method>`. */
  readonly url: string
  /** Sent as a bearer token; null: none. */
  readonly token: string | null
  readonly limits?: Partial<ProtocolLimits>
  readonly tools: Pick<MemoryTools, 'clock' | 'wait'>
}

/**
 * A memory service that speaks the protocol over HTTP. It is asked now what it can do.
 * @throws UsageError for an address that can't be used, and for a service that can't be reached, refuses the token or
 * does not introduce itself
 */
export async function createHttpMemory(options: HttpMemoryOptions): Promise<MemorySystem> {
  const { host, loopback } = hostOf(options.url)
  const transport = new HttpTransport(options)
  const introduction = await introduce(transport, host)
  const { name, facts } = introduction
  const asksItself = facts.extractionModel !== null
  const isOpen = options.token !== null && !loopback && options.url.startsWith('http:')
  return {
    ...systemOf(introduction, { system: 'memory-http', url: transport.base }),
    hosts: loopback ? [] : [host],
    warnings: [
      ...introduction.warnings,
      `what ${host} runs can't be seen: its answers are kept under the name, version and identity that it tells`,
      ...(asksItself
        ? [`${name} asks models by itself: its calls are in no ledger or budget of this run`]
        : []),
      ...(isOpen ? [`the token goes to ${host} unencrypted`] : []),
    ],
    open: (request) => openScope(transport, introduction, request, options.tools),
  }
}

async function introduce(transport: HttpTransport, host: string) {
  const { signal } = new AbortController()
  try {
    const result = await transport.call('capabilities', { protocol: PROTOCOL }, { signal, limit: null })
    return readResult('capabilities', introductionSchema, result)
  } catch (error) {
    if (!(error instanceof Fault)) throw error
    throw new UsageError(
      `the memory service at ${host} can't be used: ${error.message}`,
      'check the address, that it runs, and RAPPORT_MEMORY_TOKEN if it wants a token',
    )
  }
}

/** Statuses below 500 that tell of the way to the service, not of its answer. */
const outOfReach = new Set([401, 403, 407, 408, 429])

class HttpTransport implements Transport {
  /** Without a slash at the end. */
  readonly base: string
  readonly #token: string | null
  readonly #limits: ProtocolLimits

  constructor({ url, token, limits }: HttpMemoryOptions) {
    this.base = url.replace(/\/+$/, '')
    this.#token = token
    this.#limits = { ...protocolLimits, ...limits }
  }

  isGone(): null {
    return null
  }

  async call(
    method: Method,
    params: JsonObject,
    { signal, limit }: { readonly signal: AbortSignal; readonly limit: number | null },
  ): Promise<Json> {
    const time = limit ?? this.#limits.timeout
    const clock = AbortSignal.timeout(time)
    try {
      const response = await fetch(`${this.base}/${method}`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          accept: 'application/json',
          ...(this.#token === null ? {} : { authorization: `Bearer ${this.#token}` }),
        },
        body: JSON.stringify(params),
        // Elsewhere neither the token nor a user's texts may go.
        redirect: 'manual',
        signal: AbortSignal.any([signal, clock]),
      })
      return readResponse(method, response.status, await readBody(response, this.#limits.maxOutput))
    } catch (error) {
      if (error instanceof Fault) throw error
      if (signal.aborted) throw new Fault('crash', 'infrastructure', 'the run was stopped')
      if (clock.aborted) {
        throw new Fault('timeout', 'infrastructure', `no answer to ${method} within ${time / 1000} s`)
      }
      throw new Fault('provider', 'infrastructure', `${method}: ${new URL(this.base).host} can't be reached`)
    }
  }
}

/** @throws Fault by the system for a body that is too large; whatever the connection throws */
async function readBody(response: Response, maxBytes: number): Promise<string> {
  const parts: Uint8Array[] = []
  let bytes = 0
  if (response.body !== null) {
    for await (const part of response.body) {
      bytes += part.length
      // Leaving the loop cancels the rest.
      if (bytes > maxBytes) {
        throw new Fault('output-too-large', 'system', `an answer has more than ${maxBytes} bytes`)
      }
      parts.push(part)
    }
  }
  return Buffer.concat(parts).toString('utf8')
}

/** @throws Fault */
function readResponse(method: Method, status: number, body: string): Json {
  const answer = bodyAnswer(body)
  if (status >= 200 && status < 300) {
    if (answer === undefined)
      throw new Fault('unusable-output', 'system', `the answer to ${method} is no JSON`)
    return resultOf(method, answer)
  }
  if (status < 400) {
    throw new Fault('unusable-output', 'system', `${method}: status ${status}; redirects are not followed`)
  }
  // A service that says what went wrong says whose fault it is, too.
  const told = answerSchema.safeParse(answer)
  if (told.success && 'error' in told.data && answer !== undefined) return resultOf(method, answer)
  const said = body.trim() === '' ? '' : `: ${shown(body)}`
  const isOutage = status >= 500 || outOfReach.has(status)
  throw new Fault(
    isOutage ? 'provider' : 'unusable-output',
    isOutage ? 'infrastructure' : 'system',
    `${method}: status ${status}${said}`,
  )
}

function bodyAnswer(body: string): Json | undefined {
  try {
    return parseJson(body)
  } catch {
    return undefined
  }
}
