import { normalizePublic } from '../../../text/normalize.ts'
import type { StoredTurn } from './json-shapes.ts'

/** The first user turn as sessions share it: case and white space do not count. */
export function firstUserTurn(dialogue: readonly StoredTurn[]): string | null {
  const first = dialogue.find((turn) => turn.role === 'user')
  const text = normalizePublic(first?.text ?? '')
  return text === '' ? null : text
}
