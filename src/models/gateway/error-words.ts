/** Codes and texts by which providers say the same few things; written down from their API references. */

interface Said {
  readonly message: string
  readonly code: string
}

/** Only refusals of the request itself: a 500 that quotes the prompt says nothing of its length. */
const REQUEST_REFUSED: ReadonlySet<number> = new Set([400, 403, 413, 422])

const OVERFLOW_CODE = /context_length_exceeded|exceed_context_size|string_above_max_length|request_too_large/
const OVERFLOW = new RegExp(
  [
    'maximum context length',
    'context (length|window|limit|size)',
    '(prompt|input|request|message)s? (is|are) too (long|large)',
    'too many (input )?tokens',
    'input token count',
    'reduce the length',
    'max_new_tokens`? must be',
    'longer than the (maximum|model)',
  ].join('|'),
  'i',
)

const FILTER_CODE = /content_filter|content_policy|data_inspection|responsibleai|safety/i
const FILTER =
  /content (management|safety|usage) polic|content[ _]filter|content exists risk|was flagged|safety system/i

const UNKNOWN_MODEL_CODE = /model_not_found|model_not_available/
const UNKNOWN_MODEL =
  /not a valid model|model[^.]{0,80}(does not exist|not found|is not supported|not exist)|unknown model|no such model/i

const NO_CREDIT = /insufficient_quota|billing_hard_limit|insufficient (balance|credit|funds)|credit balance/i

/** True when the prompt does not fit the model. */
export function isContextOverflow({ message, code }: Said, status: number): boolean {
  return (
    status === 413 || (REQUEST_REFUSED.has(status) && (OVERFLOW_CODE.test(code) || OVERFLOW.test(message)))
  )
}

/** True when the provider would not let the prompt through. */
export function isContentFilter({ message, code }: Said, status: number): boolean {
  return REQUEST_REFUSED.has(status) && (FILTER_CODE.test(code) || FILTER.test(message))
}

/** True when the provider does not know the model, although it did not answer 404. */
export function isUnknownModel({ message, code }: Said, status: number): boolean {
  return REQUEST_REFUSED.has(status) && (UNKNOWN_MODEL_CODE.test(code) || UNKNOWN_MODEL.test(message))
}

/** True for a "too many requests" that no waiting cures. */
export function isOutOfCredit({ message, code }: Said): boolean {
  return NO_CREDIT.test(code) || NO_CREDIT.test(message)
}
