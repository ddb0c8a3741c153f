import { createHash, timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { z } from 'zod'
import { sha256 } from '../../core/hash.ts'
import type { Json } from '../../core/json.ts'
import type { ChatReply, ModelPort, SampleKey } from '../../core/model.ts'
import { Fault, RunStop } from '../../core/fault.ts'
import { embedBody, readChatBody } from './chat-body.ts'
import { errorAnswer, Refused } from './error-answer.ts'

export interface EndpointOptions {
  readonly models: ModelPort
  /** Clients send it as their API key. Make a new one for every run; at least 16 characters. */
  readonly token: string
  /** Ids that may be asked; the others are refused with 404. */
  readonly offered: readonly string[]
  /** Output limit of requests that name none. */
  readonly defaultMaxOutputTokens: number
  /** Purpose of the calls in the ledger, such as `program`. */
  readonly purpose: string
  /** Makes equal requests of another repeat or attempt other samples. */
  readonly sample: SampleKey
  /** 0: any free one. */
  readonly port?: number
  /** Hears when the gateway says that the whole run must end. */
  onStop?(stop: RunStop): void
  /** Hears of each request to a model, by its hash: the infrastructure's fault that it ended with, or null. */
  onServed?(request: string, fault: Fault | null): void
}

export interface Endpoint {
  /** What clients take as their base URL, `http://127.0.0.1:<port>/v1`. */
  readonly baseUrl: string
  /** Ends calls under way and closes the port. */
  close(): Promise<void>
}

const LARGEST_BODY = 32 * 1024 * 1024
const portSchema = z.object({ port: z.number() })
const digest = (text: string): Buffer => createHash('sha256').update(text).digest()

/**
 * Opens the gateway as an OpenAI-compatible server on this machine, so that programs and memory SDKs are under the
 * same limits, ledger and budget. It listens on 127.0.0.1 only and answers nobody without the token.
 */
export async function listen(options: EndpointOptions): Promise<Endpoint> {
  if (options.token.length < 16) throw new RangeError('the token of an endpoint needs 16 characters or more')
  const stop = new AbortController()
  const server = createServer((request, response) => {
    void serve(request, response, options, stop.signal)
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(options.port ?? 0, '127.0.0.1', resolve)
  })
  const { port } = portSchema.parse(server.address())
  return {
    baseUrl: `http://127.0.0.1:${port}/v1`,
    close: () =>
      new Promise((resolve) => {
        stop.abort(new Error('the endpoint is closed'))
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

async function serve(
  request: IncomingMessage,
  response: ServerResponse,
  options: EndpointOptions,
  stopped: AbortSignal,
): Promise<void> {
  // A client that hangs up needs no answer any more.
  const gone = new AbortController()
  const leave = (): void => gone.abort(new Error('the client is gone'))
  response.once('close', leave)
  stopped.addEventListener('abort', leave, { once: true })
  try {
    await route(request, response, options, gone.signal)
  } catch (error) {
    if (error instanceof RunStop) options.onStop?.(error)
    const { status, code, message } = errorAnswer(error)
    if (!response.headersSent)
      send(response, status, { error: { message, type: 'rapport', code, param: null } })
    else response.end()
  } finally {
    stopped.removeEventListener('abort', leave)
  }
}

async function route(
  request: IncomingMessage,
  response: ServerResponse,
  options: EndpointOptions,
  signal: AbortSignal,
): Promise<void> {
  const given = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1] ?? ''
  if (!timingSafeEqual(digest(given), digest(options.token))) {
    throw new Refused(401, 'invalid_api_key', 'the token of this endpoint is needed as API key')
  }
  const path = (request.url ?? '').split('?')[0]
  const asked = `${request.method} ${path}`
  if (asked === 'GET /v1/models') {
    const data = options.offered.map((id) => ({ id, object: 'model', created: 0, owned_by: 'rapport' }))
    send(response, 200, { object: 'list', data })
  } else if (asked === 'POST /v1/chat/completions') {
    await served(request, options, (body) => chat(body, response, options, signal))
  } else if (asked === 'POST /v1/embeddings') {
    await served(request, options, (body) => embed(body, response, options, signal))
  } else throw new Refused(404, 'not_found', 'this endpoint has chat completions, embeddings and models')
}

async function served(
  request: IncomingMessage,
  options: Pick<EndpointOptions, 'onServed'>,
  work: (body: unknown) => Promise<void>,
): Promise<void> {
  const text = await readBody(request)
  const key = sha256(`${request.url} ${text}`)
  try {
    await work(parsed(text))
    options.onServed?.(key, null)
  } catch (error) {
    options.onServed?.(key, error instanceof Fault && error.by === 'infrastructure' ? error : null)
    throw error
  }
}

/** What was not offered was not agreed to: it may cost more, or send texts to another host. */
function refuseOthers(model: string, offered: readonly string[]): void {
  if (offered.includes(model)) return
  const message = `the model ${JSON.stringify(model)} is not offered; offered: ${offered.join(', ')}`
  throw new Refused(404, 'model_not_found', message)
}

async function chat(
  body: unknown,
  response: ServerResponse,
  { models, offered, defaultMaxOutputTokens, purpose, sample }: EndpointOptions,
  signal: AbortSignal,
): Promise<void> {
  const { stream, ...asked } = readChatBody(body, defaultMaxOutputTokens)
  refuseOthers(asked.model, offered)
  const reply = await models.chat({ ...asked, purpose, sample }, signal)
  const base = { id: 'chatcmpl-rapport', created: 0, model: asked.model }
  if (!stream) {
    const message = { role: 'assistant', content: reply.text, refusal: null }
    const choices = [{ index: 0, message, finish_reason: 'stop', logprobs: null }]
    send(response, 200, { ...base, object: 'chat.completion', choices, usage: usageOf(reply) })
    return
  }
  // The gateway has whole answers only (it may have to ask again), so a stream is one piece.
  const chunk = (delta: Json, finish: string | null, usage: Json): string =>
    `data: ${JSON.stringify({
      ...base,
      object: 'chat.completion.chunk',
      choices: [{ index: 0, delta, finish_reason: finish }],
      usage,
    })}\n\n`
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' })
  response.write(chunk({ role: 'assistant', content: reply.text }, null, null))
  response.write(chunk({}, 'stop', usageOf(reply)))
  response.end('data: [DONE]\n\n')
}

function usageOf({ usage }: ChatReply): Json {
  if (usage.input === null || usage.output === null) return null
  return {
    prompt_tokens: usage.input,
    completion_tokens: usage.output,
    total_tokens: usage.input + usage.output,
    prompt_tokens_details: { cached_tokens: usage.cachedInput ?? 0 },
    completion_tokens_details: { reasoning_tokens: usage.reasoning ?? 0 },
  }
}

async function embed(
  body: unknown,
  response: ServerResponse,
  { models, offered, purpose }: EndpointOptions,
  signal: AbortSignal,
): Promise<void> {
  const { model, input, encoding_format: format } = embedBody.parse(body)
  refuseOthers(model, offered)
  const vectors = await models.embed({ model, texts: input, purpose }, signal)
  const data = vectors.map((vector, index) => ({
    object: 'embedding',
    index,
    embedding:
      format === 'base64'
        ? Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength).toString('base64')
        : [...vector],
  }))
  // No usage: the port does not tell it, and a made-up 0 would be wrong.
  send(response, 200, { object: 'list', model, data })
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  const stream: AsyncIterable<Buffer> = request
  for await (const chunk of stream) {
    size += chunk.length
    if (size > LARGEST_BODY) throw new Refused(413, 'too_large', 'the request is larger than 32 MB')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new Refused(400, 'invalid_json', 'the request is no JSON')
  }
}

function send(response: ServerResponse, status: number, body: Json): void {
  response.writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store' })
  response.end(JSON.stringify(body))
}
