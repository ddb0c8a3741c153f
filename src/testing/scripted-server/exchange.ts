import type { IncomingMessage, ServerResponse } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { parseJson, type Json } from '../../core/json.ts'

/** More than any prompt: the largest dialogue of AlpsBench has 320,000 characters. */
const MOST_BYTES = 32 * 1024 * 1024

/** One request and its answer. */
export class Exchange {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  private readonly gone = new AbortController()

  constructor(request: IncomingMessage, response: ServerResponse) {
    this.request = request
    this.response = response
    response.on('close', () => this.gone.abort())
  }

  /** The body as JSON; undefined when it is none, or too long. */
  async body(): Promise<Json | undefined> {
    const chunks: Buffer[] = []
    let size = 0
    for await (const chunk of this.request.setEncoding('utf8')) {
      const bytes = Buffer.from(String(chunk))
      size += bytes.length
      if (size > MOST_BYTES) return undefined
      chunks.push(bytes)
    }
    try {
      return parseJson(Buffer.concat(chunks).toString('utf8'))
    } catch {
      return undefined
    }
  }

  send(status: number, body: object, headers: Readonly<Record<string, string>> = {}): void {
    this.response
      .writeHead(status, { 'content-type': 'application/json', ...headers })
      .end(JSON.stringify(body))
  }

  /** An error in OpenAI's form. */
  fail(status: number, code: string, message: string, headers: Readonly<Record<string, string>> = {}): void {
    const type =
      status >= 500 ? 'server_error' : status === 429 ? 'rate_limit_error' : 'invalid_request_error'
    this.send(status, { error: { message, type, param: null, code } }, headers)
  }

  /** Waits, or until the client is gone. @returns whether the client is still there */
  async pause(milliseconds: number): Promise<boolean> {
    if (milliseconds > 0) await wait(milliseconds, undefined, { signal: this.gone.signal }).catch(() => {})
    return !this.gone.signal.aborted
  }
}
