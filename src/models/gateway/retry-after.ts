/**
 * The pause that a server asks for, in milliseconds: `retry-after-ms`, or `Retry-After` as seconds or as an HTTP
 * date (RFC 9110, 10.2.3). Null when there is none or it can't be read; a date that is over gives 0.
 * @param now milliseconds since 1970
 */
export function retryAfter(
  headers: Readonly<Record<string, string>> | undefined,
  now: number,
): number | null {
  const find = (name: string): string | undefined =>
    Object.entries(headers ?? {})
      .find(([key]) => key.toLowerCase() === name)?.[1]
      ?.trim()
  const precise = find('retry-after-ms')
  if (precise !== undefined && /^\d+(\.\d+)?$/.test(precise)) return Number(precise)
  const value = find('retry-after')
  if (value === undefined || value === '') return null
  if (/^\d+(\.\d+)?$/.test(value)) return Number(value) * 1000
  // Dates have letters; Date.parse alone would take "-5" for a year.
  const date = /[a-z]{3}/i.test(value) ? Date.parse(value) : Number.NaN
  return Number.isNaN(date) ? null : Math.max(0, date - now)
}
