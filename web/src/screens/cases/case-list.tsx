import { Link, useNavigate } from '@tanstack/react-router'
import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useRef, useState } from 'react'
import type { CaseTable } from '../../../../src/server/api-types.ts'
import { useAddress } from '../../address.ts'
import { useKeys } from '../../keys.ts'
import { countText, plural } from '../../parts/format.ts'
import { HostileText } from '../../parts/text.tsx'
import { CaseRow } from './case-row.tsx'
import { Facets } from './facets.tsx'
import { tightest } from './filter.ts'
import { keepList } from './kept-list.ts'
import { SearchBox } from './search-box.tsx'
import { useShownCases } from './use-cases.ts'
import { useTitles } from './use-titles.ts'

/** Pixels of a row. */
const ROW = 44
/** Systems that have a column; more are chosen. */
const MOST_COLUMNS = 6

/** A virtual table of cases with its facets. */
export function CaseList({
  table,
  tracks,
}: {
  readonly table: CaseTable
  readonly tracks: readonly string[]
}) {
  const [address, change] = useAddress()
  const navigate = useNavigate()
  const shown = useShownCases(table)
  const { figure, columns, order, filtered, search } = shown
  const [at, setAt] = useState(0)
  const scroll = useRef<HTMLDivElement>(null)
  const chosen = chosenSystems(table, address['systems'])
  const rows = useVirtualizer({
    count: order.length,
    getScrollElement: () => scroll.current,
    estimateSize: () => ROW,
    overscan: 12,
    getItemKey: (place) => order[place] ?? place,
  })
  const seen = rows.getVirtualItems()
  const titles = useTitles(
    table,
    seen.map(({ index }) => order[index] ?? 0),
  )
  const current = Math.min(at, Math.max(0, order.length - 1))
  const idAt = (place: number): string | undefined => table.cases[order[place] ?? -1]?.id
  const open = (place: number): void => {
    const id = idAt(place)
    if (id === undefined) return
    keepList(
      table.run,
      table.track,
      order.map((one) => table.cases[one]?.id ?? ''),
    )
    void navigate({
      to: '/case',
      search: { run: table.run, track: table.track, case: id, ...figureWord(address) },
    })
  }
  const move = (step: number): void => {
    const next = Math.max(0, Math.min(order.length - 1, current + step))
    setAt(next)
    rows.scrollToIndex(next)
  }
  useKeys({
    j: () => move(1),
    k: () => move(-1),
    ArrowDown: () => move(1),
    ArrowUp: () => move(-1),
    Enter: () => open(current),
  })
  useEffect(() => setAt(0), [order])
  const sort = address['sort'] ?? ''
  const sortBy = (by: string): void =>
    change({ sort: sort === `-${by}` ? by : sort === by ? undefined : `-${by}` }, { replace: true })
  const mark = (by: string): string => (sort === `-${by}` ? ' ↓' : sort === by ? ' ↑' : '')
  const columnsStyle = { gridTemplateColumns: `minmax(260px, 1fr) repeat(${chosen.length}, 128px)` }
  const loose = order.length === 0 ? tightest(filtered) : null
  return (
    <div className="cases">
      <Facets table={table} columns={columns} filtered={filtered} figure={figure} />
      <section className="cases-main" aria-label="Cases">
        <div className="row">
          <label>
            <span className="visually-hidden">Track</span>
            <select
              value={table.track}
              onChange={(event) => change({ track: event.target.value, figure: undefined, sort: undefined })}
            >
              {tracks.map((one) => (
                <option key={one}>{one}</option>
              ))}
            </select>
          </label>
          <label>
            <span className="visually-hidden">Figure</span>
            <select
              value={figure === undefined ? '' : `${figure.instrument} ${figure.metric}`}
              onChange={(event) => change({ figure: event.target.value })}
            >
              {table.figures.length === 0 ? <option value="">nothing measures this track</option> : null}
              {table.figures.map((one) => (
                <option key={`${one.instrument} ${one.metric}`} value={`${one.instrument} ${one.metric}`}>
                  {one.label}
                </option>
              ))}
            </select>
          </label>
          <SearchBox />
          <span className="dim" role="status">
            {countText(order.length)} of {plural(table.cases.length, 'case')}
            {search.data?.more === true ? ' (the first hits)' : ''}
          </span>
          <SystemPick table={table} chosen={chosen} />
        </div>
        <div
          className="case-grid"
          role="grid"
          aria-rowcount={order.length + 1}
          aria-label={`Cases of ${table.track}`}
          ref={scroll}
          // eslint-disable-next-line no-noninteractive-tabindex -- scrolled by keys
          tabIndex={0}
        >
          <div role="row" aria-rowindex={1} className="case-head" style={columnsStyle}>
            <span role="columnheader" aria-sort={sort === '' ? 'ascending' : 'none'}>
              <button type="button" className="plain" onClick={() => change({ sort: undefined })}>
                Case, in the order of the data
              </button>
            </span>
            {chosen.map((system) => (
              <span
                key={system}
                role="columnheader"
                aria-sort={sort === `-${system}` ? 'descending' : sort === system ? 'ascending' : 'none'}
                className="clip"
              >
                <button
                  type="button"
                  className="plain"
                  title={`sort by ${system}`}
                  onClick={() => sortBy(system)}
                >
                  <span className="clip" style={{ maxWidth: 104 }}>
                    <HostileText text={shortName(system)} dir="ltr" />
                    {mark(system)}
                  </span>
                </button>
              </span>
            ))}
          </div>
          <div style={{ height: rows.getTotalSize(), position: 'relative' }} role="rowgroup">
            {seen.map(({ index, start, key }) => {
              const place = order[index] ?? 0
              const subject = table.cases[place]
              if (subject === undefined) return null
              return (
                <CaseRow
                  key={key}
                  subject={subject}
                  place={place}
                  index={index}
                  top={start}
                  height={ROW}
                  title={titles.get(place)}
                  systems={chosen}
                  columns={columns}
                  figure={figure}
                  isCurrent={index === current}
                  style={columnsStyle}
                  onOpen={() => open(index)}
                  onChoose={() => setAt(index)}
                />
              )
            })}
          </div>
          {order.length > 0 ? null : (
            <div className="empty">
              <p>No case fits.</p>
              {loose === null ? null : (
                <p>
                  Without the choice of <b>{loose.facet.replace(/^(tag|is)\./, '')}</b> there would be{' '}
                  {loose.left}.{' '}
                  <button type="button" onClick={() => change({ [loose.facet]: undefined })}>
                    Take it away
                  </button>
                </p>
              )}
              <Elsewhere hits={(search.data?.hits ?? []).filter((hit) => hit.track !== table.track)} />
            </div>
          )}
        </div>
      </section>
    </div>
  )
}

/** Hits of the search in other tracks of the run. */
function Elsewhere({
  hits,
}: {
  readonly hits: readonly { run: string; track: string; case: string; excerpt: string }[]
}) {
  if (hits.length === 0) return null
  return (
    <>
      <p>The words stand in other tracks:</p>
      <ul>
        {hits.slice(0, 10).map((hit) => (
          <li key={`${hit.track} ${hit.case} ${hit.excerpt}`}>
            <Link to="/case" search={{ run: hit.run, track: hit.track, case: hit.case }}>
              {hit.track} · <HostileText text={hit.case} dir="ltr" />
            </Link>{' '}
            <HostileText text={hit.excerpt} className="dim" />
          </li>
        ))}
      </ul>
    </>
  )
}

function figureWord(address: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return address['figure'] === undefined ? {} : { figure: address['figure'] }
}

function shortName(system: string): string {
  return system.replace(/^baseline:/, '')
}

/** Systems of the address that take part; else the ranked ones first. */
function chosenSystems(table: CaseTable, words: string | undefined): readonly string[] {
  const ids = table.systems.map(({ id }) => id)
  const asked = (words ?? '').split('|').filter((word) => ids.includes(word))
  if (asked.length > 0) return asked
  const order = ['ranked', 'privileged', 'input-blind']
  return table.systems
    .toSorted((a, b) => order.indexOf(a.kind) - order.indexOf(b.kind))
    .slice(0, MOST_COLUMNS)
    .map(({ id }) => id)
}

function SystemPick({ table, chosen }: { readonly table: CaseTable; readonly chosen: readonly string[] }) {
  const [, change] = useAddress()
  if (table.systems.length < 2) return null
  const toggle = (id: string): void => {
    const next = chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id]
    change({ systems: next.join('|') }, { replace: true })
  }
  return (
    <details className="menu">
      <summary className="button">
        Systems {chosen.length} / {table.systems.length}
      </summary>
      <ul>
        {table.systems.map(({ id }) => (
          <li key={id}>
            <label>
              <input type="checkbox" checked={chosen.includes(id)} onChange={() => toggle(id)} />{' '}
              <HostileText text={id} dir="ltr" />
            </label>
          </li>
        ))}
      </ul>
    </details>
  )
}
