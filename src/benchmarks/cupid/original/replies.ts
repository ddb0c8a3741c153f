import { isJsonObject, parseJson, type Json } from '../../../core/json.ts'
import { PREF_MATCHER } from '../rendering/requests.ts'
import { originalJsonText } from '../reading/json.ts'

/** Why the original code can't use a reply. It catches this; {@link ../arithmetic/crash.ts} is what escapes. */
export class UnusableReply extends Error {
  readonly kind:
    | 'missing_section'
    | 'invalid_json'
    | 'malformed_rows'
    | 'missing_results'
    | 'missing_checklist'

  constructor(kind: UnusableReply['kind']) {
    super(`the reply can't be used: ${kind.replaceAll('_', ' ')}`)
    this.name = 'UnusableReply'
    this.kind = kind
  }
}

/** JSON as the original code cuts it out of a reply. NaN, which Python takes, is refused: it can't be stored. */
function originalJson(reply: string): Json {
  try {
    return parseJson(originalJsonText(reply))
  } catch {
    throw new UnusableReply('invalid_json')
  }
}

/**
 * Rows of a matcher as the original code stores them (spec 2.7, 2.8), nothing about them checked: the fine-tuned matcher
 * gives them bare, all others under `results`; either form from the other one is trouble (spec 5.3, D15).
 * @throws UnusableReply
 */
export function originalRows(reply: string, model: string): Json {
  const value = originalJson(reply)
  if (model === PREF_MATCHER) return value
  if (!isJsonObject(value)) throw new UnusableReply('malformed_rows')
  const rows = value['results']
  if (rows === undefined) throw new UnusableReply('missing_results')
  return rows
}

/** The checklist in a decomposer's reply, unchecked. @throws UnusableReply */
export function originalChecklist(reply: string): Json {
  const value = originalJson(reply)
  const checklist = isJsonObject(value) ? value['checklist'] : undefined
  if (checklist === undefined) throw new UnusableReply('missing_checklist')
  return checklist
}
