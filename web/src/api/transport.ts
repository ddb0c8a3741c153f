import type { Problem } from '../../../src/server/api-types.ts'

/** Words after `?`; undefined ones are left out. */
export type Params = Readonly<Record<string, string | number | undefined>>

/** Where answers come from: a server, or the files of a published bundle. */
export interface Transport {
  readonly kind: 'http' | 'bundle'
  /** @throws ApiError */
  get(path: string, params: Params, signal?: AbortSignal): Promise<unknown>
  /** @throws ApiError */
  send(path: string, body: unknown): Promise<unknown>
  /** Address of a file to save; null where there is none. */
  file(path: string, params: Params): string | null
  /** A live stream; null where nothing can change. */
  stream(path: string): EventSource | null
}

/** What went wrong, as the server says it. `status` 0: nobody answered. */
export class ApiError extends Error {
  readonly status: number
  readonly fix: string | null
  readonly place: string | null

  constructor(status: number, problem: Partial<Problem>) {
    super(problem.error ?? `the server answered with ${status}`)
    this.name = 'ApiError'
    this.status = status
    this.fix = problem.fix ?? null
    this.place = problem.place ?? null
  }
}

/** `a=1&b=2`, sorted, so that the same question always has the same words. */
export function queryText(params: Params): string {
  const words = Object.entries(params)
    .flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]]))
    .toSorted(([a = ''], [b = '']) => (a < b ? -1 : 1))
  return new URLSearchParams(words).toString()
}

/** The key of a question in a published bundle, and the end of its address on a server. */
export function requestKey(path: string, params: Params): string {
  const query = queryText(params)
  return query === '' ? path : `${path}?${query}`
}

function problemIn(body: unknown): Partial<Problem> {
  if (typeof body !== 'object' || body === null) return {}
  const text = (name: string): string | null => {
    const value: unknown = Reflect.get(body, name)
    return typeof value === 'string' ? value : null
  }
  const error = text('error')
  return { ...(error === null ? {} : { error }), fix: text('fix'), place: text('place') }
}

async function answer(response: Response): Promise<unknown> {
  const body: unknown = await response.json().catch(() => null)
  if (!response.ok) throw new ApiError(response.status, problemIn(body))
  return body
}

async function reach(address: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(address, init)
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error
    throw new ApiError(0, {
      error: 'the workbench does not answer',
      fix: 'start it again with: rapport serve (what you wrote is kept in this browser)',
    })
  }
}

/** The server that handed out this page. */
export function httpTransport(base = '/api'): Transport {
  return {
    kind: 'http',
    async get(path, params, signal) {
      return answer(await reach(`${base}${requestKey(path, params)}`, signal === undefined ? {} : { signal }))
    },
    async send(path, body) {
      const headers = { 'content-type': 'application/json' }
      return answer(
        await reach(`${base}${path}`, { method: 'POST', headers, body: JSON.stringify(body ?? {}) }),
      )
    },
    file: (path, params) => `${base}${requestKey(path, params)}`,
    stream: (path) => new EventSource(`${base}${path}`),
  }
}
