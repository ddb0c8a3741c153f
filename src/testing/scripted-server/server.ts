import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AnswerBook } from './answer-book.ts'
import { createAnswerBook } from './answer-book.ts'
import { Counters, type ServerStats } from './counters.ts'
import type { PlannedFault } from './faults.ts'
import { handleChat } from './handle-chat.ts'
import { handleEmbeddings } from './handle-embeddings.ts'
import { Exchange } from './exchange.ts'
import { contextPersonalities, embedderNames, judgePersonalities, personalities } from './personalities.ts'

export interface ScriptedServerOptions {
  /** What the models know; without it only judges and the embedder answer. */
  readonly answers?: AnswerBook
  /** Default 0: any free port. */
  readonly port?: number
  /** Milliseconds that every answer takes. Default 0. */
  readonly latency?: number
  /** Milliseconds between two pieces of a slow answer. Default 50. */
  readonly pause?: number
  /** Faults beside those of the model names. */
  readonly faults?: readonly PlannedFault[]
  /** When given, requests without this bearer token get 401. */
  readonly apiKey?: string
}

export interface ScriptedServer {
  /** With `/v1` at its end, as clients want it. */
  readonly baseUrl: string
  readonly port: number
  stats(): ServerStats
  /** Ends all connections, hanging ones too. */
  close(): Promise<void>
}

/**
 * Starts a server with the OpenAI API on 127.0.0.1: `POST /v1/chat/completions` (streamed or not),
 * `POST /v1/embeddings`, `GET /v1/models`, and `GET /__stats` with {@link ServerStats}. The same request always
 * gets the same answer; what is asked decides it, never the time or the order.
 * @throws Error when the port is taken
 */
export async function startScriptedServer(options: ScriptedServerOptions = {}): Promise<ScriptedServer> {
  const counters = new Counters()
  const answers = options.answers ?? (await createAnswerBook([]))
  const setup = {
    answers,
    counters,
    latency: options.latency ?? 0,
    pause: options.pause ?? 50,
    faults: options.faults ?? [],
  }
  const server = createServer((request, response) => {
    void answer(request, response)
  })

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = new URL(request.url ?? '/', 'http://127.0.0.1').pathname
    if (path === '/__stats') {
      response.setHeader('content-type', 'application/json').end(JSON.stringify(counters.stats()))
      return
    }
    const end = counters.begin()
    response.on('close', () => end(response.writableFinished ? response.statusCode : 'aborted'))
    const exchange = new Exchange(request, response)
    try {
      if (options.apiKey !== undefined && request.headers.authorization !== `Bearer ${options.apiKey}`) {
        exchange.fail(401, 'invalid_api_key', 'Incorrect API key provided.')
      } else if (request.method === 'GET' && path === '/v1/models') exchange.send(200, modelList())
      else if (request.method === 'POST' && path === '/v1/chat/completions') await handleChat(exchange, setup)
      else if (request.method === 'POST' && path === '/v1/embeddings') await handleEmbeddings(exchange, setup)
      else exchange.fail(404, 'not_found', `There is no ${request.method ?? ''} ${path}.`)
    } catch (error) {
      if (!response.headersSent)
        exchange.fail(500, 'internal', error instanceof Error ? error.message : 'error')
      else response.destroy()
    }
  }

  await new Promise<void>((done, failed) => {
    server.once('error', failed)
    server.listen(options.port ?? 0, '127.0.0.1', done)
  })
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the server has no port')
  return {
    baseUrl: `http://127.0.0.1:${address.port}/v1`,
    port: address.port,
    stats: () => counters.stats(),
    close: () =>
      new Promise((done) => {
        server.close(() => done())
        server.closeAllConnections()
      }),
  }
}

function modelList() {
  const names = [
    ...Object.keys(personalities),
    ...Object.keys(contextPersonalities),
    ...Object.keys(judgePersonalities),
    ...embedderNames,
  ]
  return {
    object: 'list',
    data: names.map((id) => ({ id, object: 'model', created: 1_700_000_000, owned_by: 'rapport' })),
  }
}
