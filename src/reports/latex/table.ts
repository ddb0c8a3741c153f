import { latexText } from './escape.ts'

export type LatexRow = { readonly cells: readonly string[] } | { readonly group: string }

export interface LatexTable {
  readonly caption: string
  /** Letters of ASCII, digits, `:` and `-`. */
  readonly label: string
  readonly columns: readonly { readonly title: string; readonly align: 'l' | 'r' }[]
  readonly rows: readonly LatexRow[]
}

/** A booktabs table. Cells and caption are plain text and escaped here. */
export function latexTable({ caption, label, columns, rows }: LatexTable): string {
  const line = (cells: readonly string[]): string =>
    `  ${columns.map((_, place) => latexText(cells[place] ?? '')).join(' & ')} \\\\`
  return [
    '\\begin{table}[htbp]',
    '\\centering\\footnotesize',
    `\\caption{${latexText(caption)}}`,
    `\\label{${label}}`,
    // Made smaller only where it is wider than the page.
    '\\resizebox{\\ifdim\\width>\\linewidth\\linewidth\\else\\width\\fi}{!}{%',
    `\\begin{tabular}{@{}${columns.map(({ align }) => align).join('')}@{}}`,
    '  \\toprule',
    line(columns.map(({ title }) => title)),
    '  \\midrule',
    ...rows.map((row, place) =>
      'group' in row
        ? `  ${place === 0 ? '' : '\\addlinespace '}\\multicolumn{${columns.length}}{@{}l}{\\emph{${latexText(row.group)}}} \\\\`
        : line(row.cells),
    ),
    '  \\bottomrule',
    '\\end{tabular}}',
    '\\end{table}',
  ].join('\n')
}
