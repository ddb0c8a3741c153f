import { hatches, inlineSvg, type Plot } from '../svg/plot.ts'
import { element, fragment, type Child, type Markup } from '../svg/markup.ts'
import type { ReadingTable } from '../reading-tables.ts'

export type CellKind = 'name' | 'fig' | 'num' | 'words'

export interface PageColumn {
  readonly title: string
  readonly kind: CellKind
}

export type PageRow =
  | { readonly cells: readonly Child[]; readonly invalid?: boolean }
  | { readonly group: string }

/** A table that scrolls sideways inside the page where it is too wide; nothing for no rows. */
export function pageTable(caption: string, columns: readonly PageColumn[], rows: readonly PageRow[]): Markup {
  if (rows.length === 0) return fragment()
  return element(
    'div',
    { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': caption },
    element(
      'table',
      {},
      element('caption', {}, caption),
      element(
        'thead',
        {},
        element(
          'tr',
          {},
          columns.map(({ title, kind }) => element('th', { scope: 'col', class: kind }, title)),
        ),
      ),
      element(
        'tbody',
        {},
        rows.map((row) =>
          'group' in row
            ? element('tr', { class: 'group' }, element('td', { colspan: columns.length }, row.group))
            : element(
                'tr',
                row.invalid === true ? { class: 'invalid' } : {},
                columns.map(({ kind }, place) => element('td', { class: kind }, row.cells[place] ?? '')),
              ),
        ),
      ),
    ),
  )
}

/** A table of the report's other forms. */
export function readingTable({ heading, columns, rows }: ReadingTable): Markup {
  return pageTable(
    heading,
    columns.map(({ title, align, keep }, place) => ({
      title,
      kind: place === 0 ? 'name' : align === 'right' ? 'num' : keep === true ? 'fig' : 'words',
    })),
    rows.map((cells) => ({ cells })),
  )
}

export function figures(plots: readonly (Plot | null)[]): Markup {
  const there = plots.filter((plot) => plot !== null)
  if (there.length === 0) return fragment()
  return element(
    'div',
    { class: 'plots' },
    there.map((plot) => element('figure', {}, inlineSvg(plot))),
  )
}

/** Patterns that plots refer to; stands once a page, without size. */
export function sharedPatterns(): Markup {
  return element(
    'svg',
    {
      class: 'plot',
      width: 0,
      height: 0,
      style: 'position:absolute;width:0;height:0',
      'aria-hidden': 'true',
    },
    hatches(),
  )
}

export function list(texts: readonly Child[]): Markup {
  return texts.length === 0
    ? fragment()
    : element(
        'ul',
        {},
        texts.map((text) => element('li', {}, text)),
      )
}

/** Names with their values; entries without a value are left out. */
export function factList(facts: readonly (readonly [name: string, value: Child])[]): Markup {
  const told = facts.filter(([, value]) => value !== null && value !== '')
  return element(
    'dl',
    {},
    told.map(([name, value]) => [element('dt', {}, name), element('dd', {}, value)]),
  )
}

export function section(id: string, title: string, ...content: readonly Child[]): Markup {
  return element('section', { id }, element('h2', {}, title), content)
}

export function folded(summary: string, ...content: readonly Child[]): Markup {
  return element('details', {}, element('summary', {}, summary), content)
}

/** An id for an anchor; two names can't have one. */
export function anchor(prefix: string, place: number): string {
  return `${prefix}-${place + 1}`
}
