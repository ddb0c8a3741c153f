import { fragment } from '../../reports/svg/markup.ts'
import { hatches, inlineSvg, type TabledPlot } from '../../reports/svg/plot.ts'
import type { PlotView } from '../../server/schemas/common.ts'

/** A drawing of the report for a page of the workbench. Its classes are styled there, by the same tokens. */
export function plotView(id: string, plot: TabledPlot): PlotView {
  const { title, description, table } = plot
  return {
    id,
    title,
    description,
    // With its own patterns: whatever stands beside it, and wherever it is put.
    svg: inlineSvg({ ...plot, body: fragment(hatches(), plot.body) }).markup,
    table: { columns: [...table.columns], rows: table.rows.map((row) => [...row]) },
  }
}
