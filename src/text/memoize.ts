/**
 * Remembers the results of a pure function of a text (tokenising, mostly), at most `limit` of them; the one
 * unused for longest goes first. Results are shared between callers: don't change them.
 * @throws RangeError when `limit` is not a positive integer
 */
export function memoizeByText<Result>(
  compute: (text: string) => Result,
  limit: number,
): (text: string) => Result {
  if (!Number.isInteger(limit) || limit < 1)
    throw new RangeError(`limit must be a positive integer, got ${limit}`)
  const kept = new Map<string, { readonly result: Result }>()
  return (text) => {
    const entry = kept.get(text) ?? { result: compute(text) }
    // a Map keeps the order of insertion: putting an entry back makes it the youngest
    kept.delete(text)
    kept.set(text, entry)
    if (kept.size > limit) {
      const oldest = kept.keys().next()
      if (oldest.done !== true) kept.delete(oldest.value)
    }
    return entry.result
  }
}
