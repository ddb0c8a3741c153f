import type { MetricDefinition } from '../../core/metric.ts'
import { decimalsOf, figureText } from '../format.ts'
import type { Figure } from '../report.ts'
import { element, type Child } from '../svg/markup.ts'

/** Marks that a reader must not overlook, beside a name. */
export function nameCell(name: string, marks: readonly string[]): Child {
  return [
    name,
    marks.map((mark) => [' ', element('span', { class: mark === 'INVALID' ? 'tag bad' : 'tag' }, mark)]),
  ]
}

export function figureCell(figure: Figure | null | undefined, metric: MetricDefinition | undefined): Child {
  return figure == null ? element('span', { class: 'none' }, 'none') : figureText(figure, decimalsOf(metric))
}
