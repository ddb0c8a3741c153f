import { keepPreviousData, QueryClient, useQuery, type UseQueryResult } from '@tanstack/react-query'
import type {
  Answer,
  AuditList,
  Board,
  CaseDetail,
  CaseTable,
  ComparisonView,
  OutcomeColumns,
  Progress,
  RunDetail,
  RunSummary,
  SearchResult,
  SettingsView,
  Titles,
  WorkbenchView,
} from '../../../src/server/api-types.ts'
import { bundleTransport } from './bundle-transport.ts'
import { ApiError, httpTransport, requestKey, type Params, type Transport } from './transport.ts'

export const transport: Transport =
  window.rapportIndex === undefined ? httpTransport() : bundleTransport(window.rapportIndex)

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      refetchOnWindowFocus: false,
      // What the server refused it refuses again; a server that is away comes back.
      retry: (count, error) => error instanceof ApiError && error.status === 0 && count < 3,
    },
  },
})

/** Answers of the API by the question. The server checks each against its schema, so their types are taken as they are. */
interface Answers {
  '/workbench': WorkbenchView
  '/runs': { runs: RunSummary[] }
  '/audits': AuditList
  '/settings': SettingsView
  '/search': SearchResult
  '/compare': ComparisonView
  [detail: `/runs/${string}/detail`]: RunDetail
  [progress: `/runs/${string}/progress`]: Progress
  [board: `/runs/${string}/board`]: Board
  [cases: `/runs/${string}/cases`]: CaseTable
  [outcomes: `/runs/${string}/outcomes`]: OutcomeColumns
  [titles: `/runs/${string}/titles`]: Titles
  [one: `/runs/${string}/case`]: CaseDetail
  [answer: `/runs/${string}/answer`]: Answer
}
export type Path = keyof Answers

/** One question. `/runs/<id>/detail` is asked at `/runs/<id>`. */
export async function get<P extends Path>(
  path: P,
  params: Params = {},
  signal?: AbortSignal,
): Promise<Answers[P]> {
  const found = await transport.get(addressOf(path), params, signal)
  // eslint-disable-next-line no-unsafe-type-assertion -- the server's tests parse every answer with its schema
  return found as Answers[P]
}

export function addressOf(path: string): string {
  return path.replace(/\/detail$/, '')
}

/** A question as a hook. `enabled: false` asks nothing yet. */
export function useAnswer<P extends Path>(
  path: P,
  params: Params = {},
  options: { readonly enabled?: boolean; readonly keep?: boolean; readonly every?: number } = {},
): UseQueryResult<Answers[P]> {
  return useQuery<Answers[P]>({
    queryKey: [requestKey(path, params)],
    queryFn: ({ signal }) => get(path, params, signal),
    enabled: options.enabled ?? true,
    ...(options.keep === true ? { placeholderData: keepPreviousData } : {}),
    ...(options.every === undefined ? {} : { refetchInterval: options.every }),
  })
}

/** Path of a run's part; ids are escaped. */
export function runPath<T extends string>(run: string, part: T): `/runs/${string}/${T}` {
  return `/runs/${encodeURIComponent(run)}/${part}`
}

/** Asks again whatever begins with one of the paths. */
export function forget(...paths: string[]): void {
  void queryClient.invalidateQueries({
    predicate: ({ queryKey: [key] }) => typeof key === 'string' && paths.some((path) => key.startsWith(path)),
  })
}
