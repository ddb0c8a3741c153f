/**
 * Python's `round(value, digits)`: nearest on the exact binary value, exact ties to the even digit (AlpsBench
 * spec 2.2.8; 0.03125 → 0.0312, 2.675 → 2.67). NaN and infinities come back as they are.
 * @param digits decimals to keep, 0 to 99
 * @throws RangeError for other digits
 */
export function pythonRound(value: number, digits: number): number {
  if (!Number.isInteger(digits) || digits < 0 || digits > 99) {
    throw new RangeError(`digits must be a whole number from 0 to 99, not ${digits}`)
  }
  // From 2^53 on every double is whole; toFixed itself stops at 1e21.
  if (!(Math.abs(value) < Number.MAX_SAFE_INTEGER)) return value

  // toFixed works on the exact value too, but takes exact ties away from zero. A tie has digits + 1 binary
  // places at most (scaling by a power of two is exact), so its decimal expansion ends with this 5.
  if (Number.isInteger(value * 2 ** (digits + 1))) {
    const exact = value.toFixed(digits + 1)
    const towardsZero = exact.slice(0, -1)
    if (exact.endsWith('5') && /[02468]\.?$/.test(towardsZero)) return Number(towardsZero)
  }
  return Number(value.toFixed(digits))
}
