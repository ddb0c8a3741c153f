import { RapportError } from '../core/errors.ts'
import { isKeyText } from '../core/key-text.ts'

/**
 * Lets a text be a key in the database. NUL and lone surrogates would come back changed, and two keys could
 * become one.
 * @throws RapportError
 */
export function keyText(text: string): string {
  if (isKeyText(text)) return text
  throw new RapportError(`the name ${JSON.stringify(text.slice(0, 80))} can't be stored`, {
    fix: 'Names and ids must not contain NUL or half a surrogate pair; correct them in the data.',
  })
}
