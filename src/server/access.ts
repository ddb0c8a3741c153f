import { createHash, timingSafeEqual } from 'node:crypto'
import { isIP } from 'node:net'

/** Names under which this machine alone is reached. */
const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]', '::1'])

/** True for addresses that other machines can't reach. */
export function isLoopback(host: string): boolean {
  return LOOPBACK.has(host.toLowerCase()) || (isIP(host) === 4 && host.startsWith('127.'))
}

/** The name of a `Host` header or an origin without its port; null for anything that is none. */
export function hostName(header: string | undefined): string | null {
  const found = /^(\[[0-9a-f:.]+\]|[a-z0-9._-]+)(?::\d{1,5})?$/i.exec(header ?? '')
  return found?.[1]?.toLowerCase() ?? null
}

/** Compared in a time that tells nothing of how much agrees, lengths included. */
export function sameSecret(a: string, b: string): boolean {
  const hash = (text: string): Buffer => createHash('sha256').update(text).digest()
  return timingSafeEqual(hash(a), hash(b))
}

/** What of a request decides whether it comes from our own page. */
export interface Provenance {
  readonly method: string
  readonly host: string | undefined
  readonly origin: string | undefined
  readonly site: string | undefined
  readonly contentType: string | undefined
}

/**
 * Why a request is not one of our own page or of a program of the user's; null: it is. Another page in the same
 * browser can send requests here; what it can't do is leave out or choose `Origin` and `Sec-Fetch-Site`, or send JSON
 * without asking first.
 */
export function foreignReason({ method, host, origin, site, contentType }: Provenance): string | null {
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return 'it comes from another site'
  if (method === 'GET' || method === 'HEAD') return null
  if (origin !== undefined && originHost(origin) !== host?.toLowerCase())
    return 'it comes from another origin'
  if (!/^application\/json(\s*;|$)/i.test(contentType ?? ''))
    return 'its Content-Type is not application/json'
  return null
}

function originHost(origin: string): string | null {
  try {
    return new URL(origin).host
  } catch {
    return null
  }
}

/** The value of a cookie. */
export function cookieValue(header: string | undefined, name: string): string | null {
  for (const part of (header ?? '').split(';')) {
    const at = part.indexOf('=')
    if (at > 0 && part.slice(0, at).trim() === name) return part.slice(at + 1).trim()
  }
  return null
}
