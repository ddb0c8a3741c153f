import { isIP } from 'node:net'
import { UsageError } from '../../core/errors.ts'

/** Where the texts go that a memory service is told. */
export interface ServiceHost {
  /** Name and port. */
  readonly host: string
  /** Whether it is this machine, so that no text leaves it. */
  readonly loopback: boolean
}

/**
 * The host behind a service's base address.
 * @throws UsageError for an address that can't be used: not HTTP, or with a name and password, a query or a fragment
 */
export function hostOf(url: string): ServiceHost {
  const fix = 'write its base address, such as http://127.0.0.1:8080/memory'
  const parsed = URL.canParse(url) ? new URL(url) : null
  if (parsed === null || !['http:', 'https:'].includes(parsed.protocol)) {
    throw new UsageError('the address of a memory service must begin with http:// or https://', fix)
  }
  if (parsed.username !== '' || parsed.password !== '') {
    throw new UsageError(
      'the address of a memory service must hold no name and password',
      'use RAPPORT_MEMORY_TOKEN',
    )
  }
  if (parsed.search !== '' || parsed.hash !== '') {
    throw new UsageError('the address of a memory service must hold no `?` and `#`', fix)
  }
  const name = parsed.hostname.replace(/^\[|\]$/g, '')
  const loopback = name === 'localhost' || name === '::1' || (isIP(name) === 4 && name.startsWith('127.'))
  return { host: parsed.host, loopback }
}
