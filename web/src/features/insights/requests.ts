import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import * as api from '@touchline/contract/insights.ts'
import { call } from '#api/call.ts'
import { throwUnlessShown } from '#api/throw-unless-shown.ts'
import type { RowsSearch, TracedRows } from './rows-search.ts'

const all = ['insights'] as const
/** How often the figures on screen are read again, and how often while they have never been counted. */
const everyMs = 30_000
const firstEveryMs = 2000
const rowsAtOnce = 50

type Counted = { state: { data: { countedAt: string | null } | undefined } }

// Money moves while nobody looks.
const kept = {
  staleTime: 0,
  refetchInterval: ({ state: { data } }: Counted) => (data?.countedAt === null ? firstEveryMs : everyMs),
}

export const overviewQuery = queryOptions({
  queryKey: [...all, 'overview'] as const,
  queryFn: ({ signal }) => call(api.overview, { signal }),
  ...kept,
  throwOnError: throwUnlessShown(),
})

// Parts of a page: each says for itself that it could not be read.
export const recurringQuery = queryOptions({
  queryKey: [...all, 'recurring'] as const,
  queryFn: ({ signal }) => call(api.recurring, { signal }),
  ...kept,
  throwOnError: false,
})

export const retentionQuery = queryOptions({
  queryKey: [...all, 'retention'] as const,
  queryFn: ({ signal }) => call(api.retention, { signal }),
  ...kept,
  throwOnError: false,
})

export const lifetimeQuery = queryOptions({
  queryKey: [...all, 'lifetime'] as const,
  queryFn: ({ signal }) => call(api.lifetime, { signal }),
  ...kept,
  throwOnError: false,
})

export const revenueQuery = queryOptions({
  queryKey: [...all, 'revenue'] as const,
  queryFn: ({ signal }) => call(api.revenue, { signal }),
  ...kept,
  throwOnError: throwUnlessShown(),
})

/** The rows behind a figure, newest first. */
export const rowsQuery = (traced: TracedRows) =>
  infiniteQueryOptions({
    queryKey: [...all, 'rows', traced] as const,
    queryFn: ({ pageParam: before, signal }) =>
      call(api.rows, {
        query: { ...traced, limit: rowsAtOnce, ...(before === '' ? {} : { before }) },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next ?? undefined,
    staleTime: 0,
    throwOnError: throwUnlessShown(),
  })

/** Where all the rows behind a figure are, as a file. */
export const rowsFile = (traced: RowsSearch) => `${api.rowsCsv.path}?${new URLSearchParams(traced)}`

const asFile = ({ path }: { path: string }) => `${path}?format=csv`

/** Tables as files. */
export const files = {
  recurring: asFile(api.recurring),
  retention: asFile(api.retention),
  lifetime: asFile(api.lifetime),
  revenue: asFile(api.revenue),
}
