import type { FigureView } from '../../../src/server/api-types.ts'

/** `0.338`; the decimals of the metric. */
export function valueText(value: number, decimals: number): string {
  return value.toFixed(decimals)
}

/** `0.338 [0.310, 0.366]`. */
export function figureText(
  { value, low, high }: Pick<FigureView, 'value' | 'low' | 'high'>,
  decimals: number,
): string {
  return `${value.toFixed(decimals)} ${intervalText({ low, high }, decimals)}`
}

/** `[0.310, 0.366]`. */
export function intervalText({ low, high }: Pick<FigureView, 'low' | 'high'>, decimals: number): string {
  return `[${low.toFixed(decimals)}, ${high.toFixed(decimals)}]`
}

/** `+3.25`; a difference always shows its sign. */
export function signed(value: number, decimals: number): string {
  return `${value < 0 ? '−' : '+'}${Math.abs(value).toFixed(decimals)}`
}

/** All that a figure rests on, for a tip. */
export function figureFacts(figure: FigureView, decimals: number): string {
  const { level, n, clusters, method } = figure
  return `${figureText(figure, decimals)}\n${Math.round(level * 100)} % interval, ${method}\nn = ${n} cases in ${clusters} clusters`
}

/** `3 min 20 s`; `–` where nothing is known. */
export function durationText(milliseconds: number | null): string {
  if (milliseconds === null || !Number.isFinite(milliseconds)) return '–'
  const seconds = Math.round(milliseconds / 1000)
  if (milliseconds < 1000) return `${Math.round(milliseconds)} ms`
  if (seconds < 60) return `${seconds} s`
  const minutes = Math.floor(seconds / 60)
  if (minutes < 60) return `${minutes} min ${seconds % 60} s`
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`
}

/** US dollars; `–` where unknown. */
export function moneyText(dollars: number | null): string {
  if (dollars === null) return '–'
  if (dollars === 0) return '$0'
  return dollars < 0.01 ? `$${dollars.toFixed(4)}` : `$${dollars.toFixed(2)}`
}

/** `1,204`. */
export function countText(count: number): string {
  return count.toLocaleString('en-US')
}

/** `2026-11-30 10:15`, in the reader's time zone. */
export function timeText(at: number): string {
  const date = new Date(at)
  const two = (part: number): string => String(part).padStart(2, '0')
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())} ${two(date.getHours())}:${two(date.getMinutes())}`
}

/** `1 case`, `2 cases`. */
export function plural(count: number, one: string, many = `${one}s`): string {
  return `${countText(count)} ${count === 1 ? one : many}`
}
