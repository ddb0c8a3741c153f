/** Cosine of the angle between two vectors, -1 to 1; 0 where one has no direction. Missing places count as 0. */
export function cosine(a: Float32Array, b: Float32Array): number {
  const size = Math.max(a.length, b.length)
  let product = 0
  let squaresA = 0
  let squaresB = 0
  for (let at = 0; at < size; at++) {
    const x = a[at] ?? 0
    const y = b[at] ?? 0
    product += x * y
    squaresA += x * x
    squaresB += y * y
  }
  const length = Math.sqrt(squaresA) * Math.sqrt(squaresB)
  return length === 0 ? 0 : Math.min(1, Math.max(-1, product / length))
}
