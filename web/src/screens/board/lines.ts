import type { BoardCell, BoardFigure, PublishedView, TrackBoard } from '../../../../src/server/api-types.ts'

/** Key of a figure in the address and in maps. */
export function figureKey({
  instrument,
  metric,
}: {
  readonly instrument: string
  readonly metric: string
}): string {
  return `${instrument} ${metric}`
}

/** A system of a board with its cells by figure; of one slice, or of all cases. */
export interface BoardLine {
  readonly system: string
  readonly kind: BoardCell['kind']
  readonly ownPrompt: boolean
  readonly cells: ReadonlyMap<string, BoardCell>
}

/** Ranked systems, those that ask under a prompt of their own, and those that are never ranked. */
export interface BoardLines {
  readonly ranked: readonly BoardLine[]
  readonly ownPrompt: readonly BoardLine[]
  readonly privileged: readonly BoardLine[]
  readonly inputBlind: readonly BoardLine[]
}

/** What a column shows: a figure, or a system's headline. */
export type SortBy = { readonly column: string; readonly descending: boolean }

/** The column of the share of the way from floor to oracle. */
export const HEADLINE = 'headline'

/** Lines of a slice, or of all cases (`null`), sorted within their groups; those without a figure come last. */
export function boardLines(
  board: Pick<TrackBoard, 'cells' | 'headline'>,
  slice: string | null,
  sort: SortBy,
): BoardLines {
  const lines = new Map<string, { line: Omit<BoardLine, 'cells'>; cells: Map<string, BoardCell> }>()
  for (const cell of board.cells) {
    if ((cell.slice?.value ?? null) !== slice) continue
    const { system, kind, ownPrompt } = cell
    const known = lines.get(system) ?? {
      line: { system, kind, ownPrompt },
      cells: new Map<string, BoardCell>(),
    }
    known.cells.set(figureKey(cell), cell)
    lines.set(system, known)
  }
  const all = [...lines.values()].map(({ line, cells }): BoardLine => ({ ...line, cells }))
  const value = (line: BoardLine): number | null => valueOf(line, sort.column, board.headline)
  const sign = sort.descending ? -1 : 1
  all.sort((a, b) => {
    if (sort.column === 'system') return sign * (a.system < b.system ? -1 : a.system > b.system ? 1 : 0)
    const [x, y] = [value(a), value(b)]
    if (x === null || y === null) return x === y ? 0 : x === null ? 1 : -1
    return sign * (x - y)
  })
  const ranked = all.filter(({ kind }) => kind === 'ranked')
  return {
    ranked: ranked.filter(({ ownPrompt }) => !ownPrompt),
    ownPrompt: ranked.filter(({ ownPrompt }) => ownPrompt),
    privileged: all.filter(({ kind }) => kind === 'privileged'),
    inputBlind: all.filter(({ kind }) => kind === 'input-blind'),
  }
}

function valueOf(line: BoardLine, column: string, headline: TrackBoard['headline']): number | null {
  if (column !== HEADLINE) return line.cells.get(column)?.figure?.value ?? null
  return 'none' in headline ? null : (line.cells.get(figureKey(headline))?.headline?.value ?? null)
}

/** Which end of a column is the better one. */
export function isDescendingFirst(figures: readonly BoardFigure[], column: string): boolean {
  if (column === 'system') return false
  return figures.find((figure) => figureKey(figure) === column)?.direction !== 'lower'
}

/** Columns that are shown when nobody chose: what the track is about. */
export function defaultColumns(figures: readonly BoardFigure[]): string[] {
  const leading = figures.filter(({ role }) => role !== 'other').map(figureKey)
  if (leading.length > 0) return leading
  return figures.slice(0, 3).map(figureKey)
}

/** Columns out of the address, those that the board has; the default ones where nothing is left. */
export function chosenColumns(figures: readonly BoardFigure[], words: string | undefined): string[] {
  const asked = (words ?? '').split('|').filter((key) => figures.some((figure) => figureKey(figure) === key))
  return asked.length === 0 ? defaultColumns(figures) : asked
}

/** Figures of the literature by system, for the columns that are shown. */
export function publishedLines(
  published: readonly PublishedView[],
  columns: readonly string[],
): { readonly system: string; readonly values: ReadonlyMap<string, PublishedView> }[] {
  const lines = new Map<string, Map<string, PublishedView>>()
  for (const one of published) {
    const key = figureKey(one)
    if (!columns.includes(key)) continue
    const line = lines.get(one.system) ?? new Map<string, PublishedView>()
    line.set(key, one)
    lines.set(one.system, line)
  }
  return [...lines].map(([system, values]) => ({ system, values }))
}
