const ISO = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?)(Z|[+-]\d{2}:?\d{2})?)?$/

const DAY = 86_400_000

/**
 * Milliseconds since 1970 of an ISO 8601 text; without an offset it counts as UTC, so that no machine's zone matters.
 * @returns null for null and for what is no such text
 */
export function instantOf(text: string | null): number | null {
  const [, date, time, offset] = ISO.exec(text?.trim() ?? '') ?? []
  if (date === undefined) return null
  const instant = Date.parse(time === undefined ? date : `${date}T${time}${offset ?? 'Z'}`)
  return Number.isNaN(instant) ? null : instant
}

/** The last instant that a text covers: of a date without a time, the end of its day. */
function endOf(text: string | null): number | null {
  const instant = instantOf(text)
  return instant === null || /\d:\d/.test(text ?? '') ? instant : instant + DAY - 1
}

/**
 * Whether something said at one time was said by another. What has no date, or none that can be read, was.
 * @param asOf null: now, when everything was said
 */
export function wasSaidBy(saidAt: string | null, asOf: string | null): boolean {
  const said = instantOf(saidAt)
  const end = endOf(asOf)
  return said === null || end === null || said <= end
}
