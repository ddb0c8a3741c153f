import type { Figure } from '../../reports/measured-figure.ts'
import type { FigureView } from '../../server/schemas/common.ts'

/** Level of the intervals of reports and comparisons. */
const LEVEL = 0.95

export function figureView({ value, low, high, method, n, clusters }: Figure): FigureView {
  return { value, low, high, level: LEVEL, n, clusters, method }
}
