/** A small p value is small, and not 0. */
export function pText(p: number): string {
  return p < 0.001 ? '<0.001' : p.toFixed(3)
}
