import { useMemo, useState } from 'react'
import type { BoardFigure, CaseTable } from '../../../../src/server/api-types.ts'
import { useAddress } from '../../address.ts'
import { countText } from '../../parts/format.ts'
import { outcomes } from '../../parts/outcome-strip.tsx'
import { HostileText } from '../../parts/text.tsx'
import { facetTags, statusCounts, tagCounts, type Columns, type Filtered } from './filter.ts'

/** Values of a facet before "more". */
const SHOWN = 6

/** What the list can be narrowed by, with counts that follow the other choices. */
export function Facets({
  table,
  columns,
  filtered,
  figure,
}: {
  readonly table: CaseTable
  readonly columns: Columns
  readonly filtered: Filtered
  readonly figure: BoardFigure | undefined
}) {
  const [address, change] = useAddress()
  const tags = useMemo(() => facetTags(table), [table])
  const narrowed = Object.keys(address).filter((name) =>
    /^(tag\.|is\.|score$|differ$|cluster$|q$)/.test(name),
  )
  const placesFor = (facet: string): readonly number[] => filtered.without.get(facet) ?? filtered.places
  return (
    <aside className="facets" aria-label="Narrow the list">
      {narrowed.length === 0 ? null : (
        <button
          type="button"
          onClick={() => change(Object.fromEntries(narrowed.map((name) => [name, undefined])))}
        >
          Show all again
        </button>
      )}
      <Outcomes table={table} columns={columns} placesFor={placesFor} />
      <Scores table={table} figure={figure} />
      {tags.map((tag) => (
        <TagFacet key={tag} tag={tag} counts={tagCounts(table, tag, placesFor(`tag.${tag}`))} />
      ))}
    </aside>
  )
}

function TagFacet({
  tag,
  counts,
}: {
  readonly tag: string
  readonly counts: readonly (readonly [string, number])[]
}) {
  const [address, change] = useAddress()
  const [isAll, setAll] = useState(false)
  const chosen = (address[`tag.${tag}`] ?? '').split('|').filter((value) => value !== '')
  const gone = chosen
    .filter((value) => !counts.some(([own]) => own === value))
    .map((value) => [value, 0] as const)
  const shown = isAll ? counts : counts.filter(([value], place) => place < SHOWN || chosen.includes(value))
  const toggle = (value: string): void => {
    const next = chosen.includes(value) ? chosen.filter((one) => one !== value) : [...chosen, value]
    change({ [`tag.${tag}`]: next.join('|') })
  }
  return (
    <section className="facet">
      <h3>{tag.replaceAll('_', ' ')}</h3>
      <ul>
        {[...shown, ...gone].map(([value, count]) => (
          <li key={value}>
            <button type="button" aria-pressed={chosen.includes(value)} onClick={() => toggle(value)}>
              <HostileText text={value} />
              <span className="count">{countText(count)}</span>
            </button>
          </li>
        ))}
      </ul>
      {counts.length <= SHOWN ? null : (
        <button type="button" className="plain small" onClick={() => setAll(!isAll)}>
          {isAll ? 'fewer' : `${counts.length - SHOWN} more`}
        </button>
      )}
    </section>
  )
}

function Outcomes({
  table,
  columns,
  placesFor,
}: {
  readonly table: CaseTable
  readonly columns: Columns
  readonly placesFor: (facet: string) => readonly number[]
}) {
  const [address, change] = useAddress()
  const [chosen, setChosen] = useState<string | null>(null)
  const narrowed = Object.keys(address)
    .find((name) => name.startsWith('is.'))
    ?.slice(3)
  const system = narrowed ?? chosen ?? table.systems[0]?.id
  if (system === undefined) return null
  const facet = `is.${system}`
  const counts = statusCounts(columns.get(system)?.status ?? '', placesFor(facet))
  const letters = address[facet] ?? ''
  const toggle = (letter: string): void =>
    change({ [facet]: letters.includes(letter) ? letters.replace(letter, '') : letters + letter })
  return (
    <section className="facet">
      <h3>outcome of</h3>
      <select
        aria-label="System"
        style={{ width: '100%' }}
        value={system}
        onChange={(event) => {
          setChosen(event.target.value)
          if (letters !== '') change({ [facet]: undefined, [`is.${event.target.value}`]: letters })
        }}
      >
        {table.systems.map(({ id }) => (
          <option key={id}>{id}</option>
        ))}
      </select>
      <ul>
        {outcomes.map(({ letter, label, name }) =>
          (counts.get(letter) ?? 0) === 0 && !letters.includes(letter) ? null : (
            <li key={letter}>
              <button type="button" aria-pressed={letters.includes(letter)} onClick={() => toggle(letter)}>
                <span className="row" style={{ gap: 6 }}>
                  <span className={`swatch o-${name}`} aria-hidden="true" />
                  {label}
                </span>
                <span className="count">{countText(counts.get(letter) ?? 0)}</span>
              </button>
            </li>
          ),
        )}
      </ul>
    </section>
  )
}

function Scores({ table, figure }: { readonly table: CaseTable; readonly figure: BoardFigure | undefined }) {
  const [{ score = '', differ = '' }, change] = useAddress()
  const ids = table.systems.map(({ id }) => id)
  const match = /^(-?[\d.]*)\.\.(-?[\d.]*) (.+)$/s.exec(score)
  const [, from = '', to = '', named] = match ?? []
  const system = named ?? ids[0] ?? ''
  const [a = '', b = ''] = differ.split('|')
  const set = (low: string, high: string, of: string): void =>
    change({ score: low === '' && high === '' ? undefined : `${low}..${high} ${of}` }, { replace: true })
  if (figure === undefined || ids.length === 0) return null
  const [low, high] = figure.range
  return (
    <>
      <section className="facet stack" style={{ gap: 4 }}>
        <h3>
          score, {low} to {high}
        </h3>
        <select
          aria-label="Score of"
          value={system}
          onChange={(event) => set(from || String(low), to, event.target.value)}
        >
          {ids.map((id) => (
            <option key={id}>{id}</option>
          ))}
        </select>
        <div className="row" style={{ flexWrap: 'nowrap' }}>
          <input
            type="number"
            aria-label="from"
            placeholder="from"
            step="any"
            style={{ width: 84 }}
            value={from}
            onChange={(event) => set(event.target.value, to, system)}
          />
          <input
            type="number"
            aria-label="to"
            placeholder="to"
            step="any"
            style={{ width: 84 }}
            value={to}
            onChange={(event) => set(from, event.target.value, system)}
          />
        </div>
      </section>
      {ids.length < 2 ? null : (
        <section className="facet stack" style={{ gap: 4 }}>
          <h3>systems differ</h3>
          {[a, b].map((value, place) => (
            <select
              // eslint-disable-next-line no-array-index-key -- the first and the second one
              key={place}
              aria-label={place === 0 ? 'One system' : 'Another system'}
              value={value}
              onChange={(event) => {
                const next =
                  place === 0
                    ? [event.target.value, b || (ids.find((id) => id !== event.target.value) ?? '')]
                    : [a || (ids[0] ?? ''), event.target.value]
                change(
                  event.target.value === ''
                    ? { differ: undefined }
                    : { differ: next.join('|'), sort: `-${next.join('|')}` },
                )
              }}
            >
              <option value="">any</option>
              {ids.map((id) => (
                <option key={id}>{id}</option>
              ))}
            </select>
          ))}
        </section>
      )}
    </>
  )
}
