import type { MetricDefinition } from '../core/metric.ts'
import type { Figure } from './report.ts'

/** Decimals of a metric's figures: two on a scale of 100, three on a scale of 1. */
export function decimalsOf(metric: Pick<MetricDefinition, 'range'> | undefined): number {
  return metric !== undefined && metric.range[1] > 10 ? 2 : 3
}

/** `0.338 [0.310, 0.366]`. */
export function figureText(figure: Figure, decimals: number): string {
  return `${figure.value.toFixed(decimals)} ${intervalText(figure, decimals)}`
}

/** `[0.310, 0.366]`. */
export function intervalText(figure: Pick<Figure, 'low' | 'high'>, decimals: number): string {
  return `[${figure.low.toFixed(decimals)}, ${figure.high.toFixed(decimals)}]`
}

/** `+3.25`, `-0.40`; a difference always shows its sign. */
export function signed(value: number, decimals: number): string {
  return `${value < 0 ? '' : '+'}${value.toFixed(decimals)}`
}

/**
 * Hostile text made safe for a terminal or a line: no control characters (so no ANSI), line separators, marks and
 * overrides of direction, invisible tags, or lone surrogates.
 */
export function plainText(text: string): string {
  return text.replaceAll(
    /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u061C\u200B\u200E\u200F\u202A-\u202E\u2060-\u2069\uFEFF\u{E0000}-\u{E007F}]+/gu,
    ' ',
  )
}
