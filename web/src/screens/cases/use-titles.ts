import { useQueries } from '@tanstack/react-query'
import type { CaseTable } from '../../../../src/server/api-types.ts'
import { get, runPath } from '../../api/client.ts'
import { requestKey } from '../../api/transport.ts'

/** Titles that are asked for at once. */
export const TITLE_BLOCK = 50

/** First lines of cases by place, for the rows in sight; fetched in blocks and kept. */
export function useTitles(table: CaseTable, places: readonly number[]): ReadonlyMap<number, string> {
  const path = runPath(table.run, 'titles')
  const blocks = [...new Set(places.map((place) => Math.floor(place / TITLE_BLOCK)))].toSorted(
    (a, b) => a - b,
  )
  return useQueries({
    queries: blocks.map((block) => {
      const params = { track: table.track, from: block * TITLE_BLOCK, count: TITLE_BLOCK }
      return {
        queryKey: [requestKey(path, params)],
        // Rows that were scrolled past need no title any more.
        queryFn: ({ signal }: { readonly signal: AbortSignal }) => get(path, params, signal),
        staleTime: Number.POSITIVE_INFINITY,
      }
    }),
    combine: (answers) => {
      const titles = new Map<number, string>()
      for (const { data } of answers)
        if (data !== undefined)
          for (const [at, title] of data.titles.entries()) titles.set(data.from + at, title)
      return titles
    },
  })
}
