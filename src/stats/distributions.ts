import { logBeta, regularisedIncompleteBeta } from './incomplete-beta.ts'

/** Complementary error function for x ≥ 0: power series below 2 (DLMF 7.6.2), continued fraction above (7.9.1). */
function erfcUpper(x: number): number {
  if (x < 2) {
    let term = x
    let sum = x
    for (let n = 1; term > sum * 1e-17; n += 1) {
      term *= (2 * x * x) / (2 * n + 1)
      sum += term
    }
    return 1 - (2 / Math.sqrt(Math.PI)) * Math.exp(-x * x) * sum
  }
  let tail = 0
  for (let k = 150; k >= 1; k -= 1) tail = k / 2 / (x + tail)
  return Math.exp(-x * x) / Math.sqrt(Math.PI) / (x + tail)
}

/** Standard normal distribution function. */
export function normalCdf(x: number): number {
  if (Number.isNaN(x)) throw new RangeError('normalCdf of NaN')
  const half = erfcUpper(Math.abs(x) / Math.SQRT2) / 2
  return x < 0 ? half : 1 - half
}

function checkProbability(p: number): void {
  if (!(p > 0 && p < 1)) throw new RangeError(`a quantile needs a probability in (0, 1), got ${p}`)
}

/**
 * Standard normal quantile: starts from Abramowitz & Stegun 26.2.23 and refines by Halley steps.
 * @throws RangeError when p is outside the open interval (0, 1).
 */
export function normalQuantile(p: number): number {
  checkProbability(p)
  const tail = Math.min(p, 1 - p)
  if (tail === 0.5) return 0
  const t = Math.sqrt(-2 * Math.log(tail))
  const numerator = 2.515517 + t * (0.802853 + t * 0.010328)
  const denominator = 1 + t * (1.432788 + t * (0.189269 + t * 0.001308))
  let x = t - numerator / denominator
  for (let step = 0; step < 4; step += 1) {
    const density = Math.exp((-x * x) / 2) / Math.sqrt(2 * Math.PI)
    const error = (tail - normalCdf(-x)) / density
    x -= error / (1 + (x * error) / 2)
  }
  return p < 0.5 ? -x : x
}

/** Above this many degrees of freedom Student's t and the normal differ by less than 1e-10. */
const NORMAL_FROM = 1e10

function checkDegrees(degrees: number): void {
  if (!(degrees > 0)) throw new RangeError(`degrees of freedom must be positive, got ${degrees}`)
}

function upperTail(t: number, degrees: number): number {
  const sum = degrees + t * t
  return regularisedIncompleteBeta(degrees / 2, 0.5, degrees / sum, (t * t) / sum) / 2
}

/**
 * Distribution function of Student's t with `degrees` degrees of freedom (any positive real, Infinity = normal).
 * @throws RangeError when degrees is not positive.
 */
export function studentTCdf(t: number, degrees: number): number {
  checkDegrees(degrees)
  if (degrees > NORMAL_FROM) return normalCdf(t)
  const tail = t === 0 ? 0.5 : upperTail(Math.abs(t), degrees)
  return t < 0 ? tail : 1 - tail
}

/** Density of Student's t at 0: 1 / (√ν B(ν/2, ½)). */
function densityAtZero(degrees: number): number {
  return Math.exp(-logBeta(degrees / 2, 0.5)) / Math.sqrt(degrees)
}

/**
 * Quantile of Student's t. The upper tail is convex, and the normal quantile lies below the t quantile, so
 * Newton's method climbs from there without overshooting.
 * @throws RangeError when p is outside (0, 1) or degrees is not positive.
 */
export function studentTQuantile(p: number, degrees: number): number {
  checkProbability(p)
  checkDegrees(degrees)
  if (degrees > NORMAL_FROM) return normalQuantile(p)
  const tail = Math.min(p, 1 - p)
  if (tail === 0.5) return 0
  let t = -normalQuantile(tail)
  const scale = densityAtZero(degrees)
  for (let step = 0; step < 1_000; step += 1) {
    const density = scale * Math.exp((-(degrees + 1) / 2) * Math.log1p((t * t) / degrees))
    const change = (upperTail(t, degrees) - tail) / density
    t += change
    if (Math.abs(change) <= 1e-14 * t) break
  }
  return p < 0.5 ? -t : t
}
