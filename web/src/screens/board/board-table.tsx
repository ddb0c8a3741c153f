import { Link } from '@tanstack/react-router'
import type { BoardFigure, TrackBoard } from '../../../../src/server/api-types.ts'
import { useAddress } from '../../address.ts'
import { Figure } from '../../parts/figure.tsx'
import { moneyText, valueText } from '../../parts/format.ts'
import { axisOf, Interval, type Axis } from '../../parts/interval.tsx'
import { OutcomeStrip } from '../../parts/outcome-strip.tsx'
import { SystemName } from '../../parts/system-name.tsx'
import { HostileText } from '../../parts/text.tsx'
import {
  boardLines,
  chosenColumns,
  figureKey,
  HEADLINE,
  isDescendingFirst,
  publishedLines,
  type BoardLine,
} from './lines.ts'

/** Systems by figures; the plot is the table's own column. */
export function BoardTable({ run, track }: { readonly run: string; readonly track: TrackBoard }) {
  const [address, change] = useAddress()
  const columns = chosenColumns(track.figures, address['columns'])
  const figures = columns.flatMap((key) => track.figures.find((figure) => figureKey(figure) === key) ?? [])
  const hasHeadline = !('none' in track.headline)
  const asked = address['sort'] ?? ''
  const column = asked.replace(/^-/, '') || (hasHeadline ? HEADLINE : (columns[0] ?? 'system'))
  const descending = asked === '' ? isDescendingFirst(track.figures, column) : asked.startsWith('-')
  const slice = address['slice'] === undefined ? null : (address['value'] ?? null)
  const groups = boardLines(track, slice, { column, descending })
  // The axis shows floors and ceilings too, so the headline is drawn by the figure that it is made of.
  const drawn = figures.find((figure) => figureKey(figure) === column) ?? figures[0]
  const all = [...groups.ranked, ...groups.ownPrompt, ...groups.privileged, ...groups.inputBlind]
  const published = slice === null ? publishedLines(track.published, columns) : []
  const axis = axisFor(all, drawn, track)
  const sortBy = (key: string): void => {
    const first = isDescendingFirst(track.figures, key)
    const next = column === key ? !descending : first
    change({ sort: `${next ? '-' : ''}${key}` }, { replace: true })
  }
  const head = (key: string, label: string, title: string, className = '') => (
    <th
      key={key}
      scope="col"
      className={className}
      aria-sort={column === key ? (descending ? 'descending' : 'ascending') : 'none'}
      title={title}
    >
      <button type="button" onClick={() => sortBy(key)}>
        {label} {column === key ? (descending ? '↓' : '↑') : ''}
      </button>
    </th>
  )
  const hasLetters = Object.keys(track.letters).length > 0
  const costs = new Map(track.costs.map((cost) => [cost.system, cost]))
  const row = (line: BoardLine) => {
    const lead = drawn === undefined ? undefined : line.cells.get(figureKey(drawn))
    const headline = 'none' in track.headline ? undefined : line.cells.get(figureKey(track.headline))
    const isInvalid = lead?.invalid === true
    return (
      <tr key={line.system} className={isInvalid ? 'faded' : ''}>
        <th scope="row" className="name">
          <SystemName system={line.system} kind={line.kind} />
          {isInvalid ? (
            <span className="badge bad" title="too many cases without a score: do not rank it">
              invalid
            </span>
          ) : null}
          {lead?.exact == null ? null : (
            <span className="badge warn" title="every case at the same end: look twice">
              exactly {lead.exact === 'zero' ? '0 %' : '100 %'}
            </span>
          )}
        </th>
        <td className="axis">
          <Interval
            name={line.system}
            figure={lead?.figure ?? null}
            axis={axis}
            kind={line.kind}
            decimals={drawn?.decimals ?? 3}
            invalid={isInvalid}
            published={lead?.published?.value ?? null}
          />
        </td>
        {hasHeadline ? (
          <td className="num">
            {headline?.headline == null ? (
              <span className="dim" title={headline?.headlineMissing ?? 'never ranked'}>
                –
              </span>
            ) : (
              <Figure figure={headline.headline} decimals={3} />
            )}
          </td>
        ) : null}
        {figures.map((figure) => {
          const cell = line.cells.get(figureKey(figure))
          return (
            <td key={figureKey(figure)} className="num">
              {cell === undefined ? (
                <span className="dim">–</span>
              ) : (
                <Link
                  to="/cases"
                  search={{
                    run,
                    track: track.track,
                    figure: figureKey(figure),
                    sort: `-${line.system}`,
                    ...sliceWords(address['slice'], slice),
                  }}
                  title="the cases behind it"
                >
                  <Figure figure={cell.figure} decimals={figure.decimals} />
                </Link>
              )}
              {cell?.published == null ? null : (
                <div className="dim small" title={cell.published.source}>
                  ⚑ {valueText(cell.published.value, figure.decimals)} published
                </div>
              )}
            </td>
          )
        })}
        {hasLetters ? (
          <td>
            <Letters track={track} line={line} drawn={drawn} />
          </td>
        ) : null}
        <td>{lead === undefined ? null : <OutcomeStrip counts={lead.counts} width={72} />}</td>
        {track.costs.length === 0 ? null : (
          <td className="num">{moneyText(costs.get(line.system)?.cost ?? null)}</td>
        )}
      </tr>
    )
  }
  const width =
    3 + (hasLetters ? 1 : 0) + figures.length + (hasHeadline ? 1 : 0) + (track.costs.length === 0 ? 0 : 1)
  const group = (label: string, why: string, lines: readonly BoardLine[]) =>
    lines.length === 0 ? null : (
      <>
        <tr className="group">
          <th scope="colgroup" colSpan={width}>
            {label} <span style={{ fontWeight: 400 }}>· {why}</span>
          </th>
        </tr>
        {lines.map(row)}
      </>
    )
  return (
    <div className="stack" style={{ gap: 6 }}>
      <div className="table-wrap">
        <table className="grid board-table">
          <caption className="visually-hidden">
            {track.title}
            {slice === null ? '' : `, ${address['slice'] ?? ''} ${slice}`}
          </caption>
          <thead>
            <tr>
              {head('system', 'System', 'sort by name')}
              <th scope="col">
                {drawn?.label ?? ''}{' '}
                <span style={{ fontWeight: 400 }}>
                  {axis.low.toFixed(2)} – {axis.high.toFixed(2)}
                </span>
              </th>
              {hasHeadline ? head(HEADLINE, 'Headline', '0: as the floor; 1: as the oracle', 'num') : null}
              {figures.map((figure) =>
                head(
                  figureKey(figure),
                  `${figure.label}${figure.role === 'published' ? ' ⚑' : ''}`,
                  `${figure.description}; ${figure.direction} is better${figure.judged ? '; given by a judge' : ''}`,
                  'num',
                ),
              )}
              {hasLetters ? (
                <th scope="col" title="letters in common: not shown to differ">
                  Groups
                </th>
              ) : null}
              <th scope="col" title="scored, unscored, failed, lost, skipped">
                Coverage
              </th>
              {track.costs.length === 0 ? null : (
                <th scope="col" className="num">
                  Cost
                </th>
              )}
            </tr>
          </thead>
          <tbody>
            {groups.ranked.map(row)}
            {group(
              'Own prompts',
              'ask under a prompt of their own: not ranked with the others',
              groups.ownPrompt,
            )}
            {group('Privileged', 'read the gold: ceilings, never ranked', groups.privileged)}
            {group('Input-blind', 'read nothing of substance: floors, never ranked', groups.inputBlind)}
            {published.length === 0 ? null : (
              <tr className="group rule">
                <th scope="colgroup" colSpan={width}>
                  Published ⚑{' '}
                  <span style={{ fontWeight: 400 }}>
                    · figures of the literature under the same instrument, without intervals
                  </span>
                </th>
              </tr>
            )}
            {published.map(({ system, values }) => (
              <tr key={`published ${system}`}>
                <th scope="row" className="name">
                  <HostileText text={system} dir="ltr" />
                </th>
                <td className="axis">
                  <Interval
                    name={system}
                    figure={null}
                    axis={axis}
                    kind="published"
                    decimals={drawn?.decimals ?? 3}
                    published={
                      (drawn === undefined ? undefined : values.get(figureKey(drawn)))?.value ?? null
                    }
                  />
                </td>
                {hasHeadline ? <td /> : null}
                {figures.map((figure) => {
                  const one = values.get(figureKey(figure))
                  return (
                    <td key={figureKey(figure)} className="num" title={one?.source ?? ''}>
                      {one === undefined ? '' : valueText(one.value, figure.decimals)}
                    </td>
                  )
                })}
                <td
                  colSpan={1 + (hasLetters ? 1 : 0) + (track.costs.length === 0 ? 0 : 1)}
                  className="dim small"
                >
                  {[...values.values()][0]?.source}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <ColumnPick figures={track.figures} columns={columns} />
    </div>
  )
}

function sliceWords(tag: string | undefined, value: string | null): Readonly<Record<string, string>> {
  return tag === undefined || value === null ? {} : { [`tag.${tag}`]: value }
}

function axisFor(lines: readonly BoardLine[], drawn: BoardFigure | undefined, track: TrackBoard): Axis {
  if (drawn === undefined) return { low: 0, high: 1 }
  const key = figureKey(drawn)
  const found = lines.flatMap((line) => line.cells.get(key)?.figure ?? [])
  const published = track.published
    .filter((one) => figureKey(one) === key)
    .map(({ value }) => ({ low: value, high: value }))
  return axisOf([...found, ...published], drawn.range)
}

function Letters({
  track,
  line,
  drawn,
}: {
  readonly track: TrackBoard
  readonly line: BoardLine
  readonly drawn: BoardFigure | undefined
}) {
  const letters = drawn === undefined ? undefined : track.letters[figureKey(drawn)]
  const own = letters !== undefined && Object.hasOwn(letters, line.system) ? letters[line.system] : undefined
  return <span title="letters in common: not shown to differ">{own ?? ''}</span>
}

/** Which figures have a column. */
function ColumnPick({
  figures,
  columns,
}: {
  readonly figures: readonly BoardFigure[]
  readonly columns: readonly string[]
}) {
  const [, change] = useAddress()
  const toggle = (key: string): void => {
    const next = columns.includes(key) ? columns.filter((one) => one !== key) : [...columns, key]
    change({ columns: next.join('|') }, { replace: true })
  }
  return (
    <details>
      <summary className="small dim">
        Columns: {columns.length} of {figures.length} figures
      </summary>
      <div className="row small" style={{ padding: '6px 0' }}>
        {figures.map((figure) => (
          <label key={figureKey(figure)} className="row" style={{ gap: 4 }} title={figure.description}>
            <input
              type="checkbox"
              checked={columns.includes(figureKey(figure))}
              onChange={() => toggle(figureKey(figure))}
            />
            {figure.label}
          </label>
        ))}
      </div>
    </details>
  )
}
