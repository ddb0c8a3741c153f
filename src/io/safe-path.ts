import { RapportError } from '../core/errors.ts'

const DRIVE = /^[a-z]:/i
// oxlint-disable-next-line no-control-regex -- control characters are what is looked for
const CONTROL = /[\u0000-\u001f\u007f]/

/** Why a relative path from a foreign listing may not be written; null when it may. */
function danger(path: string): string | null {
  if (path === '' || path.startsWith('/') || DRIVE.test(path)) return 'it is not relative'
  if (path.includes('\\')) return 'it holds a backslash'
  if (CONTROL.test(path)) return 'it holds a control character'
  if (path.length > 500) return 'it is too long'
  const parts = path.split('/')
  if (parts.some((part) => part === '' || part === '.' || part === '..')) return 'it leaves its folder'
  return parts.some((part) => part.toLowerCase() === '.git') ? 'it is inside .git' : null
}

/**
 * Lets through a relative path from a foreign listing that stays in its folder on every system.
 * @throws RapportError for any other
 */
export function safePath(path: string): string {
  const reason = danger(path)
  if (reason === null) return path
  throw new RapportError(`the listing names a path that can't be trusted, ${JSON.stringify(path)}: ${reason}`)
}
