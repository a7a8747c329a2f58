import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import * as api from '@touchline/contract/insights.ts'
import { call } from '#api/call.ts'
import { throwUnlessShown } from '#api/throw-unless-shown.ts'
import type { RowsSearch, TracedRows } from './rows-search.ts'

const all = ['insights'] as const
const refetchMs = 30_000
const uncountedRefetchMs = 2000
const rowsPerPage = 50

type Counted = { state: { data: { countedAt: string | null } | undefined } }

// Figures change without any action on this page.
const refetching = {
  staleTime: 0,
  refetchInterval: ({ state: { data } }: Counted) =>
    data?.countedAt === null ? uncountedRefetchMs : refetchMs,
}

export const overviewQuery = (period: api.PeriodName = 'this_month') =>
  queryOptions({
    queryKey: [...all, 'overview', period] as const,
    queryFn: ({ signal }) => call(api.overview, { query: { period }, signal }),
    placeholderData: keepPreviousData,
    ...refetching,
    throwOnError: throwUnlessShown(),
  })

// Sections of a page, each with an error message of its own.
export const recurringQuery = queryOptions({
  queryKey: [...all, 'recurring'] as const,
  queryFn: ({ signal }) => call(api.recurring, { signal }),
  ...refetching,
  throwOnError: false,
})

export const retentionQuery = queryOptions({
  queryKey: [...all, 'retention'] as const,
  queryFn: ({ signal }) => call(api.retention, { signal }),
  ...refetching,
  throwOnError: false,
})

export const lifetimeQuery = queryOptions({
  queryKey: [...all, 'lifetime'] as const,
  queryFn: ({ signal }) => call(api.lifetime, { signal }),
  ...refetching,
  throwOnError: false,
})

export const revenueQuery = queryOptions({
  queryKey: [...all, 'revenue'] as const,
  queryFn: ({ signal }) => call(api.revenue, { signal }),
  ...refetching,
  throwOnError: throwUnlessShown(),
})

export const rowsQuery = (traced: TracedRows) =>
  infiniteQueryOptions({
    queryKey: [...all, 'rows', traced] as const,
    queryFn: ({ pageParam: before, signal }) =>
      call(api.rows, {
        query: { ...traced, limit: rowsPerPage, ...(before === '' ? {} : { before }) },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next ?? undefined,
    staleTime: 0,
    throwOnError: throwUnlessShown(),
  })

export const rowsFile = (traced: RowsSearch) => `${api.rowsCsv.path}?${new URLSearchParams(traced)}`

const asFile = ({ path }: { path: string }) => `${path}?format=csv`

export const files = {
  recurring: asFile(api.recurring),
  retention: asFile(api.retention),
  lifetime: asFile(api.lifetime),
  revenue: asFile(api.revenue),
}
