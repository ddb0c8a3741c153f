import { useMemo } from 'react'
import type { BoardFigure, CaseTable, OutcomeColumns } from '../../../../src/server/api-types.ts'
import { useAddress } from '../../address.ts'
import { runPath, useAnswer } from '../../api/client.ts'
import { applyFilter, columnsOf, readFilter, sortPlaces, type Columns, type Filtered } from './filter.ts'

/** Hits of a search that are looked at; more are told of. */
const MOST_HITS = 500

/** The list as the address has it: which figure, which cases, in which order. */
export interface ShownCases {
  readonly figure: BoardFigure | undefined
  readonly columns: Columns
  readonly outcomes: OutcomeColumns | undefined
  readonly filtered: Filtered
  /** Places in the table, in the order of the list. */
  readonly order: readonly number[]
  readonly search: ReturnType<typeof useSearchHits>
}

function useSearchHits(run: string, q: string) {
  return useAnswer('/search', { q, run, limit: MOST_HITS }, { enabled: q !== '', keep: true })
}

/** Puts table, outcomes, search and address together. */
export function useShownCases(table: CaseTable): ShownCases {
  const [address] = useAddress()
  const q = (address['q'] ?? '').trim()
  const figure =
    table.figures.find(({ instrument, metric }) => `${instrument} ${metric}` === address['figure']) ??
    table.figures[0]
  const { data: outcomes } = useAnswer(
    runPath(table.run, 'outcomes'),
    { track: table.track, instrument: figure?.instrument ?? '', metric: figure?.metric ?? '' },
    { enabled: figure !== undefined, keep: true },
  )
  const search = useSearchHits(table.run, q)
  const hits = search.data
  const found = useMemo(
    () =>
      q === '' || hits === undefined
        ? null
        : new Set(hits.hits.filter((hit) => hit.track === table.track).map((hit) => hit.case)),
    [hits, q, table.track],
  )
  const columns = useMemo(() => columnsOf(outcomes), [outcomes])
  const filtered = useMemo(
    () => applyFilter(table, columns, readFilter(address, found)),
    [table, columns, address, found],
  )
  const sort = address['sort'] ?? ''
  const order = useMemo(
    () =>
      sortPlaces(filtered.places, columns, { by: sort.replace(/^-/, ''), descending: sort.startsWith('-') }),
    [filtered, columns, sort],
  )
  return { figure, columns, outcomes, filtered, order, search }
}
