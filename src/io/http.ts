import { setTimeout as wait } from 'node:timers/promises'
import { RapportError } from '../core/errors.ts'

/** How requests are made; tests hand in their own sleep. */
export interface HttpOptions {
  /** Sent as a bearer token to `tokenHost` and nowhere else. */
  readonly token: string | null
  /** Host and port that may see the token. */
  readonly tokenHost: string
  readonly signal: AbortSignal
  /** Waits between tries. */
  sleep(milliseconds: number, signal: AbortSignal): Promise<void>
}

/** The sleep of production. */
export async function realSleep(milliseconds: number, signal: AbortSignal): Promise<void> {
  await wait(milliseconds, undefined, { signal })
}

/** Tries in all, the first included. */
const TRIES = 6
const MOST_REDIRECTS = 5
/** A server may ask for a longer pause than this; then it is asked again on the user's next command. */
const LONGEST_WAIT = 60_000

/** A failure that a later try may not have. */
export class TransientError extends RapportError {
  /** Pause in milliseconds that the server asked for. */
  readonly pause: number | null

  constructor(message: string, pause: number | null = null, cause?: unknown) {
    super(message, { fix: 'run the same command again: what was loaded is kept', cause })
    this.name = 'TransientError'
    this.pause = pause
  }
}

function refusal(response: Response, url: URL): RapportError {
  const said = `${url.host} answered ${response.status} for ${url.pathname}`
  if (response.status === 401 || response.status === 403) {
    const fix = 'check that the data is public or your token may read it (HF_TOKEN)'
    return new RapportError(`${said}: access was refused`, { fix })
  }
  if (response.status === 404) {
    return new RapportError(`${said}: it is not there`, { fix: 'check the revision and the endpoint' })
  }
  if (response.status === 429 || response.status === 408 || response.status >= 500) {
    const seconds = Number(response.headers.get('retry-after'))
    return new TransientError(said, Number.isFinite(seconds) && seconds > 0 ? seconds * 1000 : null)
  }
  return new RapportError(said)
}

async function oneRequest(
  url: URL,
  headers: Record<string, string>,
  options: HttpOptions,
): Promise<Response> {
  const mayKnow = options.token !== null && url.host === options.tokenHost
  try {
    return await fetch(url, {
      headers: mayKnow ? { ...headers, authorization: `Bearer ${options.token}` } : headers,
      redirect: 'manual',
      signal: options.signal,
    })
  } catch (error) {
    if (options.signal.aborted) throw error
    throw new TransientError(`${url.host} can't be reached`, null, error)
  }
}

/**
 * One GET request, redirects followed. The token is sent to its own host alone, so a redirect elsewhere never
 * sees it. Answers 2xx and 416 come back.
 * @throws RapportError for every other answer; TransientError when a later try may go better
 */
export async function get(
  address: string,
  headers: Record<string, string>,
  options: HttpOptions,
): Promise<Response> {
  let url = new URL(address)
  for (let hop = 0; hop <= MOST_REDIRECTS; hop += 1) {
    const response = await oneRequest(url, headers, options)
    if (response.ok || response.status === 416) return response
    await response.body?.cancel()
    const location = response.headers.get('location')
    if (response.status < 300 || response.status > 399 || location === null) throw refusal(response, url)
    const next = new URL(location, url)
    if (next.protocol !== 'https:' && next.protocol !== url.protocol) {
      throw new RapportError(`${url.host} redirects to an unsafe address (${next.protocol})`)
    }
    url = next
  }
  throw new RapportError(`${url.host} redirects too often`)
}

/**
 * Repeats an action that fails for a time, with growing pauses (1, 2, 4 … seconds, or what the server asks for).
 * @throws the last error
 */
export async function withRetries<T>(options: HttpOptions, action: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await action()
    } catch (error) {
      const pause = error instanceof TransientError ? (error.pause ?? 1000 * 2 ** (attempt - 1)) : Infinity
      if (attempt === TRIES || pause > LONGEST_WAIT) throw error
      await options.sleep(pause, options.signal)
    }
  }
}
