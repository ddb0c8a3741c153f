import type { Context, MiddlewareHandler } from 'hono'
import { cookieValue, foreignReason, hostName, sameSecret } from './access.ts'
import { goOnPage, signInPage } from './pages.ts'
import { readOnlyError } from './problems.ts'
import type { Problem } from './schemas/common.ts'

/** Who may ask, and by which names. */
export interface Access {
  /** null: whoever reaches the address, which is this machine alone. */
  readonly token: string | null
  /** Names by which the server may be called; null: any, because a token is needed. */
  readonly hosts: readonly string[] | null
  readonly readOnly: boolean
  /** Name of the cookie that keeps the token; has the port, because cookies don't tell ports apart. */
  readonly cookie: string
}

const POLICY = [
  "default-src 'self'",
  "img-src 'self' data:",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ')

/** Headers of every answer. */
export function safeHeaders(): MiddlewareHandler {
  return async (c, next) => {
    await next()
    const headers = {
      'Content-Security-Policy': POLICY,
      'X-Content-Type-Options': 'nosniff',
      'X-Frame-Options': 'DENY',
      'Referrer-Policy': 'no-referrer',
      'Cross-Origin-Opener-Policy': 'same-origin',
      'Cross-Origin-Resource-Policy': 'same-origin',
      'Permissions-Policy': 'camera=(), microphone=(), geolocation=()',
    }
    for (const [name, value] of Object.entries(headers)) c.res.headers.set(name, value)
    if (!c.res.headers.has('Cache-Control')) c.res.headers.set('Cache-Control', 'no-store')
  }
}

function refuse(c: Context, status: 401 | 403, error: string, fix: string): Response {
  const problem: Problem = { error, fix, place: null }
  return c.json(problem, status)
}

/**
 * A page of another site can have its own name point to this machine (DNS rebinding); it can't have the browser say
 * another name than its own.
 */
export function hostGuard({ hosts }: Pick<Access, 'hosts'>): MiddlewareHandler {
  return async (c, next) => {
    const name = hostName(c.req.header('host'))
    if (hosts !== null && (name === null || !hosts.includes(name)))
      return refuse(
        c,
        403,
        'this workbench is not called by that name',
        'open it as http://127.0.0.1 with its port, or start it with --host and a token',
      )
    return next()
  }
}

/** Nothing is asked or done for pages of other sites. */
export function siteGuard(): MiddlewareHandler {
  return async (c, next) => {
    const reason = foreignReason({
      method: c.req.method,
      host: c.req.header('host'),
      origin: c.req.header('origin'),
      site: c.req.header('sec-fetch-site'),
      contentType: c.req.header('content-type'),
    })
    return reason === null
      ? next()
      : refuse(c, 403, `this request is refused: ${reason}`, 'send it from the workbench itself, as JSON')
  }
}

/** Only those with the token come further. A page takes it from its address once, and keeps it in a cookie. */
export function tokenGuard({ token, cookie }: Pick<Access, 'token' | 'cookie'>): MiddlewareHandler {
  return async (c, next) => {
    if (token === null) return next()
    const given = /^Bearer\s+(\S+)$/i.exec(c.req.header('authorization') ?? '')?.[1]
    const kept = cookieValue(c.req.header('cookie'), cookie)
    const isApi = c.req.path === '/api' || c.req.path.startsWith('/api/')
    const url = new URL(c.req.url)
    const asked = isApi || c.req.method !== 'GET' ? null : url.searchParams.get('token')
    if (asked !== null) {
      url.searchParams.delete('token')
      // One slash alone: two would name another host.
      const path = `/${url.pathname.replace(/^\/+/, '')}${url.search}`
      if (!sameSecret(asked, token)) return c.html(signInPage(path, true), 401)
      c.header('Set-Cookie', `${cookie}=${encodeURIComponent(token)}; HttpOnly; SameSite=Strict; Path=/`)
      return c.html(goOnPage(path))
    }
    const isKnown =
      given === undefined
        ? kept !== null && sameSecret(kept, encodeURIComponent(token))
        : sameSecret(given, token)
    if (isKnown) return next()
    if (!isApi) return c.html(signInPage(`/${url.pathname.replace(/^\/+/, '')}${url.search}`, false), 401)
    return refuse(
      c,
      401,
      'a token is needed',
      'open the address that rapport serve shows, or send it as Authorization: Bearer',
    )
  }
}

/** Of a read-only workbench nothing is changed, whatever a route would do. */
export function readOnlyGuard({ readOnly }: Pick<Access, 'readOnly'>): MiddlewareHandler {
  return async (c, next) => {
    if (readOnly && c.req.method !== 'GET' && c.req.method !== 'HEAD') throw readOnlyError()
    return next()
  }
}
