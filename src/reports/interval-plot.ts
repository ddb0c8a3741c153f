/**
 * An interval on a common axis as one line of text: `···├──●──┤····`. What lies beyond the axis is an arrow at its end.
 * @param axis lowest and highest value of the axis
 * @param cells width in terminal cells, at least 3
 */
export function intervalPlot(
  figure: { readonly value: number; readonly low: number; readonly high: number },
  axis: readonly [number, number],
  cells: number,
): string {
  const [low, high] = axis
  const place = (value: number): number => {
    const share = high > low ? (value - low) / (high - low) : 0.5
    return Math.round(Math.min(1, Math.max(0, share)) * (cells - 1))
  }
  const from = place(figure.low)
  const to = place(figure.high)
  const dot = place(figure.value)
  const markAt = (cell: number): string => {
    if (cell === 0 && figure.low < low) return '◂'
    if (cell === cells - 1 && figure.high > high) return '▸'
    if (cell === dot) return '●'
    if (cell === from) return '├'
    if (cell === to) return '┤'
    return cell > from && cell < to ? '─' : '·'
  }
  return Array.from({ length: cells }, (_, cell) => markAt(cell)).join('')
}
