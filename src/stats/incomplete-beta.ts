const STIRLING = [1 / 12, -1 / 360, 1 / 1260, -1 / 1680, 1 / 1188, -691 / 360360, 1 / 156]

/** Remainder of Stirling's series, lnΓ(x) − [(x − ½) ln x − x + ½ ln 2π]; good to 1e-15 for x ≥ 10. */
function stirlingRemainder(x: number): number {
  const square = 1 / (x * x)
  let sum = 0
  for (const coefficient of STIRLING.toReversed()) sum = sum * square + coefficient
  return sum / x
}

/** Natural logarithm of the gamma function, x > 0 (Stirling's series after a shift to x ≥ 10). */
function logGamma(x: number): number {
  let shift = 1
  let y = x
  for (; y < 10; y += 1) shift *= y
  return (y - 0.5) * Math.log(y) - y + 0.5 * Math.log(2 * Math.PI) + stirlingRemainder(y) - Math.log(shift)
}

/** ln B(a, b). The terms that cancel for a large argument are taken together, so that it stays exact there. */
export function logBeta(a: number, b: number): number {
  const small = Math.min(a, b)
  const large = Math.max(a, b)
  if (large < 10) return logGamma(a) + logGamma(b) - logGamma(a + b)
  const sum = small + large
  const ratio =
    -(large - 0.5) * Math.log1p(small / large) -
    small * Math.log(sum) +
    small +
    stirlingRemainder(large) -
    stirlingRemainder(sum)
  return logGamma(small) + ratio
}

/** Continued fraction of the incomplete beta function (DLMF 8.17.22), by the modified Lentz method. */
function continuedFraction(a: number, b: number, x: number): number {
  const tiny = 1e-300
  const guard = (value: number) => (Math.abs(value) < tiny ? tiny : value)
  let c = 1
  let d = 1 / guard(1 - ((a + b) * x) / (a + 1))
  let result = d
  for (let m = 1; m <= 100_000; m += 1) {
    const even = (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m))
    d = 1 / guard(1 + even * d)
    c = guard(1 + even / c)
    result *= d * c
    const odd = (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1))
    d = 1 / guard(1 + odd * d)
    c = guard(1 + odd / c)
    const step = d * c
    result *= step
    if (Math.abs(step - 1) < 1e-16) break
  }
  return result
}

/**
 * Regularised incomplete beta function I_x(a, b), absolute error below 1e-10.
 * `complement` is 1 − x; pass it where it is known more exactly than the subtraction gives it.
 * @throws RangeError when a or b is not a positive finite number, or x is outside [0, 1].
 */
export function regularisedIncompleteBeta(a: number, b: number, x: number, complement = 1 - x): number {
  if (!(a > 0 && b > 0 && Number.isFinite(a) && Number.isFinite(b))) {
    throw new RangeError(`incomplete beta needs positive finite parameters, got a = ${a}, b = ${b}`)
  }
  if (!(x >= 0 && x <= 1)) throw new RangeError(`incomplete beta needs x in [0, 1], got ${x}`)
  if (x === 0 || complement <= 0) return x === 0 ? 0 : 1
  const logX = complement < 0.5 ? Math.log1p(-complement) : Math.log(x)
  const logY = x < 0.5 ? Math.log1p(-x) : Math.log(complement)
  const front = Math.exp(a * logX + b * logY - logBeta(a, b))
  // The fraction converges fast only below the mean of the distribution; above it, the mirror image does.
  if (x < (a + 1) / (a + b + 2)) return (front * continuedFraction(a, b, x)) / a
  return 1 - (front * continuedFraction(b, a, complement)) / b
}
