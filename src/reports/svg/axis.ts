/** Round numbers on an axis, ends included where they are round; 3 to 7 of them. */
export function ticksOf([low, high]: readonly [number, number]): number[] {
  const span = high - low
  if (!(span > 0)) return [low]
  const raw = span / 5
  const power = 10 ** Math.floor(Math.log10(raw))
  const step =
    [1, 2, 2.5, 5, 10].map((factor) => factor * power).find((size) => size >= raw - power * 1e-9) ?? span
  const first = Math.ceil(low / step - 1e-9)
  const last = Math.floor(high / step + 1e-9)
  // + 0: no negative zero.
  return Array.from(
    { length: last - first + 1 },
    (_, index) => Number(((first + index) * step).toPrecision(12)) + 0,
  )
}

/** Ticks as texts of one length. */
export function tickTexts(ticks: readonly number[]): string[] {
  const decimals = Math.max(0, ...ticks.map((tick) => (String(tick).split('.')[1] ?? '').length))
  return ticks.map((tick) => tick.toFixed(Math.min(decimals, 6)))
}

/** The smallest round axis that holds all values and, where given, `within`. */
export function axisOver(values: readonly number[], within?: readonly [number, number]): [number, number] {
  const all = [...values, ...(within ?? [])].filter((value) => Number.isFinite(value))
  if (all.length === 0) return [0, 1]
  const low = all.reduce((least, value) => Math.min(least, value))
  const high = all.reduce((most, value) => Math.max(most, value))
  if (low === high) return [low - 0.5, high + 0.5]
  const step = (ticksOf([low, high])[1] ?? high) - (ticksOf([low, high])[0] ?? low) || high - low
  return [Math.floor(low / step + 1e-9) * step, Math.ceil(high / step - 1e-9) * step]
}

/** A value's place between two pixels; what lies beyond the axis stands at its end. */
export function scaleOf(
  [low, high]: readonly [number, number],
  from: number,
  to: number,
): (value: number) => number {
  return (value) => from + (Math.min(1, Math.max(0, (value - low) / (high - low))) || 0) * (to - from)
}
