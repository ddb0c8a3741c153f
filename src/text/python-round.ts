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
  // toFixed loses the sign of zero and stops at 1e21; from 2^53 on every double is whole.
  if (value === 0 || !(Math.abs(value) < Number.MAX_SAFE_INTEGER)) return value

  // toFixed works on the exact value too, but takes exact ties away from zero. A tie has digits + 1 binary
  // places at most (scaling by a power of two is exact); its decimal expansion is then one 5 longer than
  // `digits`. Where it is a 0 instead, nothing is rounded and both ways below agree.
  if (Number.isInteger(value * 2 ** (digits + 1))) {
    const towardsZero = value.toFixed(digits + 1).slice(0, -1)
    if (/[02468]\.?$/.test(towardsZero)) return Number(towardsZero)
  }
  return Number(value.toFixed(digits))
}
